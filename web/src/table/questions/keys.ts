/** Keys of the moment: the part of the page that asks something says which keys answer it. */
export type Keys = Record<string, () => void>;

const stack: Keys[] = [];
const OWN = "input, textarea, select, [contenteditable]";
const PRESSED = "button, a, summary, [role=radio]";

function pressed(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(OWN)) return;
  if (document.querySelector("dialog[open]")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  // A focused button is pressed by the keys that press buttons, whatever else they mean.
  if ((key === " " || key === "Enter") && target?.closest(PRESSED)) return;
  const act = stack[stack.length - 1]?.[key];
  if (!act) return;
  event.preventDefault();
  if (!event.repeat) act();
}

/** Listen to these keys until the returned function is called. */
export function listen(keys: Keys): () => void {
  if (stack.length === 0) addEventListener("keydown", pressed);
  stack.push(keys);
  return () => {
    stack.splice(stack.indexOf(keys), 1);
    if (stack.length === 0) removeEventListener("keydown", pressed);
  };
}
