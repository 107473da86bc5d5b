/** How much room there is, as the layouts count it. */
class Screen {
  width = $state(typeof innerWidth === "number" ? innerWidth : 1280);
  height = $state(typeof innerHeight === "number" ? innerHeight : 800);

  constructor() {
    if (typeof addEventListener !== "function") return;
    addEventListener("resize", () => {
      this.width = innerWidth;
      this.height = innerHeight;
    });
  }

  /** One column, the slab under the thumb. */
  get phone(): boolean {
    return this.width <= 720;
  }

  /** A phone that lies on its side: the pot left, the slab right. */
  get flat(): boolean {
    return this.width > 720 && this.height <= 500;
  }

  /** Room for a fourth column. */
  get wide(): boolean {
    return this.width >= 1700;
  }
}

export const screen = new Screen();
