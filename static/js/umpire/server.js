// Asking the server and sending to it. Only our own words count as an answer: a captive portal's 200 or a proxy's error
// page is no answer at all.

const MILLISECONDS_UNTIL_ASKING_IS_GIVEN_UP = 10000;
const MILLISECONDS_UNTIL_SENDING_IS_GIVEN_UP = 20000;

let device = "";

/** Who asks and sends from now on. @param {string} name */
export function identify(name) {
  device = name;
}

const known = () => ({ "X-Turntable-Device": device });

/**
 * @template T
 * @param {number} milliseconds @param {(signal: AbortSignal) => Promise<T>} fetching
 * @returns {Promise<T | null>}
 */
async function within(milliseconds, fetching) {
  const stop = new AbortController();
  const patience = setTimeout(() => stop.abort(), milliseconds);
  try {
    return await fetching(stop.signal);
  } catch {
    return null;
  } finally {
    clearTimeout(patience);
  }
}

/**
 * Our own words, or null.
 * @param {string} address
 * @returns {Promise<any>}
 */
export function ask(address) {
  return within(MILLISECONDS_UNTIL_ASKING_IS_GIVEN_UP, async (signal) => {
    const answer = await fetch(address, { headers: known(), cache: "no-store", redirect: "error", signal });
    const words = await answer.json();
    return words?.turntable === 1 && !words.later ? words : null;
  });
}

/**
 * The server's own answer to this very request; "no pass" if the pass has expired; otherwise null.
 * @param {string} address @param {string} token @param {Sending} body
 * @returns {Promise<Answer | "no pass" | null>}
 */
export function send(address, token, body) {
  return within(MILLISECONDS_UNTIL_SENDING_IS_GIVEN_UP, async (signal) => {
    const answer = await fetch(address, {
      method: "POST",
      headers: { ...known(), "Content-Type": "application/json", "X-CSRFToken": token },
      body: JSON.stringify(body),
      signal,
      redirect: "error",
      cache: "no-store",
    });
    const words = await answer.json().catch(() => null);
    if (words?.turntable === 1) return words.request === body.request ? words : null;
    return answer.status === 403 ? "no pass" : null;
  });
}
