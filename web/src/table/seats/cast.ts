/** Who sits at a table, as one viewer sees it: names, colours and signs. */
import { t } from "../../text";
import { rules } from "../../server/rules.svelte";
import type { SeatInfo } from "../net/types";
import { lookOf, plain, type Look } from "./looks";

export interface Cast {
  viewer: number | null;
  names: readonly string[];
  /** Colours and signs; without them each seat has those of its number. */
  looks?: readonly Look[];
}

/** Who sits at a table, as a viewer sees it. */
export const castOf = (viewer: number | null, seats: readonly SeatInfo[]): Cast => ({
  viewer,
  names: seats.map(nameOf),
  looks: seats.map(lookOf),
});

/** The colour and the sign of a seat. */
export const look = (seat: number, cast: Cast): Look => cast.looks?.[seat] ?? plain(seat);

/**
 * Whoever sits on a seat; a bot bears the name of its level that the server says, in the reader's language, or is
 * counted as the server counts it.
 */
export function nameOf(seat: SeatInfo): string {
  const names = (seat.kind === "bot" && seat.level && rules.all.bot_names[seat.level]) || [];
  const number = seat.name.match(/ \d+$/)?.[0] ?? "";
  const called = names[seat.called ?? -1] ?? (names[0] ? names[0] + number : seat.name);
  return called || t("seat.n", { n: seat.seat + 1 });
}

/** Who acts: the reader is spoken to. */
export function who(seat: number, cast: Cast): { who: string; you: boolean } {
  const you = seat === cast.viewer;
  return { who: you ? t("you") : (cast.names[seat] ?? t("seat.n", { n: seat + 1 })), you };
}
