import { afterEach, describe, expect, it, vi } from "vitest";
import { shareLink, shareWord } from "../../src/device/share";

const LINK = "https://quacks.example/t/ABCDEF";
const clipboard = (writeText: (text: string) => Promise<void>) => ({ writeText });
afterEach(() => vi.unstubAllGlobals());

describe("a link that is given on", () => {
  it("goes through the system's sheet where there is one", async () => {
    const share = vi.fn(() => Promise.resolve());
    vi.stubGlobal("navigator", { share, clipboard: clipboard(() => Promise.reject(new Error())) });
    expect(shareWord(false)).toBe("link.share");
    expect(await shareLink(LINK)).toBe(false);
    expect(share).toHaveBeenCalledWith(expect.objectContaining({ url: LINK }));
  });

  it("is copied where there is none", async () => {
    const copied = vi.fn(() => Promise.resolve());
    vi.stubGlobal("navigator", { clipboard: clipboard(copied) });
    expect(shareWord(false)).toBe("link.copy");
    expect(await shareLink(LINK)).toBe(true);
    expect(copied).toHaveBeenCalledWith(LINK);
  });

  it("is not copied behind the back of somebody who closed the sheet", async () => {
    const copied = vi.fn(() => Promise.resolve());
    const share = () => Promise.reject(new DOMException("closed", "AbortError"));
    vi.stubGlobal("navigator", { share, clipboard: clipboard(copied) });
    expect(await shareLink(LINK)).toBe(false);
    expect(copied).not.toHaveBeenCalled();
  });
});
