/**
 * Limits: numbers that decide which code runs (sizes of kept buffers, thresholds for workers, batch and part sizes). Each
 * room declares its own in `limits.ts`. Tests lower them, to send a few kilobytes through paths that otherwise need
 * gigabytes. Code compares through the methods below, so that tests see which side of a limit was taken.
 */
export interface Limit {
  /** Room and name: `codecs.keptBytes`. */
  readonly name: string;
  /** The value in production. */
  readonly usual: number;
  /** The value for the second run of the suites: a few bytes, so that small arrays cross it. */
  readonly tiny: number;
  /** The value in force. */
  readonly value: number;
  /** Returns whether `amount` is more than the limit. */
  isExceededBy(amount: number): boolean;
  /** Returns whether `amount` is at least the limit. */
  isReachedBy(amount: number): boolean;
  /** The smaller of `amount` and the limit. */
  cap(amount: number): number;
  /** The larger of `amount` and the limit. */
  atLeast(amount: number): number;
  /** How many things of this size fit into the limit; at least one. */
  holds(size: number): number;
}

/** A limit, or the caller's own number in its place. */
export type Bound = number | Limit;

/** Returns whether `amount` is more than the bound. */
export function isBeyond(amount: number, bound: Bound): boolean {
  return typeof bound === "number" ? amount > bound : bound.isExceededBy(amount);
}

/** The current value of a bound. */
export function boundValue(bound: Bound): number {
  return typeof bound === "number" ? bound : bound.value;
}

/** Called for every comparison while a test watches. */
export type LimitWatcher = (limit: Limit, amount: number) => void;

/** Which limits differ from their usual values. Plain data, handed to threads when they start. */
export interface LimitSettings {
  readonly tiny: boolean;
  readonly values: Readonly<Record<string, number>>;
}

type Changeable = { -readonly [Field in keyof Limit]: Limit[Field] };

const known = new Map<string, Changeable>();
let settings: LimitSettings = { tiny: false, values: {} };
let watcher: LimitWatcher | undefined;

/** Declares the limits of one room: the usual and the tiny value of each. */
export function defineLimits<Name extends string>(
  room: string,
  values: Readonly<Record<Name, readonly [usual: number, tiny: number]>>,
): Readonly<Record<Name, Limit>> {
  const limits: Partial<Record<Name, Limit>> = {};
  for (const key in values) {
    const [usual, tiny] = values[key];
    limits[key] = makeLimit(`${room}.${key}`, usual, tiny);
  }
  return limits as Record<Name, Limit>;
}

function makeLimit(name: string, usual: number, tiny: number): Limit {
  /** The value in force; the watcher is told what it is compared with. */
  const beside = (amount: number): number => {
    watcher?.(limit, amount);
    return limit.value;
  };
  const limit: Changeable = {
    name,
    usual,
    tiny,
    value: inForce(name, usual, tiny),
    isExceededBy: (amount) => amount > beside(amount),
    isReachedBy: (amount) => amount >= beside(amount),
    cap: (amount) => Math.min(amount, beside(amount)),
    atLeast: (amount) => Math.max(amount, beside(amount)),
    holds: (size) => Math.max(1, Math.floor(beside(size) / Math.max(1, size))),
  };
  known.set(name, limit);
  return limit;
}

function inForce(name: string, usual: number, tiny: number): number {
  return settings.values[name] ?? (settings.tiny ? tiny : usual);
}

export function limitSettings(): LimitSettings {
  return settings;
}

/** Sets all limits, including those of rooms that are loaded later. */
export function setLimits(next: LimitSettings): void {
  settings = next;
  for (const limit of known.values()) limit.value = inForce(limit.name, limit.usual, limit.tiny);
}

/** For tests: reports every comparison until called without a watcher. */
export function watchLimits(next: LimitWatcher | undefined): void {
  watcher = next;
}

/** Every limit of the rooms that are loaded. */
export function knownLimits(): readonly Limit[] {
  return [...known.values()];
}
