/** Who sits at a table, as one viewer sees it: names, colours and signs. */
import { t } from "../../text";
import { rules } from "../../server/rules.svelte";
import type { GameEvent, SeatInfo } from "../net/types";
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
 * counted as the server counts it. Somebody who was deleted has no name any more.
 */
export function nameOf(seat: SeatInfo): string {
  const names = (seat.kind === "bot" && seat.level && rules.all.bot_names[seat.level]) || [];
  const number = seat.name.match(/ \d+$/)?.[0] ?? "";
  const called = names[seat.called ?? -1] ?? (names[0] ? names[0] + number : seat.name);
  return called || t(seat.kind === "person" ? "seat.gone" : "seat.n", { n: seat.seat + 1 });
}

/** Who acts: the reader is spoken to. */
export function who(seat: number, cast: Cast): { who: string; you: boolean } {
  const you = seat === cast.viewer;
  return { who: you ? t("you") : (cast.names[seat] ?? t("seat.n", { n: seat + 1 })), you };
}

/** Whether a seat has chips of its bag in hand: it looked at them, and the look has not ended. */
export function isLooking(history: readonly GameEvent[], seat: number): boolean {
  const last = history.findLast(
    (event) =>
      (event.event === "chips_looked_at" || event.event === "look_ended") &&
      "seat" in event &&
      event.seat === seat,
  );
  return last?.event === "chips_looked_at";
}
