/**
 * A part of the page that is fetched when it is first needed, and from then on stands there at once.
 *
 * Browsers remember a part that did not come for as long as the page is open: only loading the page again helps.
 */
export class Lazy<Module> {
  here = $state.raw<Module | null>(null);
  failed = $state(false);
  #coming: Promise<Module> | undefined;

  constructor(readonly bring: () => Promise<Module>) {}

  /** Fetch it, once. */
  fetch(): Promise<Module> {
    this.#coming ??= this.bring().then(
      (come) => (this.here = come),
      (error: unknown) => {
        this.failed = true;
        throw error;
      },
    );
    return this.#coming;
  }

  /** Fetch it for later; whether it came is seen when it is needed. */
  ahead(): void {
    this.fetch().catch(() => undefined);
  }
}
