/**
 * Fold events into what the table shows. Nothing is decided here: every event says what happened, the scoring space is
 * read off the pot, and everything else that follows from the rules is told by the server (`settle`): the white sum too.
 */
import type { SeatChange } from "../../protocol";
import type { Counts, EventOf, GameEvent, SeatEvent, SeatView, View } from "./types";

export const BOWL = 54;
const LAST_SPACE = 52;
const LAST_ROUND = 9;
const KIND_ORDER = "W1 W2 W3 O1 G1 G2 G4 B1 B2 B4 R1 R2 R4 Y1 Y2 Y4 P1 K1".split(" ");

/** The value printed on a chip. */
export const value = (kind: string): number => Number(kind.slice(1));

/** The kinds of a multiset in the order of the rules, each as often as it is there. */
export function chipsOf(counts: Counts): string[] {
  return KIND_ORDER.flatMap((kind) => Array<string>(counts[kind] ?? 0).fill(kind));
}

/** The kinds of a multiset in the order of the rules, with how many there are. */
export function kindsOf(counts: Counts): [string, number][] {
  return KIND_ORDER.flatMap((kind) => (counts[kind] ? [[kind, counts[kind]] as [string, number]] : []));
}

/** How many chips a multiset holds. */
export const total = (counts: Counts): number => Object.values(counts).reduce((a, b) => a + b, 0);

/** The values of the white chips in pot and bowl, in the order in which they lie there. */
export function whites(seat: SeatView): number[] {
  const kinds = [...seat.pot.map(([kind]) => kind), ...chipsOf(seat.bowl)];
  return kinds.filter((kind) => kind.startsWith("W")).map(value);
}

function put(counts: Counts, kind: string, n = 1): void {
  counts[kind] = (counts[kind] ?? 0) + n;
}

function remove(counts: Counts, kind: string, n = 1): void {
  const left = (counts[kind] ?? 0) - n;
  if (left > 0) counts[kind] = left;
  else delete counts[kind];
}

/** Put chips into a bag: where nobody looks into it, they are only counted. */
function intoBag(seat: SeatView, kind: string, n = 1): void {
  if (seat.bag) put(seat.bag, kind, n);
  seat.bag_count += n;
}

function outOfBag(seat: SeatView, kind: string): void {
  if (seat.bag) remove(seat.bag, kind);
  seat.bag_count -= 1;
}

function lastSpace(seat: SeatView): number {
  const last = seat.pot[seat.pot.length - 1];
  return last ? last[1] : Math.min(LAST_SPACE, seat.droplet + seat.tails);
}

function readOff(seat: SeatView): void {
  seat.scoring = lastSpace(seat) + 1;
}

/** The last chip stands on another space from now on. */
function stand(seat: SeatView, space: number): void {
  const last = seat.pot[seat.pot.length - 1];
  if (last) last[1] = space;
  readOff(seat);
}

/** Put what the server says of seats over what was folded. */
export function settle(view: View, changes: Record<string, SeatChange>): void {
  for (const [seat, change] of Object.entries(changes)) Object.assign(view.seats[Number(seat)] ?? {}, change);
}

function emptyPot(seat: SeatView): void {
  for (const [kind] of seat.pot) intoBag(seat, kind);
  for (const [kind, n] of Object.entries(seat.bowl)) intoBag(seat, kind, n);
  seat.pot = [];
  seat.bowl = {};
}

/** What a fold must remember besides the view: red chips laid aside in this round go back if the pot restarts (R4.16). */
export class Memory {
  readonly asideNew: Counts[] = [{}, {}, {}, {}];
}

/** A view as a program of today tells it: games of rules 1 counted no bags and called for no stir. */
export function complete(view: View): View {
  for (const seat of view.seats) seat.bag_count ??= total(seat.bag ?? {});
  view.stirred ??= false;
  view.stir_open ??= false;
  return view;
}

type SeatFolds = {
  [Name in SeatEvent["event"]]?: (view: View, seat: SeatView, event: EventOf<Name>, memory: Memory) => void;
};
type TableName = Exclude<GameEvent["event"], SeatEvent["event"]>;
type TableFolds = { [Name in TableName]: (view: View, event: EventOf<Name>) => void };

const SEAT_FOLDS: SeatFolds = {
  rat_tails_counted: (view, seat, event) => {
    seat.tails = event.tails;
    view.phase = "rats";
  },
  rat_tails_given_up: (_, seat, event) => {
    seat.tails -= event.tails;
  },
  brewing_began: (view, seat, event, memory) => {
    view.phase = "potions";
    seat.state = "brewing";
    seat.coins = 0;
    memory.asideNew[event.seat] = {};
    readOff(seat);
  },
  chips_looked_at: (view, seat, event) => {
    const kinds = event.kinds;
    if (event.seat !== view.viewer || !kinds) return;
    view.looked = {};
    for (const kind of kinds) {
      put(view.looked, kind);
      outOfBag(seat, kind);
    }
  },
  look_ended: (view, seat, event) => {
    if (event.seat !== view.viewer) return;
    for (const [kind, n] of Object.entries(view.looked)) intoBag(seat, kind, n);
    view.looked = {};
  },
  chip_drawn: (view) => {
    view.stir_open = false;
  },
  stir_called: (view) => {
    view.stirred = true;
    view.stir_open = false;
  },
  chip_placed: (_, seat, event) => {
    const kind = event.kind;
    if (event.source === "aside") remove(seat.aside, kind);
    else outOfBag(seat, kind);
    if (event.space === BOWL) {
      put(seat.bowl, kind);
      return;
    }
    seat.pot.push([kind, event.space]);
    readOff(seat);
  },
  chip_laid_aside: (_, seat, event, memory) => {
    outOfBag(seat, event.kind);
    put(seat.aside, event.kind);
    put(memory.asideNew[event.seat] ?? {}, event.kind);
  },
  chip_returned: (_, seat, event) => {
    const place = event.place;
    intoBag(seat, event.kind);
    if (place < 0) {
      remove(seat.bowl, event.kind);
      return;
    }
    seat.pot.splice(place, 1);
    readOff(seat);
  },
  chip_put_back: (_, seat, event, memory) => {
    const kind = event.kind;
    remove(seat.aside, kind);
    intoBag(seat, kind);
    const fresh = memory.asideNew[event.seat] ?? {};
    if ((fresh[kind] ?? 0) > (seat.aside[kind] ?? 0)) remove(fresh, kind);
  },
  flask_emptied: (_, seat) => {
    seat.flask = false;
  },
  flask_filled: (_, seat) => {
    seat.flask = true;
  },
  pot_exploded: (_, seat, event) => {
    seat.state = "exploded";
    seat.white_sum = event.white_sum;
    seat.shielded = event.shielded;
  },
  brewing_stopped: (_, seat) => {
    seat.state = "stopped";
  },
  choice_sealed: (view, _, event) => {
    if (!view.sealed.includes(event.seat)) view.sealed = [...view.sealed, event.seat].sort();
  },
  choice_revealed: (view, _, event) => {
    view.sealed = view.sealed.filter((seat) => seat !== event.seat);
  },
  pot_restarted: (_, seat, event, memory) => {
    emptyPot(seat);
    for (const [kind, n] of Object.entries(memory.asideNew[event.seat] ?? {})) {
      remove(seat.aside, kind, n);
      intoBag(seat, kind, n);
    }
    memory.asideNew[event.seat] = {};
    seat.state = "brewing";
    seat.shielded = false;
    readOff(seat);
  },
  rubies_won: (_, seat, event) => {
    seat.rubies += event.rubies;
  },
  rubies_paid: (_, seat, event) => {
    seat.rubies -= event.rubies;
  },
  points_won: (_, seat, event) => {
    seat.vp += event.points;
  },
  coins_won: (_, seat, event) => {
    seat.coins = event.coins;
  },
  droplet_moved: (_, seat, event) => {
    seat.droplet += event.steps;
  },
  glass_reached: (_, seat, event) => {
    seat.glass = event.glass;
  },
  chip_taken: (view, seat, event) => {
    intoBag(seat, event.kind);
    remove(view.supply, event.kind);
  },
  chip_bought: (view, seat, event) => {
    intoBag(seat, event.kind);
    remove(view.supply, event.kind);
  },
  chip_given_back: (view, seat, event) => {
    outOfBag(seat, event.kind);
    put(view.supply, event.kind);
  },
  chip_traded_in: (view, seat, event) => {
    seat.pot.splice(event.place, 1);
    put(view.supply, event.kind);
  },
  chip_moved: (_, seat, event) => stand(seat, event.space),
  extra_passed_up: (_, seat, event) => stand(seat, event.space),
};

const TABLE_FOLDS: TableFolds = {
  round_began: (view, event) => {
    view.round = event.round;
    view.start = event.start;
    view.phase = "fortune";
    const { stir } = view.setup;
    view.stirred = stir === "always" || (stir === "last" && event.round === LAST_ROUND);
    view.stir_open = !view.stirred && stir !== "never";
  },
  card_turned_up: (view, event) => {
    view.card = event.card;
    if (!view.cards_used.includes(view.card)) view.cards_used = [...view.cards_used, view.card];
  },
  evaluation_began: (view) => {
    view.phase = "evaluation";
  },
  round_ended: (view) => {
    for (const seat of view.seats) {
      emptyPot(seat);
      seat.tails = 0;
      seat.coins = 0;
      seat.state = "brewing";
      seat.shielded = false;
      readOff(seat);
    }
    view.phase = "clean_up";
  },
  game_ended: (view) => {
    view.phase = "over";
  },
};

/** Carry one event out on the view. */
export function fold(view: View, event: GameEvent, memory: Memory): void {
  if ("seat" in event) {
    const seat = view.seats[event.seat];
    const act = SEAT_FOLDS[event.event] as
      ((view: View, seat: SeatView, event: SeatEvent, memory: Memory) => void) | undefined;
    if (seat) act?.(view, seat, event, memory);
    return;
  }
  (TABLE_FOLDS[event.event] as (view: View, event: GameEvent) => void)(view, event);
}
