/** Names for where there is little room. */
const ROOM = 12;

/**
 * A long name loses its first words, then its end; never the number by which bots of one name are told apart:
 * `Apprentice Tilda` is `Tilda`, `Apprentice Tilda 3` is `Tilda 3`.
 */
export function short(name: string): string {
  const [, words = "", number = ""] = name.match(/^(.*?)( \d+)?$/) ?? [];
  let rest = words;
  while ((rest + number).length > ROOM && rest.includes(" ")) rest = rest.slice(rest.indexOf(" ") + 1);
  if ((rest + number).length > ROOM) rest = `${rest.slice(0, ROOM - 1 - number.length)}…`;
  return rest + number;
}
