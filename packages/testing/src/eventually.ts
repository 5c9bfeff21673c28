import { delay, systemClock, type Awaitable } from '@pinnace/meta'
import { inspect, isDeepStrictEqual } from 'node:util'

/** Options for {@link eventually}. */
export interface EventuallyOptions {
  /** How long to wait, in real milliseconds: a fake clock does not count. @default 15000 */
  readonly timeoutMs?: number
  /** Pause between two reads, in real milliseconds. @default 5 */
  readonly intervalMs?: number
}

/** What {@link eventually} waits for: a function that accepts the value, or data that equals it deeply. */
export type Expected<T> =
  | ((value: T) => boolean)
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | readonly unknown[]
  | { readonly [name: string]: unknown }

/** A value that did not become as expected in time. */
export class EventuallyError extends Error {
  override readonly name = 'EventuallyError'
  /** The last value; undefined when the last read threw, which is the cause then. */
  readonly actual: unknown
  /** What was waited for. */
  readonly expected: unknown

  constructor(message: string, { cause, actual, expected }: { cause?: unknown; actual?: unknown; expected?: unknown }) {
    super(message, cause === undefined ? undefined : { cause })
    this.actual = actual
    this.expected = expected
  }
}

/** Longest description of the last value in the message of a failure. */
const maxDescribedCharacters = 4000

/**
 * Reads until the value is as expected, and returns it. A read that throws is repeated. When the time is over, throws an
 * {@link EventuallyError}.
 *
 * @example
 * await eventually(async () => (await pods.list()).items.length, 3)
 * const job = await eventually(() => jobs.get('once'), ({ status }) => status?.succeeded === 1)
 */
export async function eventually<T>(
  read: () => Awaitable<T>,
  expected: Expected<T>,
  { timeoutMs = 15_000, intervalMs = 5 }: EventuallyOptions = {},
): Promise<T> {
  const deadlineMs = systemClock.monotonic() + timeoutMs
  for (;;) {
    const last = await attempt(read)
    if ('value' in last && isAccepted(last.value, expected)) return last.value
    if (systemClock.monotonic() >= deadlineMs) throw failure(last, expected, timeoutMs)
    await delay(systemClock, intervalMs)
  }
}

type Attempt<T> = { readonly value: T } | { readonly error: unknown }

async function attempt<T>(read: () => Awaitable<T>): Promise<Attempt<T>> {
  try {
    return { value: await read() }
  } catch (error) {
    return { error }
  }
}

function isAccepted<T>(value: T, expected: Expected<T>): boolean {
  return typeof expected === 'function' ? expected(value) : isDeepStrictEqual(value, expected)
}

function failure<T>(last: Attempt<T>, expected: Expected<T>, timeoutMs: number): EventuallyError {
  const wanted = typeof expected === 'function' ? String(expected) : inspect(expected, { depth: 8 })
  const found = 'value' in last ? inspect(last.value, { depth: 8 }) : `the error ${inspect(last.error)}`
  const message = `not as expected within ${timeoutMs} ms\nexpected: ${wanted}\nlast: ${found.slice(0, maxDescribedCharacters)}`
  return new EventuallyError(message, 'error' in last ? { cause: last.error } : { actual: last.value, expected })
}
