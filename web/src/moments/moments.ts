/**
 * Moments: what happened, as movement and sound. Nothing waits for a moment: the table already stands as it will when
 * one plays, any tap finishes what runs, moments never queue, and what happened before the page opened is not played.
 */
import type { EventOf, GameEvent } from "../table/shape";
import type { TableStore } from "../table/store.svelte";
import { draw, explode, fan, fanBack, goBack, shake } from "./brewing";
import { pulse, purchase, rats, turn } from "./gains";
import { sound } from "./sound";
import { finish, rest, wake } from "./stage";

const OTHERS_AT_ONCE = 2;

function noiseOf(event: GameEvent, viewer: number | null, store: TableStore): void {
  const mine = "seat" in event && event.seat === viewer;
  if (event.event === "card_turned_up") return sound.card();
  if (event.event === "die_rolled") return sound.die();
  if (!mine) return;
  if (event.event === "chip_placed") {
    sound.bag();
    sound.plop(event.space);
    const own = store.view?.seats[event.seat];
    if (event.kind.startsWith("W") && own) sound.fuse(Math.min(1, own.white_sum / own.limit));
  } else if (event.event === "pot_exploded") sound.explosion();
  else if (event.event === "flask_emptied") sound.flask();
  else if (event.event === "rubies_won") sound.ruby();
  else if (event.event === "coins_won" || event.event === "chip_bought") sound.coins();
  else if (event.event === "rat_tails_counted") sound.rats();
}

function placedBy(events: readonly GameEvent[]): Map<number, EventOf<"chip_placed">> {
  const placed = new Map<number, EventOf<"chip_placed">>();
  for (const event of events) if (event.event === "chip_placed") placed.set(event.seat, event);
  return placed;
}

export const moments = {
  /** Something is about to change: what leaves the table is seen to leave from where it lies. */
  before(events: readonly GameEvent[], store: TableStore): void {
    // What is read again after a reload brings nothing new: it wakes nobody.
    if (!events.length) return;
    const viewer = store.seat;
    const own = events.filter((event) => "seat" in event && event.seat === viewer);
    wake();
    for (const event of own) if (event.event === "chip_returned") goBack(event);
    purchase(own.flatMap((event) => (event.event === "chip_bought" ? [event.kind] : [])));
    if (own.some((event) => event.event === "look_ended"))
      fanBack(placedBy(own).get(viewer ?? -1)?.kind ?? null);
  },

  /** Show what has just happened; the table already stands as it is now. */
  play(events: readonly GameEvent[], store: TableStore): void {
    const viewer = store.seat;
    for (const event of events) {
      noiseOf(event, viewer, store);
      if (event.event === "pot_exploded") explode(event.seat);
      if (!("seat" in event) || event.seat !== viewer) continue;
      if (event.event === "rubies_won") pulse("[data-held=rubies]");
      if (event.event === "points_won") pulse("[data-held=points]");
      if (event.event === "flask_emptied") pulse("[data-held=flask]");
      if (event.event === "chips_looked_at") fan();
    }
    let others = 0;
    for (const [seat] of placedBy(events))
      if (seat === viewer || others++ < OTHERS_AT_ONCE) draw(seat, seat === viewer);
    if (document.hidden && store.view?.question) sound.bell();
  },

  /** A draw is asked for: the bag shakes at once, whatever comes out. */
  asked(): void {
    shake();
  },

  /** A round begins: the card turns, the rats hop. */
  roundBegins(store: TableStore): void {
    turn();
    sound.card();
    const own = store.seat === null ? undefined : store.view?.seats[store.seat];
    if (!own?.tails) return;
    rats(store.seat as number, own.droplet, own.tails);
    sound.rats();
  },

  wake,
  rest,
  finish,
};
