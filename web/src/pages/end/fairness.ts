/** Whether a table kept its promise: SHA-256 of the shown secret is what was published before the game. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function keepsPromise(secret: string, commit: string): Promise<boolean> {
  return (await sha256(secret)) === commit;
}
