/** Moments of the potions phase: a chip flies, a pot explodes, chips go back, four chips are looked at. */
import { place } from "../board/pot/geometry";
import { whenIdle } from "../device/idle";
import { settings } from "../device/settings.svelte";
import type { EventOf } from "../table/net/types";
import {
  animate,
  bagPlace,
  ghost,
  isLively,
  middle,
  pass,
  potOf,
  remeasure,
  spotOf,
  tidy,
  type Spot,
} from "./motion";

const RIPPLE =
  '<svg viewBox="0 0 100 100" width="100%" height="100%"><circle cx="50" cy="50" r="46" fill="none" stroke="var(--brew-ink-2)" stroke-width="5"/></svg>';

/** Where a chip landed, the brew makes a ring. */
function ripple(chip: HTMLElement): void {
  const pot = chip.closest(".pot");
  if (!pot) return;
  const box = document.createElement("span");
  box.style.cssText = `position:absolute;left:${chip.style.left};top:${chip.style.top};width:10.6%;aspect-ratio:1;translate:-50% -50%;pointer-events:none`;
  box.innerHTML = RIPPLE;
  pot.append(box);
  pass(
    box,
    [
      { transform: "scale(.6)", opacity: 0.9 },
      { transform: "scale(1.9)", opacity: 0 },
    ],
    { duration: 320 },
  );
}

/** The bag is shaken; it goes on until the server says what came out. */
export function shake(): void {
  for (const bag of document.querySelectorAll("[data-sack]"))
    animate(
      bag,
      [
        { transform: "none" },
        { transform: "rotate(-9deg)" },
        { transform: "rotate(8deg)" },
        { transform: "none" },
      ],
      { duration: 120 },
    );
}

function drop(chip: HTMLElement): void {
  animate(
    chip,
    [
      { transform: "scale(1.9)", opacity: 0 },
      { transform: "none", opacity: 1 },
    ],
    { duration: 240, easing: "cubic-bezier(.3,1.5,.5,1)" },
  );
}

/** Where a chip lies, worked out from its pot: the chip itself has not been laid out yet. */
function lies(chip: HTMLElement): Spot | null {
  const pot = chip.closest(".pot");
  const box = pot ? spotOf(pot) : null;
  if (!box) return null;
  const at = (share: string): number => (parseFloat(share) / 100 - 0.5) * box.width;
  return { x: box.x + at(chip.style.left), y: box.y + at(chip.style.top), width: box.width * 0.106 };
}

function fly(chip: HTMLElement): void {
  const [bag, here] = [bagPlace(), lies(chip)];
  if (!bag || !here) return;
  const [dx, dy] = [bag.x - here.x, bag.y - here.y];
  const flight = animate(
    chip,
    [
      { transform: `translate(${dx}px,${dy}px) scale(.5) rotate(-40deg)` },
      { transform: `translate(${dx * 0.45}px,${dy * 0.45 - 90}px) scale(1.45) rotate(-8deg)`, offset: 0.55 },
      { transform: "none" },
    ],
    { duration: 380, delay: 60, easing: "cubic-bezier(.3,.1,.2,1)" },
  );
  // The same element flies and lands: a drawing that is scaled by itself would have its numbers laid out anew.
  animate(chip, [{ transform: "none" }, { transform: "scale(1.12,.86)" }, { transform: "none" }], {
    duration: 120,
    delay: 440,
    fill: "none",
  });
  flight?.addEventListener("finish", () => {
    ripple(chip);
    remeasure();
  });
}

/** The last chip of a pot passed up its extra spaces: it steps back along the spiral, a space at a time. */
export function stepBack({ seat, left, space }: EventOf<"extra_passed_up">): void {
  const chips = potOf(seat)?.querySelectorAll<HTMLElement>("[data-chip]");
  const chip = chips?.[chips.length - 1];
  const size = (chip?.closest(".pot") as HTMLElement | null)?.clientWidth ?? 0;
  if (!chip || !isLively()) return;
  const end = place(space);
  const steps = left - space;
  const frames = Array.from({ length: 2 * steps + 1 }, (_, n) => {
    const at = place(left - Math.floor(n / 2));
    const [x, y] = [((at.x - end.x) / 1000) * size, ((at.y - end.y) / 1000) * size];
    return { transform: `translate(${x}px,${y - (n % 2 ? 12 : 0)}px)` };
  });
  animate(chip, frames, { duration: Math.min(600, 200 * steps), easing: "ease-in-out" });
}

/** Somebody called for a stir: every pot is given a turn of the spoon. */
export function stir(): void {
  for (const pot of document.querySelectorAll("[data-seat] .pot"))
    animate(
      pot,
      [
        { transform: "none" },
        { transform: "rotate(7deg)" },
        { transform: "rotate(-4deg)" },
        { transform: "none" },
      ],
      { duration: 520, easing: "ease-in-out" },
    );
}

/** Before the first draw: measure pot and bag while nothing is under way; what comes back forgets them. */
export function getReady(pot: Element): () => void {
  const measure = (): void => {
    if (!pot.isConnected) return;
    spotOf(pot);
    bagPlace();
  };
  const callOff = whenIdle(measure, 1000);
  return () => {
    callOff();
    setTimeout(tidy, 0);
  };
}

/** The last chip of a pot has just come. */
export function draw(seat: number, own: boolean): void {
  const pot = potOf(seat);
  const chips = pot?.querySelectorAll<HTMLElement>("[data-chip]");
  const chip = chips?.[chips.length - 1];
  if (!pot || !chip) return;
  if (settings.still) chip.animate([{ opacity: 0.3 }, { opacity: 1 }], { duration: 120 });
  else if (own) fly(chip);
  else drop(chip);
}

/** A pot explodes: it is shaken, and the cloud bursts out of it. */
export function explode(seat: number): void {
  const pot = potOf(seat);
  if (!pot) return;
  animate(
    pot,
    [
      { transform: "none" },
      { transform: "translate(-7px,4px)" },
      { transform: "translate(6px,-4px)" },
      { transform: "translate(-3px,2px)" },
      { transform: "none" },
    ],
    { duration: 260, delay: 440 },
  );
  const burst = pot.querySelector<SVGElement>(".puff");
  if (!burst) return;
  burst.style.transformBox = "fill-box";
  burst.style.transformOrigin = "center";
  animate(
    burst,
    [
      { transform: "scale(.1) rotate(-20deg)", opacity: 0 },
      { transform: "scale(1.25) rotate(4deg)", opacity: 1, offset: 0.6 },
      { transform: "none", opacity: 1 },
    ],
    { duration: 360, delay: 440, easing: "cubic-bezier(.2,.8,.2,1)" },
  );
}

/** A chip is about to leave the pot: its picture lifts and dives into the bag. Called while it still lies there. */
export function goBack(event: EventOf<"chip_returned">): void {
  if (!isLively()) return;
  const chips = potOf(event.seat)?.querySelectorAll("[data-chip]");
  const chip = event.place < 0 ? null : chips?.[event.place];
  const [here, bag] = [chip ? middle(chip) : null, bagPlace()];
  if (!here || !bag) return;
  pass(
    ghost(`chip-${event.kind}`, here),
    [
      { transform: "none", opacity: 1 },
      { transform: "translateY(-60px) scale(1.2)", opacity: 1, offset: 0.35 },
      { transform: `translate(${bag.x - here.x}px,${bag.y - here.y}px) scale(.3)`, opacity: 0 },
    ],
    { duration: 420, easing: "cubic-bezier(.6,0,.9,.4)" },
  );
}

/** Chips that are looked at fan out of the bag into the slab, one after the other. */
export function fan(): void {
  const bag = isLively() ? bagPlace() : null;
  const options = document.querySelectorAll("[data-question] .opt > svg");
  if (!bag) return;
  [...options].forEach((chip, n) => {
    const here = middle(chip);
    if (!here) return;
    animate(
      chip,
      [
        {
          transform: `translate(${bag.x - here.x}px,${bag.y - here.y}px) scale(.4) rotate(-30deg)`,
          opacity: 0.2,
        },
        { transform: "none", opacity: 1 },
      ],
      { duration: 240, delay: 60 * n, easing: "cubic-bezier(.2,.8,.2,1)" },
    );
  });
}

/** The chips of a look that were not chosen go back together. Called while they are still shown. */
export function fanBack(chosen: string | null): void {
  const bag = isLively() ? bagPlace() : null;
  if (!bag) return;
  let kept = chosen;
  for (const option of document.querySelectorAll<HTMLElement>("[data-question] .opt")) {
    const chip = option.querySelector("svg");
    const kind = option.dataset["action"]?.split(" ")[1] ?? "";
    const here = chip ? middle(chip) : null;
    if (!here || !/^[A-Z]\d$/.test(kind)) continue;
    if (kind === kept) {
      kept = null;
      continue;
    }
    pass(
      ghost(`chip-${kind}`, here),
      [
        { transform: "none", opacity: 1 },
        { transform: `translate(${bag.x - here.x}px,${bag.y - here.y}px) scale(.4)`, opacity: 0 },
      ],
      { duration: 200, easing: "cubic-bezier(.6,0,.9,.4)" },
    );
  }
}
