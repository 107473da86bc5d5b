/**
 * Moments: what happened, as movement. State is already there when a moment plays, so that nothing waits for it:
 * any tap finishes what runs, moments never queue, and only transform and opacity move.
 */
import { settings } from "../settings.svelte";
import type { EventOf, GameEvent } from "../table/shape";
import type { TableStore } from "../table/store.svelte";
import { sound } from "./sound";

const running = new Set<Animation>();

function animate(
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

const potOf = (seat: number): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-own][data-seat="${seat}"]`) ??
  document.querySelector<HTMLElement>(`[data-seat="${seat}"]`);

function bagPlace(): DOMRect | null {
  for (const bag of document.querySelectorAll("[data-bag]")) {
    const box = (bag.querySelector("svg") ?? bag).getBoundingClientRect();
    if (box.width > 0) return box;
  }
  return null;
}

/** A short-lived drawing over a pot. */
function extra(pot: HTMLElement, left: string, top: string, size: number, art: string): HTMLElement {
  const box = document.createElement("span");
  box.className = "moment";
  box.style.cssText = `position:absolute;left:${left};top:${top};width:${size}%;aspect-ratio:1;translate:-50% -50%;pointer-events:none`;
  box.innerHTML = art;
  (pot.querySelector(".pot") ?? pot).append(box);
  return box;
}

const RIPPLE =
  '<svg viewBox="0 0 100 100" width="100%" height="100%"><circle cx="50" cy="50" r="46" fill="none" stroke="var(--brew-ink-2)" stroke-width="5"/></svg>';

function passing(box: HTMLElement, frames: Keyframe[], options: KeyframeAnimationOptions): void {
  const animation = animate(box, frames, options);
  const gone = (): void => box.remove();
  if (!animation) return gone();
  animation.addEventListener("finish", gone);
  animation.addEventListener("cancel", gone);
}

function draw(event: EventOf<"chip_placed">, own: boolean): void {
  const pot = potOf(event.seat);
  const chips = pot?.querySelectorAll<HTMLElement>("[data-chip]");
  const chip = chips?.[chips.length - 1];
  if (!pot || !chip) return;
  if (settings.still) {
    chip.animate([{ opacity: 0.3 }, { opacity: 1 }], { duration: 120 });
    return;
  }
  if (!own) {
    animate(
      chip,
      [
        { transform: "scale(1.9)", opacity: 0 },
        { transform: "none", opacity: 1 },
      ],
      {
        duration: 240,
        easing: "cubic-bezier(.3,1.5,.5,1)",
      },
    );
    return;
  }
  const bag = bagPlace();
  if (!bag) return;
  const here = chip.getBoundingClientRect();
  const dx = bag.left + bag.width / 2 - here.left - here.width / 2;
  const dy = bag.top + bag.height * 0.2 - here.top - here.height / 2;
  shake();
  animate(
    chip,
    [
      { transform: `translate(${dx}px,${dy}px) scale(.5) rotate(-40deg)`, opacity: 1 },
      { transform: `translate(${dx * 0.45}px,${dy * 0.45 - 90}px) scale(1.45) rotate(-8deg)`, offset: 0.55 },
      { transform: "none" },
    ],
    { duration: 380, delay: 60, easing: "cubic-bezier(.3,.1,.2,1)" },
  );
  animate(
    chip.firstElementChild,
    [{ transform: "scale(1)" }, { transform: "scale(1.12,.86)" }, { transform: "scale(1)" }],
    { duration: 120, delay: 440 },
  );
  passing(
    extra(pot, chip.style.left, chip.style.top, 10.6, RIPPLE),
    [
      { transform: "scale(.6)", opacity: 0.9 },
      { transform: "scale(1.9)", opacity: 0 },
    ],
    { duration: 320, delay: 430 },
  );
}

function shake(): void {
  for (const bag of document.querySelectorAll("[data-bag] svg"))
    animate(bag, [{ rotate: "0deg" }, { rotate: "-9deg" }, { rotate: "8deg" }, { rotate: "0deg" }], {
      duration: 120,
    });
}

function explode(seat: number): void {
  const pot = potOf(seat);
  if (!pot) return;
  animate(
    pot,
    [
      { translate: "0" },
      { translate: "-7px 4px" },
      { translate: "6px -4px" },
      { translate: "-3px 2px" },
      { translate: "0" },
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

/** A chip that goes back into the bag: it is already gone from the pot, so its picture flies. */
function goBack(event: EventOf<"chip_returned">, store: TableStore): void {
  const pot = potOf(event.seat);
  const bag = bagPlace();
  const own = store.view?.seats[event.seat];
  if (!pot || !bag || !own || settings.still) return;
  const chips = pot.querySelectorAll<HTMLElement>("[data-chip]");
  const before = chips[chips.length - 1];
  const from = (before ?? pot).getBoundingClientRect();
  const flying = extra(
    pot,
    before?.style.left ?? "50%",
    before?.style.top ?? "50%",
    10.6,
    `<svg width="100%" height="100%"><use href="#chip-${event.kind}"/></svg>`,
  );
  passing(
    flying,
    [
      { transform: "none", opacity: 1 },
      { transform: "translateY(-60px) scale(1.2)", opacity: 1, offset: 0.35 },
      {
        transform: `translate(${bag.left + bag.width / 2 - from.left - from.width / 2}px,${bag.top + 20 - from.top}px) scale(.3)`,
        opacity: 0,
      },
    ],
    { duration: 420, easing: "cubic-bezier(.6,0,.9,.4)" },
  );
}

function pulse(selector: string): void {
  for (const element of document.querySelectorAll(selector))
    animate(element, [{ scale: "1" }, { scale: "1.16" }, { scale: "1" }], { duration: 360 });
}

function noiseOf(event: GameEvent, viewer: number | null, store: TableStore): void {
  const mine = "seat" in event && event.seat === viewer;
  if (event.event === "card_turned_up") return sound.card();
  if (event.event === "die_rolled") return sound.die();
  if (!mine) return;
  if (event.event === "chip_placed") {
    sound.bag();
    sound.plop(event.space);
    const own = store.view?.seats[event.seat];
    if (event.kind.startsWith("W") && own) sound.fuse(Math.min(1, own.white_sum / own.limit));
  } else if (event.event === "pot_exploded") sound.explosion();
  else if (event.event === "flask_emptied") sound.flask();
  else if (event.event === "rubies_won") sound.ruby();
  else if (event.event === "coins_won" || event.event === "chip_bought") sound.coins();
  else if (event.event === "rat_tails_counted") sound.rats();
}

export const moments = {
  /** Show what has just happened. */
  play(events: readonly GameEvent[], store: TableStore): void {
    const viewer = store.seat;
    const placed = new Map<number, EventOf<"chip_placed">>();
    for (const event of events) {
      noiseOf(event, viewer, store);
      if (event.event === "chip_placed") placed.set(event.seat, event);
      if (event.event === "pot_exploded") explode(event.seat);
      if (event.event === "chip_returned" && event.seat === viewer) goBack(event, store);
      if (event.event === "rubies_won" && event.seat === viewer) pulse(".head .own .gain:nth-child(2)");
      if (event.event === "points_won" && event.seat === viewer) pulse(".head .own .gain:nth-child(1)");
    }
    for (const [seat, event] of placed) draw(event, seat === viewer);
    if (document.hidden && store.view?.question) sound.bell();
  },

  /** A round begins: the card turns, the rats hop. */
  roundBegins(store: TableStore): void {
    for (const card of document.querySelectorAll("[data-card]"))
      animate(
        card,
        [
          { transform: "perspective(60rem) rotateY(90deg) translateY(-12px)", opacity: 0 },
          { transform: "none", opacity: 1 },
        ],
        { duration: 420, easing: "cubic-bezier(.2,.8,.2,1)" },
      );
    sound.card();
    const seat = store.seat;
    const tails = seat === null ? 0 : (store.view?.seats[seat]?.tails ?? 0);
    const stone = seat === null ? null : potOf(seat)?.querySelector("[data-piece=rats]");
    if (!stone || !tails) return;
    const hops = Math.min(7, tails);
    const frames = Array.from({ length: hops * 2 + 1 }, (_, n) => ({
      transform: n % 2 ? "translateY(-14px)" : "none",
      opacity: n === 0 ? 0 : 1,
    }));
    animate(stone, frames, { duration: Math.min(700, 90 * tails), delay: 200 });
    sound.rats();
  },

  /** Finish whatever runs: a tap never waits for a movement. */
  finish(): void {
    for (const animation of running) animation.finish();
    running.clear();
  },
};
