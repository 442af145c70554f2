// What the scripts pass around, for the type checker and the reader. Nothing here is served to a browser's script.

// Clocks (clock.js): moments and durations in milliseconds, as tournament/queries/clock.py sends them.
interface ClockFacts {
  competition: number;
  state: "ready" | "running" | "paused" | "time up" | "closed" | "break";
  starts: number | null;
  deadline: number | null;
  left: number;
  warning: number | null;
  warned?: number | null;
  calls?: number[];
  length: number;
}

// Live pages (live.js, live-worker.js): what the stream tells.
interface Told {
  kind: string;
  version: number;
  topics: string[];
  competition: number;
  table?: number;
  clock?: ClockFacts;
  screen?: number;
  sound?: string;
  stepped?: number;
  now?: number;
}
interface Hello {
  newest: Record<string, number>;
  now: number;
}
type LiveMessage =
  | { name: "hello"; data: Hello }
  | { name: "told"; data: Told }
  | { name: "look"; data: object }
  | { name: "lost"; closed: boolean };
interface LiveTicket {
  ticket: string;
  seen: Record<string, number>;
}
interface PhaseChange {
  before: string | undefined;
  now: string;
  clock: ClockFacts;
  at: number;
}

// What htmx tells of a request and of the swap that follows it.
interface HtmxDetail {
  elt: HTMLElement;
  target: HTMLElement;
  xhr: XMLHttpRequest;
  headers: Record<string, string>;
  verb: string;
  path: string;
  triggeringEvent?: SubmitEvent;
  timeout: number;
  formData: FormData;
  requestConfig: {
    verb: string;
    path: string;
    formData: FormData;
    elt?: HTMLElement;
    triggeringEvent?: SubmitEvent;
  };
  shouldSwap: boolean;
  successful?: boolean;
}
declare const htmx: {
  process(element: Element): void;
  ajax(
    verb: string,
    path: string,
    context: { values: object; target: string; swap: string; event?: Event },
  ): Promise<void>;
};

interface OurEvents {
  clock: CustomEvent<Told>;
  heard: CustomEvent<Told>;
  hello: CustomEvent<{ now: number }>;
  "told:table": CustomEvent<Told>;
  "told:sound": CustomEvent<Told>;
  ticket: CustomEvent<LiveTicket>;
  phase: CustomEvent<PhaseChange>;
  "htmx:configRequest": CustomEvent<HtmxDetail>;
  "htmx:beforeRequest": CustomEvent<HtmxDetail>;
  "htmx:confirm": CustomEvent<HtmxDetail>;
  "htmx:beforeSwap": CustomEvent<HtmxDetail>;
  "htmx:oobBeforeSwap": CustomEvent<HtmxDetail>;
  "htmx:afterSettle": CustomEvent<HtmxDetail>;
  "htmx:sendAbort": CustomEvent<HtmxDetail>;
  "htmx:sendError": CustomEvent<HtmxDetail>;
  "htmx:timeout": CustomEvent<HtmxDetail>;
  "htmx:responseError": CustomEvent<HtmxDetail>;
  "htmx:afterOnLoad": CustomEvent<HtmxDetail>;
}
interface HTMLElementEventMap extends OurEvents {}
interface DocumentEventMap extends OurEvents {}

// Our pages are HTML: what is found on them has `dataset`, `hidden` and `focus`, and clicks hit elements.
interface ParentNode {
  querySelector(selectors: string): HTMLElement | null;
  querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
}
interface Element {
  closest(selectors: string): HTMLElement | null;
}
interface DocumentOrShadowRoot {
  readonly activeElement: HTMLElement | null;
}
interface UIEvent {
  readonly target: HTMLElement;
}
interface Window {
  webkitAudioContext?: typeof AudioContext;
  onconnect: ((event: MessageEvent) => void) | null;
}

// The umpire's page (umpire/): a table's state as the server sends it (state.json), with held cards as they are typed.
type Entry = number;
type Held = number | Record<string, number>;
interface Card {
  face: string;
  name: string;
  points: number;
  limit: number;
}
interface Player {
  entry: Entry;
  seat: number;
  name: string;
  called?: string; // in a sentence: with the seat, where somebody else is called the same
  group: string;
  absent: boolean;
  stands_for: string | null;
  wristband: string;
  sat: boolean;
  nodded: boolean;
  points: number;
  won: number;
  leads: boolean;
}
interface HandFacts {
  out: Entry | null;
  last_card: string;
  held: Record<Entry, Held>;
  playoff: boolean;
  late: boolean;
  after_warning?: boolean | null; // whether it was counted after the warning; the server's older hands do not tell
}
interface ScoredHand extends HandFacts {
  complete: boolean;
  void: boolean;
  points: Record<Entry, number>;
}
interface ReceivedHand extends ScoredHand {
  number: number;
  version: number | null;
  corrected: boolean;
}
interface NextHand {
  players: Entry[];
  playoff: boolean;
}
interface Substitute {
  name: string;
  allowed: boolean;
  why: string;
  note?: string;
}
interface TableState {
  turntable: 1;
  version?: string; // of the pages as the server has them now
  id: number;
  table: number;
  round: number;
  round_name: string;
  round_inside: string; // as it stands inside a sentence
  last_round: boolean;
  settings: {
    format: string;
    ending: string;
    low_wins: boolean;
    incomplete_counts: boolean;
    target: number | null;
    hands: number | null;
  };
  goes: string;
  decides_winner?: boolean; // whether the first of the table wins, and does not go on
  dealer: { saying: string; first: Entry | null; left?: boolean };
  deck: Card[];
  drawn_after: Record<string, number>;
  clock: ClockFacts | null;
  message?: { words: string; until: number } | null;
  seats: Player[];
  seat_changes?: { entry: Entry; said: string }[]; // since the umpire last looked
  hands: ReceivedHand[];
  next: NextHand | null;
  why_no_next: string | null;
  dealt_last: boolean;
  over: boolean;
  why_not_accept: string[];
  tie: { players: Entry[]; said: string; can_play_off: boolean } | null;
  lot: boolean;
  order: { entry: Entry; place: number | null; points: number | string; goes: string; why: string }[];
  accepted: boolean;
  take_back_until?: number | null; // a server of before an upgrade does not tell
  closed: boolean;
  tablets: { you: boolean; holds: boolean; here: boolean; settled: string }[];
  flag: { said: string; at?: number } | null;
  next_table: Record<Entry, { table: number; seat: number }>;
  afterwards: string;
  substitutes?: Record<Entry, Substitute[]>;
  token: string;
  signed_out?: string;
}

// What waits on a tablet to be sent. Tablets keep these in localStorage: what an older page wrote must still be read.
type Verb =
  | "record"
  | "change"
  | "delete"
  | "lot"
  | "accept"
  | "nod"
  | "take_back"
  | "sit"
  | "seats"
  | "deal"
  | "flag"
  | "unflag"
  | "absent"
  | "back"
  | "substitute"
  | "take_over"
  | "here";
/** Why a hand was changed or deleted: a word that the server knows, and what was written beside it. */
interface HandReason {
  why?: string;
  note?: string;
}
interface Sending extends Partial<HandFacts> {
  request?: string;
  round?: number;
  number?: number;
  version?: number | null;
  base?: number;
  begunAs?: number;
  of?: string;
  why?: string;
  note?: string;
  sure?: boolean;
  drew?: Entry;
  after_warning?: boolean | null;
  entry?: Entry;
  here?: boolean;
  agrees?: boolean;
  seen?: (number | null)[];
  seats?: { number: number; entry: Entry; absent: boolean }[];
  said?: string;
  name?: string;
  counting?: { number: number | null; done: Entry[] } | null;
  trouble?: object | null;
  at_result?: boolean;
}
interface Refusal {
  ok?: boolean;
  refused?: string;
  confirm?: string;
  known?: string; // the name of the person who may be the same
  stale?: string;
  reused?: string;
  gone?: string;
  theirs?: HandFacts & { version: number };
}
interface Item {
  request: string;
  verb: Verb;
  body: Sending;
  names: Record<Entry, string>;
  tried: boolean;
  trouble: Refusal | null;
}
interface Taken {
  hand: number;
  version: number;
}
interface Answer extends Refusal {
  turntable: 1;
  request: string;
  answer: Taken | null | boolean; // no hand where none is concerned; of a nod, whether it was the last one
  tablets?: number;
  signed_out?: string;
  later?: string;
}

// One hand of the sheet as it stands: received, or only on this tablet.
interface Row extends ScoredHand {
  key: string;
  where: "received" | "waiting" | "trouble";
  said: string;
  item: Item | null;
  gone: boolean;
  version: number | null;
  number: number;
  on: number;
}

// A hand that is being counted. Kept in localStorage too.
interface Count {
  round: number;
  base?: number;
  begunAs?: number; // its number when it was begun, counting those that were only here
  players: Entry[];
  names: Record<Entry, string>;
  out: Entry | null;
  incomplete: boolean;
  playoff: boolean;
  late: boolean | null; // null while that is asked
  number: number | null;
  last: string;
  drawn: boolean;
  otherWay: boolean;
  held: Record<Entry, Held>;
  at: Entry | null;
  typing: boolean;
  uncounted: boolean; // a play-off that asks only who went out
  asks?: Entry | null; // whose doubt is shown
  sure?: Record<Entry, string>; // the doubts that a person has answered
  editing: number | null;
  mending: string | null;
}

// The umpire's page is put together in main.js: what is known, what waits, and what is shown.
interface App {
  root: HTMLElement;
  known: import("./umpire/known.js").Known;
  outbox: import("./umpire/outbox.js").Outbox;
  draft: import("./umpire/draft.js").Draft;
  hands: import("./umpire/hands.js").Hands;
  table: import("./umpire/table.js").Table;
  commands: import("./umpire/commands.js").Commands;
  screen: import("./umpire/screen.js").Screen;
}
type Child = Node | string | null | undefined | false | Child[];
