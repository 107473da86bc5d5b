/** What can wait does not hold up what cannot. */

/** When the browser has a moment, at the latest after some milliseconds. Returns how to call it off. */
export function whenIdle(then: () => void, latest: number): () => void {
  if (typeof requestIdleCallback === "function") {
    const asked = requestIdleCallback(then, { timeout: latest });
    return () => cancelIdleCallback(asked);
  }
  const timer = setTimeout(then, Math.min(latest, 200));
  return () => clearTimeout(timer);
}

/** As soon as what stands now has been painted. Returns how to call it off. */
export function afterPaint(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(then, 0)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
