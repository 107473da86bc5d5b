/** The own part of a game's luck: a nonce for each own seat, sealed before the start and shown after it. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { FromClient, TableInfo, You } from "../../protocol";

/** The SHA-256 of a text; the browser's own is not there on a page without TLS, as in a home network. */
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

const drawNonce = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(16)));

/** Nonces that outlive a reload, and are the same in two windows of one browser. */
class KeptNonces {
  #own = new Map<number, string>();

  constructor(private readonly code: string) {}

  #key = (seat: number): string => `quedlinburg.nonce.${this.code}.${seat}`;

  /** The nonce of a seat: the one from before, or a new one. */
  of(seat: number): string {
    const nonce = this.find(seat) ?? drawNonce();
    this.#own.set(seat, nonce);
    try {
      localStorage.setItem(this.#key(seat), nonce);
    } catch {
      // Without storage a reload before the start seals another nonce.
    }
    return nonce;
  }

  find(seat: number): string | null {
    try {
      return localStorage.getItem(this.#key(seat)) ?? this.#own.get(seat) ?? null;
    } catch {
      return this.#own.get(seat) ?? null;
    }
  }

  forget(seat: number): void {
    this.#own.delete(seat);
    try {
      localStorage.removeItem(this.#key(seat));
    } catch {
      // Nothing was kept.
    }
  }
}

/** Takes part in the luck of one table: seals a nonce on sitting down, shows it once the seals are closed. */
export class Seals {
  #nonces: KeptNonces;
  #sealed = new Set<number>();
  #shown = new Set<number>();

  constructor(code: string) {
    this.#nonces = new KeptNonces(code);
  }

  /** What was said before may not have been heard: say it again. */
  reconnected(): void {
    this.#sealed.clear();
    this.#shown.clear();
  }

  /** What to say now that the table stands like this. */
  say(info: TableInfo, you: You): FromClient[] {
    if (info.state === "open") return this.#seal(you.seats);
    if (info.state === "starting") return this.#show(info, you.seats);
    for (const seat of you.seats) this.#nonces.forget(seat);
    return [];
  }

  #seal(own: number[]): FromClient[] {
    // Who stands up takes the seal along, and seals anew on sitting down.
    for (const seat of this.#sealed) if (!own.includes(seat)) this.#sealed.delete(seat);
    const fresh = own.filter((seat) => !this.#sealed.has(seat));
    for (const seat of fresh) this.#sealed.add(seat);
    return fresh.map((seat) => ({ type: "seal", id: "seal", seat, seal: sha256Hex(this.#nonces.of(seat)) }));
  }

  /** A nonce is shown only if the seal that everybody sees is its own. */
  #show(info: TableInfo, own: number[]): FromClient[] {
    return own.flatMap((seat): FromClient[] => {
      const nonce = this.#nonces.find(seat);
      if (nonce === null || this.#shown.has(seat) || sha256Hex(nonce) !== info.seals[seat]) return [];
      this.#shown.add(seat);
      return [{ type: "nonce", id: "nonce", seat, nonce }];
    });
  }
}
