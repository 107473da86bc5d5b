/** Moments of the evaluation and of a new round: the die, purchases, gains, the card, the rats. */
import { place } from "../board/pot/geometry";
import { animate, bagPlace, counts, ghost, isLively, middle, pass, potOf } from "./motion";

const FACES = ["die-vp1", "die-droplet", "die-ruby", "die-pumpkin", "die-vp2", "die-vp1", "die-ruby"];
const FACE_TIME = 70;
const THROW = 560;

/** Throw a die that has just appeared: its faces change while it rolls in, the last one is the result. */
export function thrown(node: Element): void {
  const use = node.querySelector("use");
  const result = use?.getAttribute("href");
  if (!use || !result || !isLively()) return;
  animate(
    node,
    [
      { transform: "translate(-70px,-46px) rotate(-260deg)", opacity: 0 },
      { transform: "translate(-24px,6px) rotate(-90deg)", opacity: 1, offset: 0.45 },
      { transform: "translate(-10px,-14px) rotate(-30deg)", offset: 0.7 },
      { transform: "none" },
    ],
    { duration: THROW, easing: "cubic-bezier(.2,.8,.2,1)" },
  );
  let turn = 0;
  const timer = setInterval(() => {
    if (turn * FACE_TIME >= THROW - FACE_TIME) return end();
    use.setAttribute("href", `#${FACES[turn++ % FACES.length]}`);
  }, FACE_TIME);
  function end(): void {
    clearInterval(timer);
    use?.setAttribute("href", result as string);
    forget();
  }
  const forget = counts(end);
}

/** A gain that has just been written into the ledger. */
export function gained(node: Element): void {
  if (!isLively()) return;
  const before = node.parentElement ? [...node.parentElement.children].indexOf(node) : 0;
  animate(
    node,
    [
      { transform: "translateY(-14px) scale(.4)", opacity: 0 },
      { transform: "scale(1.16)", opacity: 1, offset: 0.7 },
      { transform: "none", opacity: 1 },
    ],
    { duration: 300, delay: 60 * Math.min(5, before), easing: "cubic-bezier(.2,.8,.2,1)" },
  );
}

/** What is paid for drops out of the basket into the bag. Called while the basket is still shown. */
export function purchase(kinds: readonly string[]): void {
  const bag = kinds.length && isLively() ? bagPlace() : null;
  if (!bag) return;
  const slots = [...document.querySelectorAll<HTMLElement>("[data-slot]")];
  kinds.forEach((kind, n) => {
    const chip = slots.find((slot) => slot.dataset["slot"] === kind)?.querySelector("svg");
    const here = chip ? middle(chip) : null;
    if (!here) return;
    const [dx, dy] = [bag.x - here.x, bag.y - here.y];
    pass(
      ghost(`chip-${kind}`, here),
      [
        { transform: "none", opacity: 1 },
        { transform: `translate(${dx * 0.5}px,${dy * 0.5 - 70}px) scale(1.3)`, opacity: 1, offset: 0.5 },
        { transform: `translate(${dx}px,${dy}px) scale(.35)`, opacity: 0.2 },
      ],
      { duration: 420, delay: 80 * n, easing: "cubic-bezier(.5,0,.7,1)" },
    );
  });
}

/** The card of the round is turned up. */
export function turn(): void {
  for (const card of document.querySelectorAll("[data-card]"))
    animate(
      card,
      [
        { transform: "perspective(60rem) rotateY(90deg) translateY(-12px)", opacity: 0 },
        { transform: "none", opacity: 1 },
      ],
      { duration: 420, easing: "cubic-bezier(.2,.8,.2,1)" },
    );
}

/** The rat stone hops along the spiral, a space for each tail, and the tails on the track flash in step. */
export function rats(seat: number, droplet: number, tails: number): void {
  const pot = potOf(seat);
  const stone = pot?.querySelector("[data-piece=rats]");
  const size = pot?.querySelector(".pot")?.clientWidth ?? 0;
  if (!stone || !tails || !isLively()) return;
  const end = place(droplet + tails);
  const frames = Array.from({ length: tails * 2 + 1 }, (_, n) => {
    const at = place(droplet + Math.ceil(n / 2));
    const [x, y] = [((at.x - end.x) / 1000) * size, ((at.y - end.y) / 1000) * size];
    return { transform: `translate(${x}px,${y - (n % 2 ? 14 : 0)}px)` };
  });
  const duration = Math.min(700, 90 * tails);
  animate(stone, frames, { duration, delay: 200 });
  [...document.querySelectorAll("[data-tail=own]")].slice(0, tails).forEach((tail, n) =>
    animate(tail, [{ opacity: 1 }, { opacity: 0.1 }, { opacity: 1 }], {
      duration: 180,
      delay: 200 + (duration / tails) * n,
    }),
  );
}

/** Something that is held has grown. */
export function pulse(selector: string): void {
  for (const element of document.querySelectorAll(selector))
    animate(element, [{ transform: "none" }, { transform: "scale(1.16)" }, { transform: "none" }], {
      duration: 360,
    });
}
