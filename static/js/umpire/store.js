// What this tablet keeps: things that were typed and have not been acknowledged. Written before anything is sent.

/** @type {Map<string, any>} */
const unkept = new Map(); // what the browser would not keep (a private window, a full disk): from memory alone

/** @template T @param {string} key @param {T} otherwise @returns {T} */
export function read(key, otherwise) {
  return unkept.has(key) ? unkept.get(key) : readKept(key, otherwise);
}

/**
 * What is really written down, perhaps by another tab of this tablet.
 * @template T @param {string} key @param {T} otherwise @returns {T}
 */
export function readKept(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * False if the browser keeps nothing: the page says so, and goes on from memory.
 * @param {string} key @param {unknown} value
 */
export function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    unkept.delete(key);
  } catch {
    unkept.set(key, value);
  }
  return isKept(key);
}

/** @param {string} key */
export function isKept(key) {
  return !unkept.has(key);
}

export function allKept() {
  return unkept.size === 0;
}

export function newRequest() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
