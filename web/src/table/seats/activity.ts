/** What a seat is doing, as a drawing and a word. */
import { t } from "../../text";
import type { SeatInfo, View } from "../net/types";

export function doing(view: View, seat: number, info: SeatInfo | undefined): { icon: string; text: string } {
  const own = view.seats[seat];
  const waits = view.waiting.includes(seat);
  if (info?.apprentice) return { icon: "ui-bot", text: t("doing.apprentice") };
  if (info?.kind === "person" && info.present === false)
    return { icon: "ui-hourglass", text: t("doing.away") };
  if (view.phase === "over") return { icon: "ui-check", text: t("doing.done") };
  if (view.phase === "evaluation" || view.phase === "fortune") {
    if (waits) return { icon: "ui-hourglass", text: t("doing.choosing") };
    if (own?.state === "exploded") return { icon: "ing-W", text: t("doing.exploded") };
    return { icon: "ui-check", text: t("doing.ready") };
  }
  if (own?.state === "exploded") return { icon: "ing-W", text: t("doing.exploded") };
  if (own?.state === "stopped") return { icon: "ui-check", text: t("doing.stopped") };
  if (view.sealed.includes(seat)) return { icon: "ui-check", text: t("doing.sealed") };
  return { icon: "flame", text: t("doing.brewing") };
}
