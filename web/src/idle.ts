/** What can wait is done when the browser has a moment, at the latest after some milliseconds. Returns how to call it off. */
export function whenIdle(then: () => void, latest: number): () => void {
  if (typeof requestIdleCallback === "function") {
    const asked = requestIdleCallback(then, { timeout: latest });
    return () => cancelIdleCallback(asked);
  }
  const timer = setTimeout(then, Math.min(latest, 200));
  return () => clearTimeout(timer);
}
