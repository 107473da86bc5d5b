/** The colour and the sign by which a seat is known everywhere at the table: picked, or those of its number. */
import { SEAT_COLOURS, SEAT_SIGNS } from "../../protocol";
import type { SeatInfo } from "../net/types";

/** The numbers of a colour (`s0` … `s3`) and of a sign (`seat-0` … `seat-3`) as styles and drawings are called. */
export interface Look {
  colour: number;
  sign: number;
}

/** How a seat looks of which nothing else is known, as in games of rules 1. */
export const plain = (seat: number): Look => ({ colour: seat, sign: seat });

/** How a seat looks. */
export function lookOf(info: SeatInfo | undefined, seat: number): Look {
  const found = plain(seat);
  if (info?.colour) found.colour = SEAT_COLOURS.indexOf(info.colour);
  if (info?.sign) found.sign = SEAT_SIGNS.indexOf(info.sign);
  return found;
}
