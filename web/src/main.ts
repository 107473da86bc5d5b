/** The page begins: the texts of the reader's language come beside the page itself, neither after the other. */
import { settings } from "./device/settings.svelte";
import { speak } from "./text";

const [page] = await Promise.all([import("./app"), speak(settings.language)]);
page.begin();
