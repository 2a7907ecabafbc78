/**
 * Limits: numbers that decide which code runs (buffer sizes that are kept, thresholds for workers, batch and part sizes).
 * Each room declares its own in `limits.ts`, so that tests can lower them all and send a few kilobytes through paths that
 * otherwise need gigabytes. Code compares through the methods below, so that tests can see which side of a limit was taken.
 */
export interface Limit {
  /** Room and name: `codecs.keptBytes`. */
  readonly name: string;
  /** The value in production. */
  readonly usual: number;
  /** The value with which the suites run a second time: a few bytes, so that small arrays cross it. */
  readonly tiny: number;
  /** The value in force. */
  readonly value: number;
  /** Is `amount` more than the limit? */
  isExceededBy(amount: number): boolean;
  /** Is `amount` at least the limit? */
  isReachedBy(amount: number): boolean;
  /** `amount`, or the limit if that is less. */
  cap(amount: number): number;
  /** `amount`, or the limit if that is more. */
  atLeast(amount: number): number;
  /** How many of this size the limit holds; at least one. */
  holds(size: number): number;
}

/** A limit, or what a caller said in its place. */
export type Bound = number | Limit;

/** Is `amount` more than the bound? */
export function isBeyond(amount: number, bound: Bound): boolean {
  return typeof bound === "number" ? amount > bound : bound.isExceededBy(amount);
}

/** The number that a bound stands for at this moment. */
export function boundValue(bound: Bound): number {
  return typeof bound === "number" ? bound : bound.value;
}

/** Told of every comparison while tests watch. */
export type LimitWatcher = (limit: Limit, amount: number) => void;

/** Which limits are not at their usual values. Plain data: threads are given it when they start. */
export interface LimitSettings {
  readonly tiny: boolean;
  readonly values: Readonly<Record<string, number>>;
}

type Changeable = { -readonly [Field in keyof Limit]: Limit[Field] };

const known = new Map<string, Changeable>();
let settings: LimitSettings = { tiny: false, values: {} };
let watcher: LimitWatcher | undefined;

/** Declares the limits of one room: for each its usual and its tiny value. */
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
  const limit: Changeable = {
    name,
    usual,
    tiny,
    value: inForce(name, usual, tiny),
    isExceededBy: (amount) => {
      watcher?.(limit, amount);
      return amount > limit.value;
    },
    isReachedBy: (amount) => {
      watcher?.(limit, amount);
      return amount >= limit.value;
    },
    cap: (amount) => {
      watcher?.(limit, amount);
      return Math.min(amount, limit.value);
    },
    atLeast: (amount) => {
      watcher?.(limit, amount);
      return Math.max(amount, limit.value);
    },
    holds: (size) => {
      watcher?.(limit, size);
      return Math.max(1, Math.floor(limit.value / Math.max(1, size)));
    },
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

/** Sets all limits: those declared already, and those of rooms that are loaded later. */
export function setLimits(next: LimitSettings): void {
  settings = next;
  for (const limit of known.values()) limit.value = inForce(limit.name, limit.usual, limit.tiny);
}

/** For tests: hears of every comparison until it is called again without a watcher. */
export function watchLimits(next: LimitWatcher | undefined): void {
  watcher = next;
}

/** Every limit of the rooms that are loaded. */
export function knownLimits(): readonly Limit[] {
  return [...known.values()];
}
