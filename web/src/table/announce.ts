/** What a screen reader is told: each own draw and question, the others' stops and explosions. */
import { capital, chipName, t } from "../text";
import { rules } from "../rules.svelte";
import type { GameEvent } from "./shape";
import type { TableStore } from "./store.svelte";
import { tell, type Cast } from "./words";

const OTHERS = new Set<GameEvent["event"]>(["brewing_stopped", "pot_exploded"]);
const OWN = new Set<GameEvent["event"]>([
  "pot_exploded",
  "brewing_stopped",
  "chip_returned",
  "chip_laid_aside",
  "rubies_won",
  "points_won",
  "coins_won",
  "droplet_moved",
  "chip_taken",
  "chip_bought",
  "die_rolled",
  "rat_tails_counted",
]);

function sentence(event: GameEvent, store: TableStore, cast: Cast): string {
  const mine = "seat" in event && event.seat === cast.viewer;
  if (mine && event.event === "chip_placed") {
    const own = store.view?.seats[event.seat];
    const said = t("say.placed", { chip: chipName(event.kind), space: event.space });
    return event.kind.startsWith("W") && own
      ? `${said} ${t("say.sum", { n: own.white_sum, limit: own.limit })}`
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
