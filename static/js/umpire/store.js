// What this tablet keeps: things that were typed and have not been acknowledged. Written before anything is sent.

const memory = new Map();

export function read(key, otherwise) {
  try {
    const text = localStorage.getItem(key);
    return text === null ? (memory.get(key) ?? otherwise) : JSON.parse(text);
  } catch {
    return memory.get(key) ?? otherwise;
  }
}

// False if the browser keeps nothing (a private window, a full disk): the page says so, and goes on from memory.
export function write(key, value) {
  memory.set(key, value);
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function newRequest() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
