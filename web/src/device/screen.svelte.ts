/**
 * How much room there is, as the layouts count it: in letters, not in pixels. With text of twice the size, a desk has the
 * room of a phone. The layouts' styles ask for it by `data-room` on the root.
 */

const LETTER = 16;
/** Up to this width, in pixels of ordinary text. */
const WIDTHS = { tiny: 300, slim: 400, phone: 720, small: 900, mid: 1100, snug: 1240 };
const WIDE = 1700;
const LOW = 860;
const SHORT = 700;
const FLAT = 500;
/** So much higher than wide, a tablet stands upright. */
const UPRIGHT = 1.2;

/** The size of text that base.css gives a window of this width, if the reader asked for no other. */
const usual = (width: number): number => Math.min(22, Math.max(LETTER, 9.504 + 0.0051 * width));

class Screen {
  width = $state(1280);
  height = $state(800);
  /** How high the slab stands; sheets rise from its upper edge. Unknown before the first slab. */
  slab = $state<number | null>(null);

  constructor() {
    if (typeof document === "undefined") return;
    this.measure();
    addEventListener("resize", () => this.measure());
    this.#watchLetters();
  }

  /** The reader may ask for larger text at any time: what is one letter wide then becomes another size. */
  #watchLetters(): void {
    if (typeof ResizeObserver === "undefined") return;
    const letter = document.createElement("i");
    letter.style.cssText = "position:absolute;width:1rem;visibility:hidden";
    letter.setAttribute("aria-hidden", "true");
    document.body.append(letter);
    new ResizeObserver(() => this.measure()).observe(letter);
  }

  measure(): void {
    const root = document.documentElement;
    const letter = parseFloat(getComputedStyle(root).fontSize) || LETTER;
    const larger = Math.max(1, letter / usual(innerWidth));
    this.width = innerWidth / larger;
    this.height = innerHeight / larger;
    const room = Object.entries(WIDTHS).flatMap(([name, most]) => (this.width <= most ? [name] : []));
    if (this.wide) room.push("wide");
    if (this.height <= LOW) room.push("low");
    if (this.height <= SHORT) room.push("short");
    if (this.flat) room.push("flat");
    if (this.tall) room.push("tall");
    if (root.dataset["room"] !== room.join(" ")) root.dataset["room"] = room.join(" ");
  }

  /** One column, the slab under the thumb. */
  get phone(): boolean {
    return this.width <= WIDTHS.phone;
  }

  /** A phone that lies on its side: the pot left, the slab right. */
  get flat(): boolean {
    return this.height <= FLAT && this.width > 1.3 * this.height;
  }

  /** A tablet that stands upright: the pot above, card and books below it, the slab under the thumbs. */
  get tall(): boolean {
    return !this.phone && this.mid && this.height >= UPRIGHT * this.width;
  }

  /** The decision stands under what it is about, not beside it. */
  get stacked(): boolean {
    return (this.phone && !this.flat) || this.tall;
  }

  /** Room for two columns only: card and books come to the others. */
  get mid(): boolean {
    return this.width <= WIDTHS.mid;
  }

  /** Room for a fourth column. */
  get wide(): boolean {
    return this.width >= WIDE;
  }
}

export const screen = new Screen();
