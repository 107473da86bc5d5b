// The protocol between page and server. Made by tools/make_protocol_types.py: do not edit.

export const PROTOCOL = 1;

/** Agree to end the game without a result, or no longer; it ends when every person agrees. */
export interface Abandon {
  type: "abandon";
  id?: string | null;
  agree?: boolean;
}

/** Done, and stored if it was an action; `number` counts the events after it. */
export interface Ack {
  type: "ack";
  id: string;
  number?: number;
}

/** Carry out an action of the own seat; the same id never acts twice. */
export interface Act {
  type: "act";
  id: string;
  question: number;
  action: string;
}

/** The host gives an open seat to a bot of a level. */
export interface AddBot {
  type: "add_bot";
  id?: string | null;
  seat: number;
  level: string;
}

/** Show the sealed nonce, once the seals are closed (`starting`) and within five seconds. Before the start the server seals it: then whoever reads the server's memory knows it early. Without a seat it is that of all own seats whose seal it fits. */
export interface AddNonce {
  type: "nonce";
  id?: string | null;
  nonce: string;
  seat?: number | null;
}

/** Seal the own nonce before the start: its SHA-256, which a further seal replaces. Without a seat it is that of all own seats. */
export interface AddSeal {
  type: "seal";
  id?: string | null;
  seal: string;
  seat?: number | null;
}

/** A legal action as an adviser judges it; null is what the adviser does not reckon. `value` is in the adviser's own measure, for comparing actions; `win` the chance to win the game, `points` the own points at its end, `explodes` the chance that this pot ends exploded. `why` says it in a few words; `reason` is the key of a text that says it in the page's language. */
export interface Advised {
  action: string;
  value?: number | null;
  win?: number | null;
  points?: number | null;
  explodes?: number | null;
  why?: string;
  reason?: string;
}

/** The own seat's question and every legal action with what it brings. */
export interface Ask {
  question: QuestionData;
  legal: OptionData[];
}

/** Ask what a bot would do, where the table gives advice. */
export interface AskHint {
  type: "hint";
  id: string;
}

/** Ask for the chances of the next draw, where the table shows them. */
export interface AskOdds {
  type: "odds";
  id: string;
}

/** Take the own seat over from the apprentice. */
export interface Back {
  type: "back";
  id?: string | null;
}

/** A book's page: the prices of its kinds (R1.6; two of them differ by edition, R8). */
export interface BookRules {
  id: string;
  colour: string;
  number: number;
  prices: Record<string, number>;
}

/** A seat stands before its empty pot (R4.1). */
export interface BrewingBegan {
  event: "brewing_began";
  rule: string;
  seat: number;
}

/** A seat stopped brewing (R4.2). */
export interface BrewingStopped {
  event: "brewing_stopped";
  rule: string;
  seat: number;
}

/** A fortune card (R6). */
export interface CardRules {
  id: string;
  colour: string;
}

/** A fortune card was turned up (R3.2). */
export interface CardTurnedUp {
  event: "card_turned_up";
  rule: string;
  card: string;
  named: boolean;
}

/** Say something to the table. */
export interface Chat {
  type: "chat";
  id?: string | null;
  text: string;
}

/** Somebody was deleted, and these lines of the chat with them. */
export interface ChatGone {
  type: "chat_gone";
  lines: number[];
}

/** A line of the table's chat: plain text, never markup. */
export interface ChatLine {
  number: number;
  name: string;
  seat: number | null;
  text: string;
  at: number;
}

/** Somebody said something. */
export interface ChatSaid {
  type: "chat";
  line: ChatLine;
}

/** A chip was bought into the bag (R5.E). */
export interface ChipBought {
  event: "chip_bought";
  rule: string;
  seat: number;
  kind: string;
  price: number;
}

/** A chip was drawn; where it went is the next event. */
export interface ChipDrawn {
  event: "chip_drawn";
  rule: string;
  seat: number;
  kind: string;
}

/** A chip of the bag went into the supply. */
export interface ChipGivenBack {
  event: "chip_given_back";
  rule: string;
  seat: number;
  kind: string;
}

/** A drawn red chip was laid beside the pot (R4.16). */
export interface ChipLaidAside {
  event: "chip_laid_aside";
  rule: string;
  seat: number;
  kind: string;
}

/** A chip was due, but the supply had none (R1.1). */
export interface ChipMissed {
  event: "chip_missed";
  rule: string;
  seat: number;
  kind: string;
}

/** The last chip of the pot moved on to a space (R5.5). */
export interface ChipMoved {
  event: "chip_moved";
  rule: string;
  seat: number;
  space: number;
}

/** A chip was placed in the pot, on a space or in the bowl (54), out of bag or from aside. */
export interface ChipPlaced {
  event: "chip_placed";
  rule: string;
  seat: number;
  kind: string;
  space: number;
  source: string;
}

/** A red chip went from aside back into the bag (R4.16). */
export interface ChipPutBack {
  event: "chip_put_back";
  rule: string;
  seat: number;
  kind: string;
}

/** A chip went from the pot (its place in the order) or the bowl (-1) back into the bag. */
export interface ChipReturned {
  event: "chip_returned";
  rule: string;
  seat: number;
  kind: string;
  place: number;
}

/** A chip came from the supply into the bag for nothing. */
export interface ChipTaken {
  event: "chip_taken";
  rule: string;
  seat: number;
  kind: string;
}

/** A chip of the pot (its place in the order) went into the supply (R5.8, R5.10). */
export interface ChipTradedIn {
  event: "chip_traded_in";
  rule: string;
  seat: number;
  kind: string;
  place: number;
}

/** Chips of the bag were looked at; only their owner sees which. */
export interface ChipsLookedAt {
  event: "chips_looked_at";
  rule: string;
  seat: number;
  kinds: string[] | null;
  count: number;
}

/** A sealed choice was opened (R4.10). */
export interface ChoiceRevealed {
  event: "choice_revealed";
  rule: string;
  seat: number;
  choice: string;
}

/** A seat chose in secret to draw or to stop (R4.10). */
export interface ChoiceSealed {
  event: "choice_sealed";
  rule: string;
  seat: number;
  choice: string | null;
}

/** `POST /api/identity/claim`: be the same person on this device, by a one-time code. */
export interface ClaimIdentity {
  code: string;
}

/** A seat has coins to spend (R5.E). */
export interface CoinsWon {
  event: "coins_won";
  rule: string;
  seat: number;
  coins: number;
}

/** A colour: its letter, its ingredient, and the round from which it is for sale. */
export interface ColourRules {
  letter: string;
  name: string;
  ingredient: string;
  out_from: number;
}

/** Say who cooked last, and so begins (`start` is "cooked"); null: nobody has said it. */
export interface Cooked {
  type: "cooked";
  id?: string | null;
  seat: number | null;
}

/** A device or program of an identity; `this` is the one that asks. `label` says browser and system, or what a program calls itself; it can be empty. `created` and `used` are days (UTC), empty for devices of before that were not used since. */
export interface Device {
  id: string;
  kind: "browser" | "program";
  label: string;
  created: string;
  used: string;
  this: boolean;
}

/** One's own devices and programs, the latest used first. */
export interface DeviceList {
  devices: Device[];
}

/** The bonus die was rolled (R1.4). */
export interface DieRolled {
  event: "die_rolled";
  rule: string;
  seat: number;
  face: string;
}

/** The droplet moved in the pot. */
export interface DropletMoved {
  event: "droplet_moved";
  rule: string;
  seat: number;
  steps: number;
}

/** The pots are closed, the evaluation begins (R5). */
export interface EvaluationBegan {
  event: "evaluation_began";
  rule: string;
}

/** What an explosion with the next chip leaves: points or coins, or both; never the die. */
export interface Explosion {
  points: number;
  coins: number;
  both: boolean;
}

/** The last chip of the pot passed up its extra spaces: the space it left and its new one. */
export interface ExtraPassedUp {
  event: "extra_passed_up";
  rule: string;
  seat: number;
  kind: string;
  left: number;
  space: number;
}

/** The flask was used (R4.5). */
export interface FlaskEmptied {
  event: "flask_emptied";
  rule: string;
  seat: number;
}

/** The flask is full again (R5.F). */
export interface FlaskFilled {
  event: "flask_filled";
  rule: string;
  seat: number;
}

/** The ninth round is over (R5.H). */
export interface GameEnded {
  event: "game_ended";
  rule: string;
}

/** One's own games, the newest first. */
export interface GameList {
  games: OwnGame[];
}

/** The host hands the host's rights to the person on a seat. */
export interface GiveHost {
  type: "give_host";
  id?: string | null;
  seat: number;
}

/** The second droplet moved to the next glass (R7.2). */
export interface GlassReached {
  event: "glass_reached";
  rule: string;
  seat: number;
  glass: number;
  reward: string;
}

/** What happened, cut to what the viewer may see; `first` is the number of the first event. `ask` is there when the own seat's question or options changed: null means nothing to decide. `seats` has, by seat, what is new of it besides its chips (points, limit, scoring space, …). `deadlines` is there when one of them changed. */
export interface Happened {
  type: "events";
  first: number;
  events: GameEvent[];
  waiting: number[];
  seats?: Record<string, SeatChange>;
  ask?: Ask | null;
  deadlines?: (number | null)[];
  now?: number;
}

/** What a bot would do and why, and which bot it was; `choices` are all actions, best first. */
export interface Hint {
  type: "hint_told";
  id: string;
  question: number;
  action: string;
  bot: string;
  why: string;
  choices: Advised[];
}

/** Who one is; the token is there only for programs, once. */
export interface Identity {
  name: string;
  token?: string | null;
}

/** The host frees a seat before the game; in a game, one that the apprentice plays. */
export interface Kick {
  type: "kick";
  id?: string | null;
  seat: number;
}

/** A kind of chip (R1.1). */
export interface Kind {
  code: string;
  colour: string;
  value: number;
  supply: number;
  bag: number;
}

/** Stand up from a seat before the game. */
export interface Leave {
  type: "leave";
  id?: string | null;
  seat?: number | null;
}

/** A page of public tables, the newest first, on joining the lobby. `total` counts all public tables; `next` is where the next page begins (`before=`), null after the last one. */
export interface Lobby {
  type: "lobby";
  tables: LobbyTable[];
  total: number;
  next: string | null;
}

/** A public table is new on the page, or has changed. */
export interface LobbyChanged {
  type: "lobby_table";
  table: LobbyTable;
}

/** A table is no longer on the page: it is over, private, empty, or newer ones came. */
export interface LobbyGone {
  type: "lobby_gone";
  code: string;
}

/** A public table in the lobby. */
export interface LobbyTable {
  code: string;
  title: string;
  state: "abandoned" | "open" | "over" | "playing" | "starting";
  players: number;
  open_seats: number;
  names: string[];
  options: TableOptions;
  created: number;
}

/** How many public tables there are now, and where the next page begins. */
export interface LobbyTotal {
  type: "lobby_total";
  total: number;
  next: string | null;
}

/** Look from another of the own seats (pass the device), or as a spectator (null). */
export interface Look {
  type: "look";
  id?: string | null;
  seat: number | null;
}

/** The chips looked at are again among the others. */
export interface LookEnded {
  event: "look_ended";
  rule: string;
  seat: number;
}

/** `POST /api/identity`: become somebody, or change the own name; programs ask for a token. `label` is how a program is called in the list of devices; without one it is called by the first word of its user agent. */
export interface MakeIdentity {
  name: string;
  program?: boolean;
  label?: string;
}

/** `POST /api/tables`: make a table, sit down, and put bots on the next seats. `name` makes an identity for whoever has none yet. The answer has the promise of the luck; seal and start are said at the table, after it. */
export interface MakeTable {
  options?: TableOptions;
  sit?: boolean;
  bots?: string[];
  name?: string | null;
}

/** `POST /api/test/tables`, in test mode only: a running game that stands as a text says. The asker has seat 0 (or `seats`), bots have the others; `luck` is a list of outcomes that come first, `seed` what follows them. */
export interface MakeTableFromPosition {
  position: string;
  seats?: number[];
  level?: string;
  seed?: string;
  options?: TableOptions;
}

/** A one-time code that moves an identity to another device, and how long it holds. */
export interface MovingCode {
  code: string;
  seconds: number;
}

/** The host takes somebody's voice, or gives it back: a seat's, or whoever said a chat line. */
export interface Mute {
  type: "mute";
  id?: string | null;
  seat?: number | null;
  line?: number | null;
  muted?: boolean;
}

/** The chances of the next draw, by kind and in all; spaces are where the pot would score. `white_sums` is the white sum with each white kind of the bag, `bombs` which of them explode. `explodes_after_flask` is the chance once the flask has taken the last chip back, null while it can't; `shielded`: an explosion with the next chip would be covered (R4.12); `explosion` is what one would leave, null while no chip explodes. */
export interface Odds {
  type: "odds_told";
  id: string;
  explodes: number;
  explodes_after_flask: number | null;
  shielded: boolean;
  chips: number;
  kinds: Record<string, number>;
  white_sums: Record<string, number>;
  bombs: string[];
  scoring_now: number;
  scoring_expected: number;
  points_now: number;
  coins_now: number;
  explosion?: Explosion | null;
}

/** A legal action with what it brings at once; 0 and False where it brings nothing of that. `spaces` are those of the droplet, the rat stone or the scoring space, whichever moves; `space` is where a chip would lie, `white_sum` what a white chip makes of the pot, `explodes` whether it explodes it, and `most` how many times in a row the action could be taken. */
export interface OptionData {
  action: string;
  points?: number;
  coins?: number;
  spaces?: number;
  white_sum?: number;
  explodes?: boolean;
  space?: number;
  most?: number;
}

/** How a game ended (R5.H). */
export interface OutcomeData {
  ranking: number[];
  winners: number[];
  points: number[];
  scoring: number[];
  reason: string;
}

/** A line in the list of one's own games; one that is `halted` can't be played on here. */
export interface OwnGame {
  code: string;
  state: "abandoned" | "open" | "over" | "playing" | "starting";
  seats: number[];
  names: string[];
  points: number[] | null;
  winners: number[] | null;
  your_turn: boolean;
  updated: number;
  halted?: boolean;
}

/** Pick the colour or the sign of an own seat before the game; null gives a choice up. What is left out stays. Without a seat it is the one looked from. */
export interface PickSign {
  type: "pick";
  id?: string | null;
  colour?: "blue" | "green" | "red" | "yellow" | null;
  sign?: "leaf" | "moon" | "star" | "sun" | null;
  seat?: number | null;
}

/** Ask whether the server is there; answered by `ack`. */
export interface Ping {
  type: "ping";
  id?: string | null;
}

/** A seat's marker moved on the scoring track. */
export interface PointsWon {
  event: "points_won";
  rule: string;
  seat: number;
  points: number;
}

/** The white chips passed the limit (R4.3). */
export interface PotExploded {
  event: "pot_exploded";
  rule: string;
  seat: number;
  white_sum: number;
  shielded: boolean;
}

/** All chips of the round went back into the bag (R6). */
export interface PotRestarted {
  event: "pot_restarted";
  rule: string;
  seat: number;
}

/** What is wrong with a request: a word for programs, a reason for people. */
export interface Problem {
  code: string;
  reason: string;
}

/** What a seat is asked: its id, the rule it comes from, and what it is about. `about` names the chips looked at, the chip or line in question, or the number at stake. */
export interface QuestionData {
  id: string;
  rule: string;
  about: string[];
  number: number;
}

/** The rat stone was laid (R3.3). */
export interface RatTailsCounted {
  event: "rat_tails_counted";
  rule: string;
  seat: number;
  tails: number;
}

/** Rat tails were given up for rubies (R6). */
export interface RatTailsGivenUp {
  event: "rat_tails_given_up";
  rule: string;
  seat: number;
  tails: number;
}

/** Show a quick reaction. */
export interface React {
  type: "reaction";
  id?: string | null;
  reaction: "cheer" | "cry" | "gasp" | "hurry" | "laugh" | "luck" | "thanks" | "well_played";
}

/** Somebody showed a quick reaction. */
export interface Reacted {
  type: "reaction";
  name: string;
  seat: number | null;
  reaction: "cheer" | "cry" | "gasp" | "hurry" | "laugh" | "luck" | "thanks" | "well_played";
}

/** Say that the own seats are ready, or not. */
export interface Ready {
  type: "ready";
  id?: string | null;
  ready?: boolean;
}

/** Not done: a word for programs and a reason for people. Nothing has changed. */
export interface Refused {
  type: "refused";
  id: string | null;
  code: string;
  reason: string;
}

/** Make another table with the same seats. */
export interface Rematch {
  type: "rematch";
  id?: string | null;
}

/** The table of the rematch. */
export interface RematchMade {
  type: "rematch";
  code: string;
}

/** A finished game: fold `events` over `view` (a spectator's, before the first event). `steps` are the numbers of the first event of each action, with who acted and what it was; `rounds` the number of the first event of each round. `changes` are what `events.seats` tells at a table: put them over the folded seats. `risks` is, for each seat, the sum of the chances of exploding that its draws took: how many explosions were to be expected. Games that are older than seals have none. */
export interface Replay {
  code: string;
  rules: number;
  seats: SeatInfo[];
  options: TableOptions;
  view: ViewData;
  events: GameEvent[];
  steps: Step[];
  rounds: number[];
  changes: ReplayChange[];
  risks: number[];
  outcome: OutcomeData;
  commit: string;
  secret: string;
  nonces: Record<string, string>;
  seals?: Record<string, string>;
}

/** What is new of seats besides their chips once so many events have happened. */
export interface ReplayChange {
  event: number;
  seats: Record<string, SeatChange>;
}

/** Give the own seat to the apprentice for the rest of the game. */
export interface Resign {
  type: "resign";
  id?: string | null;
}

/** Send the events from a number on, without a new snapshot. */
export interface Resume {
  type: "resume";
  id?: string | null;
  since: number;
}

/** The answer to `resume`: the events missed, and how the table stands now. */
export interface Resumed {
  type: "resumed";
  protocol: number;
  table: TableInfo;
  you: You;
  first: number;
  events: GameEvent[];
  waiting: number[];
  seats: Record<string, SeatChange>;
  ask: Ask | null;
  deadlines: (number | null)[];
  chat: ChatLine[];
  now: number;
}

/** The turn indicator moved on (R3.1). */
export interface RoundBegan {
  event: "round_began";
  rule: string;
  round: number;
  start: number;
}

/** Pots into bags, rat stones off, the start player moves on (R3.5). */
export interface RoundEnded {
  event: "round_ended";
  rule: string;
  round: number;
}

/** A seat gave rubies back. */
export interface RubiesPaid {
  event: "rubies_paid";
  rule: string;
  seat: number;
  rubies: number;
}

/** A seat received rubies. */
export interface RubiesWon {
  event: "rubies_won";
  rule: string;
  seat: number;
  rubies: number;
}

/** `GET /api/rules`: every table of the rules, and the texts of a language by key. */
export interface Rules {
  version: number;
  language: string;
  spaces: Space[];
  kinds: Kind[];
  colours: ColourRules[];
  books: BookRules[];
  cards: CardRules[];
  die: string[];
  glasses: string[];
  lap: number;
  tails: number[];
  editions: Record<string, Record<string, number | string>>;
  rounds: number;
  cherry_bomb_round: number;
  ruby_price: number;
  levels: string[];
  usual_level: string;
  bot_names: Record<string, string[]>;
  texts: Record<string, TextEntry>;
}

/** What is new of a seat besides its chips; only that is there. */
export interface SeatChange {
  vp?: number;
  rubies?: number;
  droplet?: number;
  tails?: number;
  glass?: number;
  flask?: boolean;
  state?: string;
  white_sum?: number;
  limit?: number;
  scoring?: number;
  coins?: number;
  shield?: number;
  shielded?: boolean;
  doubled?: boolean;
  flask_open?: boolean;
}

/** What a viewer sees of one seat. Chips being looked at are still in the bag, but not for their owner, who has them in hand. `bag` is None in a view without bags, which only counts them. */
export interface SeatData {
  vp: number;
  rubies: number;
  droplet: number;
  tails: number;
  glass: number;
  flask: boolean;
  bag: Record<string, number> | null;
  bag_count: number;
  aside: Record<string, number>;
  pot: ([string, number])[];
  bowl: Record<string, number>;
  state: "brewing" | "exploded" | "stopped";
  white_sum: number;
  limit: number;
  scoring: number;
  coins: number;
  drawn: boolean;
  shield: number;
  shielded: boolean;
  doubled: boolean;
  first_white: boolean;
  five_chips: boolean;
  flask_open: boolean;
  flask_takes: string | null;
  short_to: number | null;
  white_last: boolean;
}

/** Who sits where, and whether they are there; `apprentice` says who plays for them now. `called` is the place of a bot's name among those of its level (`Rules.bot_names`), so that every page can say it in its own language; a bot without one is called by `name`. No two seats have the same `colour` or the same `sign`; one that was picked is not taken from its seat. In games of rules 1 there are neither. `sealed` says whether the seat has sealed a nonce, `nonce` whether the server has that nonce. */
export interface SeatInfo {
  seat: number;
  kind: "bot" | "open" | "person";
  name: string;
  level?: string | null;
  called?: number | null;
  present?: boolean;
  ready?: boolean;
  apprentice?: boolean;
  resigned?: boolean;
  muted?: boolean;
  sealed?: boolean;
  nonce?: boolean;
  colour?: "blue" | "green" | "red" | "yellow";
  sign?: "leaf" | "moon" | "star" | "sun";
  picked_colour?: boolean;
  picked_sign?: boolean;
}

/** The host changes the table before the game; an option that is left out gets its default. */
export interface SetOptions {
  type: "set_options";
  id?: string | null;
  options: TableOptions;
}

/** The set-up of a running game. */
export interface SetupData {
  players: number;
  books: Record<string, number>;
  edition: string | Record<string, number | string>;
  switches: Record<string, number | string>;
  tubes: boolean;
  stir: string;
  overflow: boolean;
}

/** Take an open seat; a name is only for tables where one device is passed around. */
export interface Sit {
  type: "sit";
  id?: string | null;
  seat: number;
  name?: string | null;
}

/** Everything that a viewer may see now; `number` counts the events so far. Before the game `view` is null. At a table where the game can't be played on (`table.halted`) it is how a spectator last saw it, as the program of that time wrote it, or null. Deadlines are by seat, in milliseconds since 1970, null where no clock runs; `now` is the server's own clock. */
export interface Snapshot {
  type: "snapshot";
  protocol: number;
  table: TableInfo;
  you: You;
  number: number;
  view: ViewData | null;
  deadlines: (number | null)[];
  chat: ChatLine[];
  now: number;
}

/** A space of the pot (R1.2). */
export interface Space {
  coins: number;
  points: number;
  ruby: boolean;
}

/** The host starts the game: every seat is taken and everybody is ready. The seals are closed; the game begins when all sealed nonces have come, or after five seconds. */
export interface Start {
  type: "start";
  id?: string | null;
}

/** An action in a replay. */
export interface Step {
  event: number;
  seat: number;
  action: string;
}

/** A seat called for a stir: the draws of this round are simultaneous (R7.4). */
export interface StirCalled {
  event: "stir_called";
  rule: string;
  seat: number;
}

/** What anybody with the code may know of a table. */
export interface TableAnswer {
  table: TableInfo;
}

/** Seats, presence, readiness, options, votes or the end of the game changed. */
export interface TableChanged {
  type: "table";
  table: TableInfo;
  you: You;
}

/** A table as everybody at it sees it, besides the game. `commit` is the SHA-256 of the secret and is there before the game; `seals` are shown once the host has started (`starting`), `nonces` when the game has begun (`playing`), `secret` when it is over. `begins_at` is when a starting game begins without the nonces that are awaited, in milliseconds since 1970. `cooked` is the seat that is said to have cooked last. `halted` says in one line why a running game can't be played on here, null if it can. */
export interface TableInfo {
  code: string;
  state: "abandoned" | "open" | "over" | "playing" | "starting";
  options: TableOptions;
  seats: SeatInfo[];
  host: number | null;
  host_name: string;
  spectators: number;
  commit: string;
  seals: Record<string, string>;
  nonces: Record<string, string>;
  secret: string | null;
  begins_at: number | null;
  outcome: OutcomeData | null;
  abandon: number[];
  rematch: string | null;
  created: number;
  cooked: number | null;
  halted: string | null;
}

/** A page of public tables, the newest first, and how many there are in all. `next` is where the next page begins (`before=`), null after the last one. */
export interface TableList {
  tables: LobbyTable[];
  total: number;
  next: string | null;
}

/** The code of a new table, its link and the promise of its luck. */
export interface TableMade {
  code: string;
  link: string;
  commit: string;
}

/** Everything that is chosen when a table is made; `books` may be left to chance. `start` is who begins: a seat, null (by lot), or "cooked": who cooked last, which those who sit at the table say (`cooked`). At a table that plays by `memory` nobody looks into a bag before the game is over: bags are only counted, and there are no odds and no hints. */
export interface TableOptions {
  players?: number;
  books?: number | "random" | Record<string, number>;
  edition?: string | Record<string, number | string>;
  tubes?: boolean;
  overflow?: boolean;
  stir?: "always" | "last" | "never";
  start?: number | "cooked" | null;
  memory?: boolean;
  odds?: boolean;
  advice?: boolean;
  public?: boolean;
  clock?: number;
  pace?: "brisk" | "human" | "instant" | "slow";
  pass_around?: boolean;
  title?: string;
}

/** A text: a title and paragraphs parted by an empty line. */
export interface TextEntry {
  title: string;
  text: string;
}

/** Whether a finished game kept the rules and its promise, in words. */
export interface Verified {
  ok: boolean;
  text: string;
}

/** What a seat may see of the table, or a spectator (viewer None): a frozen value. `stage` and `steps` are what the table and the viewer's own seat have yet to do, as the rules number it: `imagine` makes a whole game of them. */
export interface ViewData {
  viewer: number | null;
  setup: SetupData;
  round: number;
  phase: string;
  card: string | null;
  start: number;
  supply: Record<string, number>;
  cards_used: string[];
  waiting: number[];
  stirred: boolean;
  stir_open: boolean;
  sealed: number[];
  question: QuestionData | null;
  legal: OptionData[];
  looked: Record<string, number>;
  seats: SeatData[];
  stage: ([number, number])[];
  steps: ([number, number])[];
}

/** What this connection may do: its own seats, the one it looks from, the host's rights. */
export interface You {
  seat: number | null;
  seats: number[];
  host: boolean;
  name: string;
}

export type FromClient = Abandon | Act | AddBot | AddNonce | AddSeal | AskHint | AskOdds | Back | Chat | Cooked | GiveHost | Kick | Leave | Look | Mute | PickSign | Ping | React | Ready | Rematch | Resign | Resume | SetOptions | Sit | Start;

export type FromServer = Ack | ChatGone | ChatSaid | Happened | Hint | Lobby | LobbyChanged | LobbyGone | LobbyTotal | Odds | Reacted | Refused | RematchMade | Resumed | Snapshot | TableChanged;

export type GameEvent = BrewingBegan | BrewingStopped | CardTurnedUp | ChipBought | ChipDrawn | ChipGivenBack | ChipLaidAside | ChipMissed | ChipMoved | ChipPlaced | ChipPutBack | ChipReturned | ChipTaken | ChipTradedIn | ChipsLookedAt | ChoiceRevealed | ChoiceSealed | CoinsWon | DieRolled | DropletMoved | EvaluationBegan | ExtraPassedUp | FlaskEmptied | FlaskFilled | GameEnded | GlassReached | LookEnded | PointsWon | PotExploded | PotRestarted | RatTailsCounted | RatTailsGivenUp | RoundBegan | RoundEnded | RubiesPaid | RubiesWon | StirCalled;

export const SEAT_COLOURS = ["yellow","blue","red","green"] as const;
export const SEAT_SIGNS = ["sun","moon","star","leaf"] as const;

export const CLOSE_UNKNOWN_TABLE = 4004;
export const CLOSE_NO_IDENTITY = 4001;
export const CLOSE_FORBIDDEN = 4003;
export const CLOSE_TOO_SLOW = 4008;
export const CLOSE_TOO_MANY = 4029;
export const CLOSE_FLOOD = 4030;
export const CLOSE_REPLACED = 4031;
export const CLOSE_TABLE_GONE = 4010;
export const CLOSE_SERVER_STOPS = 1012;
