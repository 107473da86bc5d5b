/** What a screen reader is told: each own draw and question, the others' stops, explosions and calls to stir. */
import { capital, chipName, t } from "../../text";
import { rules } from "../../server/rules.svelte";
import type { ChipPlaced } from "../../protocol";
import { value } from "../net/fold";
import type { GameEvent, SeatView } from "../net/types";
import type { TableStore } from "../net/store.svelte";
import { tell } from "./event-words";
import type { Cast } from "../seats/cast";

const OTHERS = new Set<GameEvent["event"]>(["brewing_stopped", "pot_exploded", "stir_called"]);
const OWN = new Set<GameEvent["event"]>([
  "pot_exploded",
  "brewing_stopped",
  "chip_returned",
  "chip_laid_aside",
  "chip_put_back",
  "extra_passed_up",
  "stir_called",
  "rubies_won",
  "points_won",
  "coins_won",
  "droplet_moved",
  "chip_taken",
  "chip_bought",
  "die_rolled",
  "rat_tails_counted",
]);

/** The white sum with a white chip that has just been placed: what happened is told before the pot shows it. */
function sumWith(own: SeatView, { kind, space }: ChipPlaced): number {
  const lies = own.pot.some((chip) => chip[0] === kind && chip[1] === space);
  return own.white_sum + (lies ? 0 : value(kind));
}

function sentence(event: GameEvent, store: TableStore, cast: Cast): string {
  const mine = "seat" in event && event.seat === cast.viewer;
  if (mine && event.event === "chip_placed") {
    const own = store.view?.seats[event.seat];
    const said = t("say.placed", { chip: chipName(event.kind), space: event.space });
    return event.kind.startsWith("W") && own
      ? `${said} ${t("say.sum", { n: sumWith(own, event), limit: own.limit })}`
      : said;
  }
  if (event.event === "card_turned_up")
    return `${rules.title(`card.${event.card}`)}. ${rules.text(`card.${event.card}`)}`;
  if (event.event === "round_began" || event.event === "game_ended" || (mine ? OWN : OTHERS).has(event.event))
    return tell(event, cast)?.text ?? "";
  return "";
}

/** One text for what happened at once. */
export function announce(events: readonly GameEvent[], store: TableStore, cast: Cast): string {
  const said = events.map((event) => capital(sentence(event, store, cast))).filter(Boolean);
  return said.join(" ");
}
