import { delay, StatusError, systemClock, type ApiObject } from '@pinnace/meta'
import type { ResourceClient } from '@pinnace/client'
import { inspect } from 'node:util'
import { EventuallyError } from './eventually.ts'
import type { FakeClock } from './fake-clock.ts'

/** What {@link waitFor} reads with: a client of a kind. */
export type WatchedObjects<T extends ApiObject> = Pick<ResourceClient<T>, 'list' | 'watch'>

/** Options of {@link waitFor}. */
export interface WaitForOptions {
  /** How long to wait, in real milliseconds. @default 15000 */
  readonly timeoutMs?: number
  /** A fake clock to move to its next timer whenever nothing else happens. @default time is not moved */
  readonly clock?: FakeClock
}

/**
 * Waits by watch until an object is as expected, and returns it; the predicate gets undefined while it does not exist.
 * Throws an {@link EventuallyError} with the last object when the time is over.
 *
 * @example
 * await waitFor(deployments, 'web', (web) => web?.status?.readyReplicas === 3, { clock })
 * await waitFor(pods, 'gone', (pod) => pod === undefined)
 */
export async function waitFor<T extends ApiObject>(
  client: WatchedObjects<T>,
  name: string,
  predicate: (object: T | undefined) => boolean,
  { timeoutMs = 15_000, clock }: WaitForOptions = {},
): Promise<T | undefined> {
  const done = new AbortController()
  const seen: Seen<T> = { last: undefined, isFound: false }
  const watching = follow(client, name, { predicate, seen, signal: done.signal })
  const late = delay(systemClock, timeoutMs, done.signal).then(
    () => 'late' as const,
    () => 'done' as const,
  )
  const moving = clock === undefined ? undefined : move(clock, () => done.signal.aborted || seen.isFound)
  try {
    if ((await Promise.race([watching, late])) === 'late') throw failure(name, predicate, seen.last, timeoutMs)
    return seen.last
  } finally {
    done.abort()
    await moving
    // Its failure after the end does not matter.
    await watching.catch(() => undefined)
  }
}

interface Seen<T> {
  last: T | undefined
  isFound: boolean
}

interface Following<T> {
  readonly predicate: (object: T | undefined) => boolean
  readonly seen: Seen<T>
  readonly signal: AbortSignal
}

async function follow<T extends ApiObject>(
  client: WatchedObjects<T>,
  name: string,
  { predicate, seen, signal }: Following<T>,
): Promise<void> {
  const selection = { fieldSelector: `metadata.name=${name}` }
  const look = (object: T | undefined): boolean => {
    seen.last = object
    seen.isFound = predicate(object)
    return seen.isFound
  }
  while (!signal.aborted) {
    const { items, metadata } = await client.list(selection)
    if (look(items[0])) return
    try {
      const { resourceVersion = '' } = metadata
      for await (const { type, object } of client.watch({ ...selection, resourceVersion, signal })) {
        if (type === 'BOOKMARK') continue
        if (look(type === 'DELETED' ? undefined : object)) return
      }
    } catch (error) {
      // The history is gone: list again.
      if (!(error instanceof StatusError && error.code === 410)) throw error
    }
  }
}

/** Moves time until the wait is over; without timers, turns of the event loop go by. */
async function move(clock: FakeClock, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await clock.runUntil(isOver).catch(() => undefined)
    await delay(systemClock, 1)
  }
}

function failure(name: string, predicate: object, last: unknown, timeoutMs: number): EventuallyError {
  const found = last === undefined ? 'no object' : inspect(last, { depth: 8 }).slice(0, 4000)
  return new EventuallyError(
    `${name} is not as expected within ${timeoutMs} ms\nexpected: ${String(predicate)}\nlast: ${found}`,
    { actual: last, expected: predicate },
  )
}
