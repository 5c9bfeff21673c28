import { expired, randomBetween, StatusError, type ApiObject, type Clock, type Random } from '@pinnace/meta'
import { createBackOff } from '../back-off.ts'
import type { ResourceClient } from '../resource-client.ts'
import type { WatchEvent } from '../transport.ts'
import { endsInitialEvents, isReplay } from './versions.ts'
import { readCollection } from './read-collection.ts'

/** What hears of a collection: the whole of it, then what changes. */
export interface CollectionSink<T> {
  /** All there is at a version. Comes again where the events between could not be had. */
  replace(objects: readonly T[]): void
  change(event: WatchEvent<T>): void
}

/** Options for {@link followCollection}. */
export interface FollowOptions<T extends ApiObject> {
  readonly client: ResourceClient<T>
  readonly labelSelector?: string | undefined
  readonly fieldSelector?: string | undefined
  /** Asks for the collection as the beginning of a watch; a server that does not know that is asked for a list. */
  readonly streaming: boolean
  readonly pageSize: number
  readonly clock: Clock
  readonly random: Random
  readonly sink: CollectionSink<T>
  /** Hears of failures; each is followed by another try. */
  readonly onError: (error: unknown) => void
}

// upstream: client-go/tools/cache/reflector.go – a watch is asked to last 5 to 10 minutes; tries are 0.8 to 30 s apart.
const watchSeconds = [300, 600] as const
const firstBackOffMs = 800
const maxBackOffMs = 30_000
/** A server that has not ended its watch this long after it should have is not there any more. */
const graceMs = 30_000
/** A watch that ends sooner, and without an event, is a failure. */
const shortWatchMs = 1000

/**
 * Tells `sink` of a collection and of everything that happens to it, until `signal`. Nothing is told twice and nothing
 * is left out: watches go on from the last version seen, and where that is gone the whole collection is told again.
 */
export async function followCollection<T extends ApiObject>(
  options: FollowOptions<T>,
  signal: AbortSignal,
): Promise<void> {
  const { client, clock, random, sink, onError, pageSize } = options
  const selection = {
    ...(options.labelSelector === undefined ? {} : { labelSelector: options.labelSelector }),
    ...(options.fieldSelector === undefined ? {} : { fieldSelector: options.fieldSelector }),
  }
  const backOff = createBackOff({ clock, random, firstMs: firstBackOffMs, maxMs: maxBackOffMs, keepAlive: false })
  let version: string | undefined
  let streams = options.streaming
  let listsNext = false
  let isFresh = true

  while (!signal.aborted) {
    const streamed: boolean = version === undefined && streams && !listsNext
    const began = clock.monotonic()
    try {
      if (version === undefined && !streamed) {
        const read = await readCollection(client, { ...selection, pageSize, signal })
        if (signal.aborted) return
        sink.replace(read.items)
        version = read.version
        listsNext = false
      }
      const lived = await watchFrom(version)
      if (lived === 0 && clock.monotonic() - began < shortWatchMs)
        throw new Error('the watch ended as soon as it began')
    } catch (error) {
      if (signal.aborted) return
      onError(error)
      if (clock.monotonic() - began >= maxBackOffMs) {
        isFresh = true
        backOff.reset()
      }
      if (mustList(error)) {
        version = undefined
        listsNext = streamed
        if (streamed && isUnsupported(error)) {
          streams = false
          continue
        }
      }
      // The first failure after all was well is most often a connection that was cut, or a version that is gone.
      if (isFresh) isFresh = false
      else await backOff.wait(signal).catch(() => {})
    }
  }

  /** One watch, from a version or (undefined) from the state. `version` moves with every event; answers their number. */
  async function watchFrom(from: string | undefined): Promise<number> {
    let lived = 0
    // Whoever was just told of the collection may have said that it is enough.
    if (signal.aborted) return lived
    const ending = new AbortController()
    const stop = (): void => ending.abort()
    signal.addEventListener('abort', stop, { once: true })
    const timeoutSeconds = Math.floor(randomBetween(random, ...watchSeconds))
    const deadline = clock.after(timeoutSeconds * 1000 + graceMs, stop)
    let initial: Map<string, T> | undefined = from === undefined ? new Map() : undefined
    try {
      const events = client.watch({
        ...selection,
        ...(from === undefined
          ? { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' }
          : { resourceVersion: from }),
        allowWatchBookmarks: true,
        timeoutSeconds,
        signal: ending.signal,
      })
      for await (const event of events) {
        if (ending.signal.aborted) break
        const { metadata } = event.object
        if (initial !== undefined) {
          if (event.type === 'BOOKMARK') {
            if (!endsInitialEvents(event.object)) continue
            sink.replace([...initial.values()])
            version = metadata.resourceVersion!
            initial = undefined
            lived++
          } else gather(initial, event)
          continue
        }
        // INVARIANT: the version only moves on; what a server or something before it sends again is dropped.
        if (isReplay(metadata.resourceVersion, version)) {
          if (event.type === 'BOOKMARK') throw expired('the server has gone back to an earlier version')
          continue
        }
        version = metadata.resourceVersion ?? version
        if (event.type !== 'BOOKMARK') sink.change(event)
        lived++
        isFresh = true
        backOff.reset()
      }
      if (initial !== undefined && !signal.aborted) throw new Error('the watch ended before it had told the state')
      return lived
    } finally {
      deadline.cancel()
      signal.removeEventListener('abort', stop)
    }
  }
}

function gather<T extends ApiObject>(objects: Map<string, T>, { type, object }: WatchEvent<T>): void {
  const key = `${object.metadata.namespace ?? ''}/${object.metadata.name ?? ''}`
  if (type === 'DELETED') objects.delete(key)
  else objects.set(key, object)
}

// What a later try of the same watch would not mend: the version is gone, or the server does not know it (yet, or any
// more). Failures of connections and of a server that is busy say nothing about the version.
function mustList(error: unknown): boolean {
  if (!(error instanceof StatusError)) return false
  if (error.details?.causes?.some(({ reason }) => reason === 'ResourceVersionTooLarge')) return true
  return error.code !== 429 && error.code < 500
}

// upstream: reflector.go, watchList – whatever refuses a streaming list is asked for a list
function isUnsupported(error: unknown): boolean {
  return error instanceof StatusError && [400, 405, 406, 415, 422].includes(error.code)
}
