/** Which drawing stands for a card, a colour, a die face. */
const CARD: Record<string, string> = {
  choose_wisely: "droplet",
  pot_filling_up: "droplet",
  alms: "ruby",
  less_is_more: "bag",
  only_one: "ing-K",
  wheel_and_deal: "ruby",
  good_start: "rat",
  donations: "die-vp2",
  opportune_moment: "bag",
  beginners_bonus: "ing-G",
  rat_infestation: "rat",
  just_in_time: "seal",
  rats_are_friends: "rat",
  living_in_luxury: "ing-W",
  seasoned_perfectly: "ing-W",
  lucky_devil: "seal",
  shining_bright: "ruby",
  schadenfreude: "puff",
  well_stirred: "mark",
  pot_is_full: "die-vp1",
  second_chance: "ui-hourglass",
  strong_ingredient: "bag",
  pumpkin_party: "ing-O",
  magic_potion: "flask-full",
};
const DIE: Record<string, string> = {
  "1vp": "die-vp1",
  "2vp": "die-vp2",
  ruby: "die-ruby",
  droplet: "die-droplet",
  O1: "die-pumpkin",
};

/** The drawing on a fortune card. */
export const cardArt = (id: string): string => CARD[id] ?? "book";

/** The drawing of a die face. */
export const dieArt = (face: string): string => DIE[face] ?? "die-blank";

/** The letter of a colour as in kinds: green is G, black is K. */
export const COLOUR_LETTER: Record<string, string> = {
  white: "W",
  orange: "O",
  green: "G",
  blue: "B",
  red: "R",
  yellow: "Y",
  purple: "P",
  black: "K",
};
