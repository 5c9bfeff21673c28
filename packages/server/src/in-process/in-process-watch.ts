import { createEventQueue, type WatchEvent } from '@pinnace/client'
import { StatusError, toStatusError, type ApiObject } from '@pinnace/meta'
import type { WatchSink } from '@pinnace/watch-cache'
import { bookmarkObject } from '../storage/bookmark.ts'
import { createConvertedEvents } from '../storage/converted-events.ts'
import type { RequestScope } from '../request/request-scope.ts'
import type { InProcessAnswer } from './in-process-answer.ts'
import type { InProcessContext } from './in-process-context.ts'

/** The maximum number of queued events of a watch; a watch whose reader is slower ends with 410 Expired. */
const queueLimit = 10_000

/** The size of the JSON around an object in a watch event over HTTP, bytes. */
const framingBytes = '{"type":"MODIFIED","object":}\n'.length

type WatchAnswer = Extract<InProcessAnswer, { readonly type: 'watch' }>

/** Options of an in-process watch. */
export interface InProcessWatchOptions {
  readonly server: InProcessContext
  readonly signal: AbortSignal | undefined
  /** Whether the process stays alive while the reader waits for an event. @default true */
  readonly keepAlive?: boolean | undefined
  /** Sends the request. Throws the StatusError of a watch that is rejected. */
  readonly open: () => Promise<WatchAnswer>
  readonly show: (object: ApiObject) => ApiObject
}

/**
 * The events of an in-process watch. The request is sent when the first event is requested, so no event is queued or
 * lost before that.
 */
export async function* watchInProcess(options: InProcessWatchOptions): AsyncIterableIterator<WatchEvent> {
  const { signal } = options
  if (isAborted(signal)) return
  const { scope, watch, ended } = await options.open()
  let running: Disposable | undefined
  const queue = createEventQueue<WatchEvent>({
    limit: queueLimit,
    overflow: () => new StatusError('Expired', `the watch was not read for ${queueLimit} events and has been ended`),
    onReturn: () => running?.[Symbol.dispose](),
    keepAlive: options.keepAlive,
  })
  const stop = (): void => queue.end()
  signal?.addEventListener('abort', stop, { once: true })
  if (isAborted(signal)) stop()
  try {
    running = await watch(toSink(options, scope, queue))
    yield* queue
  } finally {
    signal?.removeEventListener('abort', stop)
    running?.[Symbol.dispose]()
    ended()
  }
}

// A function, because the signal may be aborted between two checks.
function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true
}

interface Queue extends AsyncIterableIterator<WatchEvent> {
  push(events: readonly WatchEvent[]): void
  end(error?: unknown): void
}

function toSink({ server, show }: InProcessWatchOptions, scope: RequestScope, queue: Queue): WatchSink<ApiObject> {
  const count = server.watches?.of(scope.served.gvr)
  const converted = createConvertedEvents(scope.served.codec, {
    deliver(events, showEvent) {
      queue.push(
        events.map((event) =>
          event.type === 'BOOKMARK'
            ? { type: event.type, object: bookmarkObject(scope.served, event, server.vocabulary) }
            : { type: event.type, object: show(showEvent(event)) },
        ),
      )
      count?.(
        events.length,
        events.reduce(
          (bytes, event) => bytes + (event.type === 'BOOKMARK' ? 0 : event.entry.value.byteLength) + framingBytes,
          0,
        ),
      )
    },
    onError: (error) => queue.end(toStatusError(error)),
  })
  return {
    onEvents: (events) => converted.push(events),
    bufferedBytes: () => converted.pendingBytes,
    onEnd: (error) => converted.afterwards(() => queue.end(error)),
  }
}
