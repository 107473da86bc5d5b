/** Watches the page for `quacks bench web`: when buttons and chips appear, what is animated; and plays on by itself. */
(() => {
  const bench = { taps: [], animated: new Set(), playAt: null, drawAt: null, asked: false };
  window.bench = bench;
  let down = null;
  let drawn = false;
  const shown = (then) =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = then;
      channel.port2.postMessage(0);
    });
  addEventListener(
    "pointerdown",
    (event) => {
      if (!event.target.closest?.("[data-action=draw]")) return;
      down = event.timeStamp;
      performance.mark("quacks-tap");
    },
    true,
  );
  function chipCame(node) {
    if (down === null || node.nodeType !== 1 || !node.matches("[data-own] [data-chip]")) return;
    const from = down;
    down = null;
    shown(() => bench.taps.push(performance.now() - from));
    setTimeout(() => {
      for (const animation of document.getAnimations())
        for (const frame of animation.effect.getKeyframes())
          for (const name of Object.keys(frame))
            if (!["offset", "computedOffset", "easing", "composite"].includes(name)) bench.animated.add(name);
    }, 120);
  }
  function watchVisit() {
    if (!location.search.includes("bench") && !bench.pressed) return;
    const play = document.querySelector("[data-action=play]");
    if (play && bench.playAt === null) {
      bench.playAt = performance.now();
      bench.pressed = true;
      shown(() => play.click());
    }
    const draw = document.querySelector("[data-action=draw]");
    if (draw && !drawn && draw.getAttribute("aria-disabled") !== "true") {
      // Possible is what can be seen: the frame after the one that paints the button counts.
      drawn = true;
      requestAnimationFrame(() => requestAnimationFrame(() => (bench.drawAt = performance.now())));
    }
    if (!drawn && document.querySelector("[data-question]")) bench.asked = true;
  }
  new MutationObserver((changes) => {
    for (const change of changes) for (const node of change.addedNodes) chipCame(node);
    if (!drawn) watchVisit();
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ["aria-disabled"] });

  const press = (selector) => {
    const button = document.querySelector(selector);
    if (button && button.getAttribute("aria-disabled") !== "true") button.click();
    return button !== null;
  };
  function brew() {
    const [sum, limit] = document.querySelector("[data-testid=white-sum]").textContent.split("/").map(Number);
    if (sum < limit - 2 || !press("[data-action=stop]:not([aria-disabled=true])")) press("[data-action=draw]");
  }
  /** Answer whatever is asked; true at the end of the game. */
  bench.playOn = () => {
    if (document.querySelector(".podium")) return true;
    const question = document.querySelector("[data-question]");
    if (question?.dataset.question === "shop") press('[data-action="buy nothing"]');
    else if (question?.dataset.question === "rubies") press("[data-action=done]");
    else if (question) {
      document.querySelector("[data-question] .opt")?.click();
      press("[data-action=confirm]");
    } else if (document.querySelector("[data-action=draw]")) brew();
    else if (!press("[data-action=next]")) press("[data-action=play]");
    return false;
  };
  /** Play a game to its end, asked nothing from outside meanwhile: what asks would be compiled into the page's heap. */
  bench.playThrough = (every, most) =>
    new Promise((done, failed) => {
      const since = performance.now();
      const go = () => {
        if (bench.playOn()) done();
        else if (performance.now() - since < most) setTimeout(go, every);
        else failed(new Error(`no game came to its end within ${most / 1000} s`));
      };
      go();
    });
  /** On to the next game, at one tap and in the same tab. */
  bench.again = () =>
    new Promise((done) => {
      press("[data-action=again]");
      const go = () => (document.querySelector(".podium") ? setTimeout(go, 50) : done());
      go();
    });
})();
