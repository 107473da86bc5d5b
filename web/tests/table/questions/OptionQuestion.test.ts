import { readFileSync } from "node:fs";
import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { screen as room } from "../../../src/device/screen.svelte";
import { rules } from "../../../src/server/rules.svelte";
import OptionQuestion from "../../../src/table/questions/OptionQuestion.svelte";
import type { Question, View } from "../../../src/table/net/types";
import { QUESTIONS, tableAt, useRules, viewAt } from "../../fixtures/table";

const OTHERWISE = new Set(["brew", "shop", "rubies"]);
const DRAWINGS = [...readFileSync("src/art/art.svg", "utf8").matchAll(/<symbol id="([^"]+)"/g)].map(
  ([, id]) => id,
);
const press = (key: string) => fireEvent.keyDown(document.body, { key });
const option = (action: string): HTMLElement =>
  document.querySelector(`[data-action="${action}"]`) as HTMLElement;

function asked(view: View) {
  const table = tableAt(view);
  const onpreview = vi.fn();
  const question = table.props.view.question as Question;
  const drawn = render(OptionQuestion, { ...table.props, question, onpreview });
  return { ...table, ...drawn, onpreview };
}

beforeEach(() => {
  useRules();
  room.width = 1280;
});

describe("every question", () => {
  it.each(QUESTIONS.filter((id) => !OTHERWISE.has(id)))("offers each answer to %s once, in words", (id) => {
    const view = viewAt(id);
    asked(view);
    const answers = view.legal.map(({ action }) => action).filter((action) => !action.startsWith("back "));
    const offered = [...document.querySelectorAll<HTMLElement>("[data-action]")].filter(
      (button) => !/^(back |confirm)/.test(button.dataset["action"] ?? ""),
    );
    expect(offered.map((button) => button.dataset["action"]).sort()).toEqual([...answers].sort());
    for (const button of offered) {
      const title = button.querySelector(".title")?.textContent ?? button.textContent ?? "";
      expect(title, button.dataset["action"]).toMatch(/\p{Letter}|\d/u);
      expect(title).not.toMatch(/_|undefined|\{/);
    }
    expect(screen.getByRole("heading").textContent).toContain(rules.title(`question.${id}`));
  });

  it.each(QUESTIONS.filter((id) => !OTHERWISE.has(id)))("has a drawing for what %s is about", (id) => {
    const { container } = asked(viewAt(id));
    expect(DRAWINGS).toContain(container.querySelector("h2 use")?.getAttribute("href")?.slice(1));
  });
});

describe("one or two offers", () => {
  it("are answered by one press", async () => {
    const { said } = asked(viewAt("yellow_1"));
    await fireEvent.click(option("choose return"));
    expect(said).toMatchObject([{ type: "act", action: "choose return" }]);
  });

  it("are answered by their numbers, in the order in which they stand", async () => {
    const { said } = asked(viewAt("yellow_1"));
    await press("2");
    expect(said).toMatchObject([{ action: "choose keep" }]);
  });

  it("that can be declined are declined by Escape", async () => {
    const { said } = asked(viewAt("green_3"));
    await press("Escape");
    expect(said).toMatchObject([{ action: "choose stay" }]);
  });
});

describe("more than two offers", () => {
  it("are chosen first; nothing is sent before it is confirmed", async () => {
    const { said } = asked(viewAt("only_one"));
    expect(option("confirm").getAttribute("aria-disabled")).toBe("true");
    await fireEvent.click(option("confirm"));
    await fireEvent.click(option("choose B2"));
    expect(option("choose B2").getAttribute("aria-checked")).toBe("true");
    expect(said).toEqual([]);
    await fireEvent.click(option("choose K1"));
    await fireEvent.click(option("confirm"));
    expect(said).toMatchObject([{ action: "choose K1" }]);
  });

  it("are chosen by their numbers and confirmed by Enter", async () => {
    const { said } = asked(viewAt("only_one"));
    await press("Enter");
    expect(said).toEqual([]);
    await press("1");
    await press("Enter");
    expect(said).toMatchObject([{ action: "choose G2" }]);
  });

  it("leave the hand when another question comes, not when the same one is told again", async () => {
    const { props, rerender, onpreview } = asked(viewAt("only_one"));
    await fireEvent.click(option("choose B2"));
    const question = props.view.question as Question;
    await rerender({ ...props, onpreview, question: { ...question } });
    expect(option("choose B2").getAttribute("aria-checked")).toBe("true");
    await rerender({ ...props, onpreview, question: { ...question, number: question.number + 1 } });
    expect(option("choose B2").getAttribute("aria-checked")).toBe("false");
  });
});

describe("a chip that would be placed", () => {
  /** A look at three chips while the pot brews, with what the server says of each. */
  function look(): View {
    const view = viewAt("blue_1");
    view.looked = { W1: 1, W2: 1, G1: 1 };
    view.legal = [
      { action: "choose W1", white_sum: 7 },
      { action: "choose W2", white_sum: 8, explodes: true },
      { action: "choose G1", space: 9, spaces: 1 },
      { action: "choose none" },
    ];
    return view;
  }

  it("is told with what it makes of the pot: a white sum, an explosion, or nothing", () => {
    asked(look());
    expect(option("choose W1").querySelector("small")?.textContent).toMatch(/7/);
    expect(option("choose W2").querySelector("small.bad")?.textContent).toMatch(/8/);
    expect(option("choose G1").querySelector("small.bad")).toBeNull();
    expect(option("choose G1").querySelector("small")?.textContent).toBeTruthy();
  });

  it("is shown in the pot while it is in hand", async () => {
    const { onpreview, unmount } = asked(look());
    await fireEvent.click(option("choose G1"));
    await tick();
    expect(onpreview).toHaveBeenLastCalledWith({ kind: "G1", space: 9 });
    unmount();
    expect(onpreview).toHaveBeenLastCalledWith(null);
  });

  it("from the supply is told without a white sum: it goes into the bag", () => {
    asked(viewAt("just_in_time"));
    expect(option("choose W1").textContent).not.toMatch(/7|explode/i);
  });
});

describe("red chips aside", () => {
  it("go back by their key whatever is asked, and are no answer", async () => {
    const { said } = asked(viewAt("exploded"));
    await press("b");
    expect(said).toMatchObject([{ action: "back R1" }]);
  });

  it("stand in the bar of the question that is about them, and of no other", () => {
    const { unmount } = asked(viewAt("red_2"));
    expect(document.querySelector("[data-action='back R1']")).not.toBeNull();
    unmount();
    asked(viewAt("exploded"));
    expect(document.querySelector("[data-action='back R1']")).toBeNull();
  });
});
