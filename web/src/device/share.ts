/** Give a link on: by the system's own sheet where there is one, else by the clipboard. */
import { copyText } from "./clipboard";

/** Whether this device has a sheet for sharing. */
export const canShare = (): boolean => typeof navigator.share === "function";

/** Share or copy a link; true if it is in the clipboard now. Whoever closes the sheet wanted nothing more. */
export async function shareLink(url: string): Promise<boolean> {
  if (!canShare()) return copyText(url);
  try {
    await navigator.share({ title: "Quedlinburg", url });
    return false;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError" ? false : copyText(url);
  }
}

/** What the button says: that it shares, that it copies, or that it has copied. */
export const shareWord = (copied: boolean): "link.copied" | "link.share" | "link.copy" =>
  copied ? "link.copied" : canShare() ? "link.share" : "link.copy";
