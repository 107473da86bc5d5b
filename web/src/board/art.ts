/** Which drawing stands for a card, a colour, a die face. */
const DIE: Record<string, string> = {
  "1vp": "die-vp1",
  "2vp": "die-vp2",
  ruby: "die-ruby",
  droplet: "die-droplet",
  O1: "die-pumpkin",
};

/** The drawing on a fortune card: the symbol of art.svg that is named after it. */
export const cardArt = (id: string): string => `card-${id}`;

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
