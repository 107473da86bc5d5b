/** Tests read English unless they ask for another language. */
import { speak } from "../src/text";

await speak("en");
