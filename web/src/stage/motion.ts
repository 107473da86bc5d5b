/** What moves, and how it is brought to its end: any tap finishes everything, and only transform and opacity move. */
import { settings } from "../device/settings.svelte";

const running = new Set<Animation>();
const counting = new Set<() => void>();

/** Whether something happened before the reader's eyes: what was there when the page opened is never played. */
let awake = false;

/** Something has happened here and now: from here on, what appears may move. */
export function wake(): void {
  awake = true;
}

/** A table is shown as it stands; nothing of it moves. */
export function rest(): void {
  awake = false;
  spots.clear();
}

/** Whether what appears now may move. */
export const isLively = (): boolean => awake && !settings.still && !document.hidden;

/** Move an element; null if nothing may move. */
export function animate(
  element: Element | null,
  frames: Keyframe[],
  options: KeyframeAnimationOptions,
): Animation | null {
  if (!element || settings.still || document.hidden) return null;
  const animation = element.animate(frames, { fill: "backwards", ...options });
  running.add(animation);
  const over = (): void => void running.delete(animation);
  animation.addEventListener("finish", over);
  animation.addEventListener("cancel", over);
  return animation;
}

/** Move a short-lived drawing and take it away. */
export function pass(box: HTMLElement, frames: Keyframe[], options: KeyframeAnimationOptions): void {
  const animation = animate(box, frames, options);
  if (!animation) return box.remove();
  // Told to end, it goes at once: the movement itself would say so only with the next frame.
  const gone = (): void => {
    done();
    box.remove();
  };
  const done = counts(gone);
  animation.addEventListener("finish", gone);
  animation.addEventListener("cancel", gone);
}

/** Something that counts in steps and can be told to come to its end. */
export function counts(end: () => void): () => void {
  counting.add(end);
  return () => void counting.delete(end);
}

/** Finish whatever runs: a tap never waits for a movement. */
export function finish(): void {
  for (const animation of running) animation.finish();
  running.clear();
  for (const end of [...counting]) end();
  counting.clear();
}

/** The pot of a seat: the own large one, or the small one among the others. */
export const potOf = (seat: number): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-own][data-seat="${seat}"]`) ??
  document.querySelector<HTMLElement>(`[data-seat="${seat}"]`);

/** The middle of what is seen of an element. */
export function middle(element: Element): Spot | null {
  const box = element.getBoundingClientRect();
  if (box.width === 0) return null;
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, width: box.width };
}

export interface Spot {
  x: number;
  y: number;
  width: number;
}

/** Where things stood when they were last measured: asking in the middle of a change would lay the page out twice. */
const spots = new Map<Element, Spot>();
let measuredFor = "";

/** Where an element stands, measured once for this size of the window. */
export function spotOf(element: Element): Spot | null {
  const size = `${innerWidth} ${innerHeight}`;
  if (size !== measuredFor) spots.clear();
  measuredFor = size;
  const known = spots.get(element) ?? middle(element);
  if (known) spots.set(element, known);
  return known;
}

/** Forget what is no longer shown: a table that is left must not be kept alive by where its pot stood. */
export function tidy(): void {
  for (const element of [...spots.keys()]) if (!element.isConnected) spots.delete(element);
}

/** Measure anew when nothing is under way; what is no longer shown is forgotten. */
export function remeasure(): void {
  for (const element of [...spots.keys()]) {
    const spot = element.isConnected ? middle(element) : null;
    if (spot) spots.set(element, spot);
    else spots.delete(element);
  }
}

/** Where chips come out of and go into: the first bag that is seen. */
export function bagPlace(): Spot | null {
  for (const bag of document.querySelectorAll("[data-bag]")) {
    const spot = spotOf(bag.querySelector("svg") ?? bag);
    if (spot) return spot;
  }
  return null;
}

/** A drawing that lies over everything at a place of the window, for as long as it flies. */
export function ghost(art: string, at: Spot): HTMLElement {
  const box = document.createElement("span");
  box.className = "moment";
  box.setAttribute("aria-hidden", "true");
  box.style.cssText = `position:fixed;left:${at.x - at.width / 2}px;top:${at.y - at.width / 2}px;width:${at.width}px;height:${at.width}px;pointer-events:none;z-index:9`;
  box.innerHTML = `<svg width="100%" height="100%"><use href="#${art}"/></svg>`;
  document.body.append(box);
  return box;
}
