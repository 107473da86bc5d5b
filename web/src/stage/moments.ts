/**
 * Moments: what happened, as movement and sound. Nothing waits for a moment: the table already stands as it will when
 * one plays, any tap finishes what runs, moments never queue, and what happened before the page opened is not played.
 */
import type { EventOf, GameEvent } from "../table/net/types";
import type { TableStore } from "../table/net/store.svelte";
import { isBrewing } from "../table/questions/choices";
import { draw, explode, fan, fanBack, goBack, shake, stepBack, stir } from "./brewing";
import { pulse, purchase, rats, turn } from "./evaluation";
import { sound } from "./sound";
import { finish, rest, wake } from "./motion";

const OTHERS_AT_ONCE = 2;

type Shows = { [Name in GameEvent["event"]]?: (event: EventOf<Name>, store: TableStore) => void };

/** What is seen and heard of an event, whoever's it is. */
const ANYBODY: Shows = {
  card_turned_up: () => sound.card(),
  die_rolled: () => sound.die(),
  pot_exploded: (event) => explode(event.seat),
  extra_passed_up: (event) => stepBack(event),
  stir_called: () => {
    stir();
    sound.stir();
  },
};

/** What is seen and heard of an event of the own seat. */
const OWN: Shows = {
  chip_placed: (event, store) => {
    sound.bag();
    sound.plop(event.space);
    const own = store.view?.seats[event.seat];
    if (event.kind.startsWith("W") && own) sound.fuse(Math.min(1, own.white_sum / own.limit));
  },
  chips_looked_at: () => fan(),
  pot_exploded: () => sound.explosion(),
  extra_passed_up: (event) => sound.step(event.left - event.space),
  flask_emptied: () => {
    sound.flask();
    pulse("[data-held=flask]");
  },
  rubies_won: () => {
    sound.ruby();
    pulse("[data-held=rubies]");
  },
  points_won: () => pulse("[data-held=points]"),
  coins_won: () => sound.coins(),
  chip_bought: () => sound.coins(),
  rat_tails_counted: () => sound.rats(),
};

function show(shows: Shows, event: GameEvent, store: TableStore): void {
  (shows[event.event] as ((event: GameEvent, store: TableStore) => void) | undefined)?.(event, store);
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
    // After a look of the pot that brews, what was not chosen is back in the bag; a card may have taken more.
    const brews = store.view !== null && isBrewing(store.view);
    if (brews && own.some((event) => event.event === "look_ended"))
      fanBack(placedBy(own).get(viewer ?? -1)?.kind ?? null);
  },

  /** Show what has just happened; the table already stands as it is now. */
  play(events: readonly GameEvent[], store: TableStore): void {
    const viewer = store.seat;
    for (const event of events) {
      show(ANYBODY, event, store);
      if ("seat" in event && event.seat === viewer) show(OWN, event, store);
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
