// The hall's three sounds, made here: no file is played. Start rises, the warning knocks three times, time up is a
// gong that falls and stays. They differ in pitch, rhythm and length, so nobody has to know them.
//
// Whatever clock may ring has the class `ring`: on a screen a hidden element for each, whatever the screen shows, on a
// tablet the clock itself, with data-rings for the sounds it makes. It rings when a clock changes before everybody's
// eyes, never because a page was loaded, or woke up, long after it did: data-age says how long ago the server saw the
// change. body.dataset.rang lists what rang, for whoever wants to know.
// Buttons with data-sound play one for a test; `told:sound` from the MC's page tests a screen from afar. A screen is
// muted by the MC; a tablet by its own button (data-mute), and remembers it.

"use strict";

(() => {
  const MILLISECONDS_UNTIL_TOO_LATE = 3000;
  const MILLISECONDS_UNTIL_AGAIN = 5000;
  const body = document.body;
  const Context = window.AudioContext || window.webkitAudioContext;
  const context = Context ? new Context() : null;
  const scene = () => document.getElementById("scene");
  const mute = document.querySelector("[data-mute]");
  const isMuted = () => (mute ? kept() === "yes" : "muted" in (scene()?.dataset ?? {}));

  // Each note: when it begins and how long it sounds, in seconds, its pitch, its shape and how loud it is.
  /** @typedef {[number, number, number, OscillatorType, number]} Note */
  /** @type {Record<string, Note[]>} */
  const SOUNDS = {
    start: [
      [0, 0.22, 523, "triangle", 0.7],
      [0.2, 0.22, 659, "triangle", 0.7],
      [0.4, 0.7, 784, "triangle", 0.8],
    ],
    warning: [
      [0, 0.16, 880, "square", 0.35],
      [0.36, 0.16, 880, "square", 0.35],
      [0.72, 0.4, 880, "square", 0.35],
    ],
    "time-up": [
      [0, 1.2, 392, "sawtooth", 0.5],
      [0, 1.2, 196, "sine", 0.8],
      [0.7, 1.2, 330, "sawtooth", 0.5],
      [0.7, 1.2, 165, "sine", 0.8],
      [1.4, 2.2, 262, "sawtooth", 0.55],
      [1.4, 2.2, 131, "sine", 0.9],
    ],
  };

  /** @param {AudioContext} context @param {Note} note */
  function sound(context, [begins, lasts, pitch, shape, loud]) {
    const at = context.currentTime + begins + 0.02;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = shape;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, at);
    volume.gain.exponentialRampToValueAtTime(loud, at + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + lasts + 0.05);
  }

  /** @param {string | undefined} name */
  function play(name) {
    const notes = SOUNDS[name ?? ""];
    if (!notes) return;
    body.dataset.rang = `${body.dataset.rang || ""} ${name}`.trim();
    if (!context) return;
    if (context.state === "suspended") context.resume().then(tell, tell);
    if (context.state === "running") for (const note of notes) sound(context, note);
    else tell();
  }

  // Browsers keep a page silent until somebody has touched it: a screen says so, large enough to be seen; on a tablet,
  // where the next tap is near, the button has the colour that says "look here".
  const button = document.getElementById("sound");
  const isBlocked = () => context !== null && context.state !== "running" && !isMuted();

  function tell() {
    const is = isMuted() ? "muted" : isBlocked() ? "blocked" : "on";
    for (const words of document.querySelectorAll("[data-sound-is]")) words.hidden = words.dataset.soundIs !== is;
    if (mute) mute.classList.toggle("needs-you", is === "blocked");
    if (!button || button.hidden === (is !== "blocked")) return;
    button.hidden = is !== "blocked";
    document.dispatchEvent(new CustomEvent("turned")); // what is shown has another size now (fit.js)
  }

  let wasBlocked = false; // when it was touched: a touch that allows the sound does not mute it as well
  function unlock() {
    wasBlocked = isBlocked();
    if (context && context.state !== "running") context.resume().then(tell, tell);
  }
  document.addEventListener("pointerdown", unlock);
  document.addEventListener("keydown", unlock);
  if (context) context.addEventListener("statechange", tell);

  // Muted on this tablet. A browser that keeps nothing forgets it with the page.
  const KEY = "turntable.muted";
  let unkept = "";
  function kept() {
    try {
      return unkept || localStorage.getItem(KEY);
    } catch {
      return unkept;
    }
  }
  if (mute)
    mute.addEventListener("click", () => {
      if (wasBlocked) return;
      unkept = isMuted() ? "no" : "yes";
      try {
        localStorage.setItem(KEY, unkept);
      } catch {
        // Then it is known here alone.
      }
      tell();
    });
  tell();

  // What rings

  const known = new Map(); // competition → phase
  const rung = new Map(); // competition and sound → when
  const STOPPED = ["ready", "paused", "time-up"];

  // The warning rings as it happens. A clock that goes on after it, from a pause or from time up, rings as at a start.
  /** @param {string} before @param {string} now @param {boolean} isWarned */
  function soundOf(before, now, isWarned) {
    if (now === "last-hand" && !isWarned) return "warning";
    if (now === "running" || now === "last-hand") return STOPPED.includes(before) ? "start" : null;
    return now === "time-up" && before !== "closed" ? "time-up" : null;
  }

  /** @param {number} competition @param {string} sound */
  const rangJustNow = (competition, sound) =>
    performance.now() - (rung.get(competition + sound) ?? -MILLISECONDS_UNTIL_AGAIN) < MILLISECONDS_UNTIL_AGAIN;

  /** @param {HTMLElement} ring @param {string | null} sound */
  function sounds(ring, sound) {
    const { competition } = JSON.parse(ring.dataset.clock ?? "{}");
    if (sound && ring.dataset.rings !== undefined && !ring.dataset.rings.split(" ").includes(sound)) return;
    if (!sound || isMuted() || rangJustNow(competition, sound)) return;
    rung.set(competition + sound, performance.now());
    play(sound);
  }

  /** @param {HTMLElement} ring @param {string} now @param {number} late @param {boolean} isWarned */
  function changed(ring, now, late, isWarned) {
    const { competition } = JSON.parse(ring.dataset.clock ?? "{}");
    const before = known.get(competition);
    known.set(competition, now);
    if (before === undefined || before === now || late > MILLISECONDS_UNTIL_TOO_LATE) return;
    sounds(ring, soundOf(before, now, isWarned || rangJustNow(competition, "warning")));
  }

  function lookAtRings() {
    for (const ring of document.querySelectorAll(".ring"))
      changed(ring, ring.dataset.phase ?? "", Number(ring.dataset.age || 0), false);
    tell();
  }

  document.addEventListener("phase", (event) => {
    const ring = /** @type {HTMLElement} */ (event.target);
    if (!ring.matches(".ring")) return;
    const { clock, now, at } = event.detail;
    const { deadline, warning } = clock;
    const late = clock.state === "running" && now === "time-up" ? at - (deadline ?? at) : 0;
    const warned = clock.warned ?? (deadline ?? at) - (warning ?? 0);
    changed(ring, now, late, now === "last-hand" && at - warned > MILLISECONDS_UNTIL_TOO_LATE);
  });
  // Time that is taken off a paused clock may bring the warning too, and its phase stays what it is.
  body.addEventListener("clock", ({ detail: { clock, competition } }) => {
    if (clock?.state !== "paused" || !clock.warned) return;
    if ((serverTime.now() ?? 0) - clock.warned > MILLISECONDS_UNTIL_TOO_LATE) return;
    for (const ring of document.querySelectorAll(".ring"))
      if (JSON.parse(ring.dataset.clock ?? "{}").competition === competition) sounds(ring, "warning");
  });
  document.addEventListener("htmx:afterSettle", lookAtRings);
  lookAtRings();

  document.addEventListener("click", ({ target }) => {
    const test = target.closest("[data-sound]");
    if (test) play(test.dataset.sound);
  });
  body.addEventListener("told:sound", ({ detail }) => {
    if (Number(scene()?.dataset.number) !== detail.screen) return;
    body.dispatchEvent(new CustomEvent("show-number"));
    if (!isMuted()) play(detail.sound);
  });
})();
