/** Whether a table kept its promises: what was published before the game is the SHA-256 of what was shown after it. */
import { sha256Hex } from "../../table/net/seals";

export const keepsPromise = (secret: string, commit: string): boolean => sha256Hex(secret) === commit;

export interface SealedSeat {
  seat: number;
  seal: string;
  /** The nonce that was shown; null: it did not come, and the seal counts in its place. */
  nonce: string | null;
  fits: boolean;
}

/** The seats that sealed a nonce, in their order, and whether it is the one that they sealed. */
export function sealedSeats(seals: Record<string, string>, nonces: Record<string, string>): SealedSeat[] {
  return Object.entries(seals)
    .map(([seat, seal]) => {
      const nonce = nonces[seat] ?? null;
      return { seat: Number(seat), seal, nonce, fits: nonce !== null && sha256Hex(nonce) === seal };
    })
    .sort((a, b) => a.seat - b.seat);
}
