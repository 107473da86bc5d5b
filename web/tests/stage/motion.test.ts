import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "../../src/device/settings.svelte";
import {
  animate,
  bagPlace,
  counts,
  finish,
  ghost,
  isLively,
  middle,
  pass,
  potOf,
  remeasure,
  rest,
  spotOf,
  tidy,
  wake,
} from "../../src/stage/motion";
import { hide, layOut, watchAnimations, type FakeAnimation } from "../fixtures/motion";

const FRAMES = [{ opacity: 0 }, { opacity: 1 }];
let begun: FakeAnimation[];

function put(markup: string): HTMLElement {
  document.body.insertAdjacentHTML("beforeend", markup);
  return document.body.lastElementChild as HTMLElement;
}

beforeEach(() => {
  begun = watchAnimations();
  document.body.innerHTML = "";
  settings.calm = false;
});
afterEach(() => {
  finish();
  rest();
  settings.calm = false;
  vi.restoreAllMocks();
});

describe("whether things move", () => {
  it("depends on something having happened before the reader's eyes", () => {
    expect(isLively()).toBe(false);
    wake();
    expect(isLively()).toBe(true);
    rest();
    expect(isLively()).toBe(false);
  });

  it("is no while the reader asks for calm", () => {
    wake();
    settings.calm = true;
    expect(isLively()).toBe(false);
    expect(animate(put("<i></i>"), FRAMES, {})).toBeNull();
    expect(begun).toEqual([]);
  });

  it("is no while the page is hidden", () => {
    wake();
    hide(true);
    expect(isLively()).toBe(false);
    expect(animate(put("<i></i>"), FRAMES, {})).toBeNull();
    expect(begun).toEqual([]);
  });

  it("is no for what is not there", () => {
    expect(animate(null, FRAMES, {})).toBeNull();
  });
});

describe("a tap", () => {
  it("finishes everything that moves", () => {
    animate(put("<i></i>"), FRAMES, { duration: 400 });
    animate(put("<b></b>"), FRAMES, { duration: 400 });
    finish();
    expect(begun.map((animation) => animation.state)).toEqual(["finished", "finished"]);
  });

  it("leaves alone what has come to its end by itself", () => {
    animate(put("<i></i>"), FRAMES, { duration: 400 });
    begun[0]?.cancel();
    const finished = vi.spyOn(begun[0] as FakeAnimation, "finish");
    finish();
    expect(finished).not.toHaveBeenCalled();
  });

  it("ends what counts in steps, once, and not what has ended", () => {
    const [first, second] = [vi.fn(), vi.fn()];
    counts(first);
    counts(second)();
    finish();
    finish();
    expect(first).toHaveBeenCalledTimes(1);
    expect(second).not.toHaveBeenCalled();
  });
});

describe("a drawing that flies", () => {
  const AT = { x: 100, y: 50, width: 20 };

  it("lies over everything, around the place it starts from, and is told to nobody", () => {
    const box = ghost("chip-B1", AT);
    expect(box.style).toMatchObject({ left: "90px", top: "40px", width: "20px", height: "20px" });
    expect(box.querySelector("use")?.getAttribute("href")).toBe("#chip-B1");
    expect(box.getAttribute("aria-hidden")).toBe("true");
    expect(box.style.pointerEvents).toBe("none");
  });

  it.each(["finish", "cancel"] as const)("is gone after its %s", (how) => {
    const box = ghost("chip-B1", AT);
    pass(box, FRAMES, { duration: 400 });
    expect(box.isConnected).toBe(true);
    begun[0]?.[how]();
    expect(box.isConnected).toBe(false);
  });

  it("is gone at once after a tap, without waiting for the next frame", () => {
    const box = ghost("chip-B1", AT);
    pass(box, FRAMES, { duration: 400 });
    vi.spyOn(begun[0] as FakeAnimation, "finish").mockImplementation(() => undefined);
    finish();
    expect(box.isConnected).toBe(false);
  });

  it("is never seen where nothing may move", () => {
    settings.calm = true;
    const box = ghost("chip-B1", AT);
    pass(box, FRAMES, { duration: 400 });
    expect(box.isConnected).toBe(false);
  });
});

describe("where things are", () => {
  it("is their middle; what is not laid out is nowhere", () => {
    const shown = put("<i></i>");
    layOut(shown, 10, 20, 30);
    expect(middle(shown)).toEqual({ x: 25, y: 35, width: 30 });
    expect(middle(put("<b></b>"))).toBeNull();
  });

  it("is measured once, and anew in a window of another size", () => {
    const pot = put("<i></i>");
    const measured = layOut(pot, 0, 0, 10);
    spotOf(pot);
    spotOf(pot);
    expect(measured()).toBe(1);
    vi.spyOn(window, "innerWidth", "get").mockReturnValue(innerWidth + 100);
    spotOf(pot);
    expect(measured()).toBe(2);
  });

  it("is measured anew when nothing is under way", () => {
    const pot = put("<i></i>");
    layOut(pot, 0, 0, 10);
    spotOf(pot);
    layOut(pot, 100, 0, 10);
    expect(spotOf(pot)?.x).toBe(5);
    remeasure();
    expect(spotOf(pot)?.x).toBe(105);
  });

  it.each([
    ["tidied", tidy],
    ["measured anew", remeasure],
    ["left", rest],
  ])("is forgotten for what is gone when the table is %s", (_, forget) => {
    const pot = put("<i></i>");
    const measured = layOut(pot, 0, 0, 10);
    spotOf(pot);
    pot.remove();
    forget();
    spotOf(pot);
    expect(measured()).toBe(2);
  });

  it("is kept for what is still shown", () => {
    const pot = put("<i></i>");
    const measured = layOut(pot, 0, 0, 10);
    spotOf(pot);
    tidy();
    spotOf(pot);
    expect(measured()).toBe(1);
  });

  it("is, for chips that come and go, the first bag that is seen", () => {
    put("<p data-bag></p>");
    const second = put("<p data-bag><svg></svg></p>");
    layOut(second.querySelector("svg") as Element, 0, 0, 8);
    expect(bagPlace()).toEqual({ x: 4, y: 4, width: 8 });
  });

  it("is, for a seat, its large pot before its small one", () => {
    put('<p data-seat="0" id="small"></p><p data-own data-seat="0" id="large"></p>');
    put('<p data-seat="1" id="other"></p>');
    expect([potOf(0)?.id, potOf(1)?.id, potOf(2)]).toEqual(["large", "other", null]);
  });
});
