import {
  expired,
  randomBetween,
  StatusError,
  type ApiObject,
  type Awaitable,
  type Clock,
  type Random,
} from '@pinnace/meta'
import { createBackOff, type BackOff } from '../back-off.ts'
import type { ResourceClient } from '../resource-client.ts'
import type { WatchEvent, WatchOptions } from '../transport.ts'
import { readCollection } from './read-collection.ts'
import { endsInitialEvents, isReplay } from './resource-versions.ts'

/** Receives a collection: the whole of it, then its changes. */
export interface ReflectorSink<T> {
  /**
   * Everything the collection holds at a version. Called again where the events between could not be had. Later changes
   * are passed when it has resolved.
   */
  replace(objects: readonly T[]): Awaitable<void>
  change(event: WatchEvent<T>): void
}

/** Options for {@link createReflector}. */
export interface ReflectorOptions<T extends ApiObject> {
  readonly client: ResourceClient<T>
  readonly labelSelector?: string | undefined
  readonly fieldSelector?: string | undefined
  /** Asks for the collection as the beginning of a watch; a server that does not support that is asked for a list. */
  readonly streaming: boolean
  readonly pageSize: number
  readonly clock: Clock
  readonly random: Random
  readonly sink: ReflectorSink<T>
  /** Called with failures; each is followed by another try. */
  readonly onError: (error: unknown) => void
}

/** Lists and watches a collection. */
export interface Reflector {
  /**
   * Passes the collection and everything that happens to it to the sink, until the signal is aborted; call it once.
   * Nothing is passed twice and nothing is left out: watches go on from the last version seen, and where that is gone
   * the whole collection is passed again.
   */
  run(signal: AbortSignal): Promise<void>
}

// upstream: client-go/tools/cache/reflector.go – a watch is asked to last 5 to 10 minutes; tries are 0.8 to 30 s apart.
const watchSeconds = [300, 600] as const
const firstBackOffMs = 800
const maxBackOffMs = 30_000
/** A server that has not ended its watch this long after it should have is gone. */
const graceMs = 30_000
/** A watch that ends sooner, and without an event, is a failure. */
const shortWatchMs = 1000

/** A reflector over a client. */
export function createReflector<T extends ApiObject>(options: ReflectorOptions<T>): Reflector {
  return new CollectionReflector(options)
}

/**
 * What is asked for next:
 * - `stream`: the collection, as the beginning of a watch
 * - `list`: the collection, page by page
 * - `watch`: the changes since the last version seen
 */
export type ReflectorStep = 'stream' | 'list' | 'watch'

/** What to ask for after a step has failed. `supportsStreams`: streaming lists are wanted, and were not refused. */
export function stepAfterFailure(step: ReflectorStep, error: unknown, supportsStreams: boolean): ReflectorStep {
  if (!mustList(error)) return step
  return step !== 'stream' && supportsStreams ? 'stream' : 'list'
}

class CollectionReflector<T extends ApiObject> implements Reflector {
  readonly #options: ReflectorOptions<T>
  readonly #selection: Pick<WatchOptions, 'labelSelector' | 'fieldSelector'>
  readonly #backOff: BackOff
  #step: ReflectorStep
  #supportsStreams: boolean
  /** The last version seen, for `watch`. */
  #version = ''
  /** No failure since the last event: the next one is most often a cut connection, and tried again at once. */
  #isFresh = true

  constructor(options: ReflectorOptions<T>) {
    const { clock, random, labelSelector, fieldSelector, streaming } = options
    this.#options = options
    this.#selection = {
      ...(labelSelector === undefined ? {} : { labelSelector }),
      ...(fieldSelector === undefined ? {} : { fieldSelector }),
    }
    this.#backOff = createBackOff({ clock, random, firstMs: firstBackOffMs, maxMs: maxBackOffMs, keepAlive: false })
    this.#supportsStreams = streaming
    this.#step = streaming ? 'stream' : 'list'
  }

  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options
    while (!signal.aborted) {
      const began = clock.monotonic()
      try {
        if (this.#step === 'list') await this.#list(signal)
        const count = await this.#watch(signal)
        if (count === 0 && !signal.aborted && clock.monotonic() - began < shortWatchMs) {
          throw new Error('the watch ended as soon as it began')
        }
      } catch (error) {
        if (signal.aborted) return
        await this.#recover(error, clock.monotonic() - began, signal)
      }
    }
  }

  async #recover(failure: unknown, lastedMs: number, signal: AbortSignal): Promise<void> {
    this.#options.onError(failure)
    if (lastedMs >= maxBackOffMs) this.#allWell()
    const failed = this.#step
    const isUnsupportedStream = failed === 'stream' && isUnsupported(failure)
    if (isUnsupportedStream) this.#supportsStreams = false
    this.#step = stepAfterFailure(failed, failure, this.#supportsStreams)
    if (isUnsupportedStream) return
    if (this.#isFresh) this.#isFresh = false
    else await this.#backOff.wait(signal).catch(() => {})
  }

  #allWell(): void {
    this.#isFresh = true
    this.#backOff.reset()
  }

  async #list(signal: AbortSignal): Promise<void> {
    const { client, pageSize, sink } = this.#options
    const read = await readCollection(client, { ...this.#selection, pageSize, signal })
    if (signal.aborted) return
    await sink.replace(read.items)
    this.#reach(read.version)
  }

  #reach(version: string): void {
    this.#version = version
    this.#step = 'watch'
  }

  /** One watch; the number of its events. Its deadline is that of the request, and some grace. */
  async #watch(signal: AbortSignal): Promise<number> {
    // The sink may have aborted the signal.
    if (signal.aborted) return 0
    const { client, clock, random } = this.#options
    const ending = new AbortController()
    const end = (): void => ending.abort()
    signal.addEventListener('abort', end, { once: true })
    const timeoutSeconds = Math.floor(randomBetween(random, ...watchSeconds))
    const deadline = clock.after(timeoutSeconds * 1000 + graceMs, end)
    try {
      const events = client.watch({
        ...this.#selection,
        ...(this.#step === 'stream'
          ? { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' }
          : { resourceVersion: this.#version }),
        allowWatchBookmarks: true,
        timeoutSeconds,
        keepAlive: false,
        signal: ending.signal,
      })
      return await this.#readEvents(events, ending.signal, signal)
    } finally {
      deadline.cancel()
      signal.removeEventListener('abort', end)
    }
  }

  async #readEvents(events: AsyncIterable<WatchEvent<T>>, ending: AbortSignal, signal: AbortSignal): Promise<number> {
    let count = 0
    let initial: Map<string, T> | undefined = this.#step === 'stream' ? new Map() : undefined
    for await (const event of events) {
      if (ending.aborted) break
      if (initial === undefined) {
        if (this.#change(event)) count++
      } else if (event.type !== 'BOOKMARK') gather(initial, event)
      else if (endsInitialEvents(event.object)) {
        await this.#options.sink.replace([...initial.values()])
        this.#reach(event.object.metadata.resourceVersion ?? '')
        initial = undefined
        count++
      }
    }
    if (initial !== undefined && !signal.aborted) throw new Error('the watch ended before its initial events')
    return count
  }

  /** False for an event that was sent before. */
  #change(event: WatchEvent<T>): boolean {
    const { resourceVersion } = event.object.metadata
    // INVARIANT: the version only moves on; what a server or a proxy sends again is dropped.
    if (isReplay(resourceVersion, this.#version)) {
      if (event.type === 'BOOKMARK') throw expired('the server has gone back to an earlier version')
      return false
    }
    this.#version = resourceVersion ?? this.#version
    if (event.type !== 'BOOKMARK') this.#options.sink.change(event)
    this.#allWell()
    return true
  }
}

function gather<T extends ApiObject>(objects: Map<string, T>, { type, object }: WatchEvent<T>): void {
  const key = `${object.metadata.namespace ?? ''}/${object.metadata.name ?? ''}`
  if (type === 'DELETED') objects.delete(key)
  else objects.set(key, object)
}

// Trying the same watch again would not help: the version is gone, or the server does not know it (yet, or any more).
// Failures of connections and of a server that is busy say nothing about the version.
function mustList(error: unknown): boolean {
  if (!(error instanceof StatusError)) return false
  if (error.details?.causes?.some(({ reason }) => reason === 'ResourceVersionTooLarge')) return true
  return error.code !== 429 && error.code < 500
}

// upstream: reflector.go, watchList – a server that refuses a streaming list is asked for a list
function isUnsupported(error: unknown): boolean {
  return error instanceof StatusError && [400, 405, 406, 415, 422].includes(error.code)
}
