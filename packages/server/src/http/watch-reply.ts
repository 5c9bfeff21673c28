import {
  type ApiObject,
  type Clock,
  escapeHtml,
  formatJson,
  type HttpReply,
  type HttpRequest,
  type Logger,
  type ReplySink,
  type StatusError,
  toStatusError,
  type Vocabulary,
} from '@pinnace/meta'
import { isWebSocketRequest, splitFrames, splitLines, webSocketReply } from '@pinnace/streaming'
import type { WatchMetrics } from '@pinnace/metrics'
import { transformBookmark, transformObject, type Protobuf } from '@pinnace/versioning'
import type { CacheWatch, ChangeEvent, WatchEvent, WatchSink } from '@pinnace/watch-cache'
import { bookmarkObject } from '../storage/bookmark.ts'
import { jsonLength } from '../storage/encode-object.ts'
import type { ServedResource } from '../storage/served-resource.ts'
import type { PreparedWatch } from '../storage/watch.ts'
import {
  createConvertedEvents,
  type ConvertedEvents,
  type ConvertedEventsReceiver,
  type ShowEvent,
} from '../storage/converted-events.ts'
import { replyHeaders } from './headers.ts'
import type { AgreedAnswer } from './list-reply.ts'
import type { ProtobufForms } from './protobuf-forms.ts'
import type { Representation } from './representation.ts'
import { writeProtobuf, writeStoredProtobuf } from './write-protobuf.ts'

/** What a watch needs of the server. */
export interface WatchReplyContext {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly logger: Logger
  readonly protobufForms: ProtobufForms
  /** Undefined when metrics are off. */
  readonly watches: WatchMetrics | undefined
}

const opened = {
  ADDED: '{"type":"ADDED","object":',
  MODIFIED: '{"type":"MODIFIED","object":',
  DELETED: '{"type":"DELETED","object":',
}
const closed = Buffer.from('}\n')

/**
 * Answers a watch with one JSON document per line, or one framed message per event, until the client disconnects, the
 * timeout expires, or the watch falls behind. Over a
 * WebSocket each event is one message. An invalid request is rejected before the stream starts.
 */
export function watchReply(
  server: WatchReplyContext,
  { headers, served, representation, http }: AgreedAnswer & { readonly http: HttpRequest },
  watch: PreparedWatch,
): HttpReply {
  const { mediaType, format } = representation.choice
  // upstream: endpoints/handlers/watch.go, serveWatchHandler – formats other than JSON always say that they are framed.
  const contentType = format === 'json' ? mediaType : `${mediaType};stream=watch`
  const body = { start: (sink: ReplySink) => void stream(server, { served, representation, watch }, sink) }
  if (http.canUpgrade === true && isWebSocketRequest(http)) {
    const isText = format !== 'protobuf'
    return webSocketReply(http, body, { isText, split: isText ? splitLines : splitFrames })
  }
  return { status: 200, headers: replyHeaders(headers, contentType), body }
}

interface WatchedStream {
  readonly served: ServedResource
  readonly representation: Representation
  readonly watch: PreparedWatch
}

async function stream(
  server: WatchReplyContext,
  { served, representation, watch }: WatchedStream,
  sink: ReplySink,
): Promise<void> {
  const written = new WrittenWatch(server, served, representation, sink)
  try {
    written.run(await watch(written))
  } catch (error) {
    server.logger.error({ err: error }, 'failed to start a watch')
    sink.abort()
  }
}

/** A watch that is written to a sink. A class, because functions of its own take several hundred bytes more. */
class WrittenWatch implements WatchSink<ApiObject>, ConvertedEventsReceiver {
  readonly #sink: ReplySink
  readonly #spell: Spelling
  readonly #bytesOf: Bytes
  readonly #count: ((events: number, bytes: number) => void) | undefined
  readonly #converted: ConvertedEvents
  #isClosed = false
  #running: CacheWatch | undefined

  constructor(server: WatchReplyContext, served: ServedResource, representation: Representation, sink: ReplySink) {
    this.#sink = sink
    this.#spell = spelling(served, representation)
    this.#bytesOf = bytesFor(served, server, representation, this.#spell)
    this.#count = server.watches?.of(served.gvr)
    this.#converted = createConvertedEvents(served.codec, this)
    sink.onClose(() => {
      this.#isClosed = true
      this.#running?.[Symbol.dispose]()
    })
  }

  run(running: CacheWatch): void {
    this.#running = running
    if (this.#isClosed) running[Symbol.dispose]()
  }

  onEvents(events: readonly WatchEvent<ApiObject>[]): void {
    this.#converted.push(events)
  }

  bufferedBytes(): number {
    return this.#sink.bufferedBytes + this.#converted.pendingBytes
  }

  onEnd(error: StatusError | undefined): void {
    this.#converted.afterwards(() => this.#end(error))
  }

  deliver(events: readonly WatchEvent<ApiObject>[], show: ShowEvent): void {
    if (this.#isClosed) return
    const bytes = this.#bytesOf(events, show)
    this.#sink.write(bytes)
    this.#count?.(events.length, bytes.byteLength)
  }

  onError(error: unknown): void {
    if (this.#isClosed) return
    this.#running?.[Symbol.dispose]()
    this.#end(toStatusError(error))
  }

  #end(error: StatusError | undefined): void {
    if (error !== undefined) this.#sink.write(this.#spell('ERROR', error.toStatus()))
    this.#sink.end()
  }
}

/** The bytes of one event. */
type Spelling = (type: string, object: object) => Uint8Array

type Lines = (event: WatchEvent<ApiObject>, show: ShowEvent) => Uint8Array

function spelling(served: ServedResource, { protobuf }: Representation): Spelling {
  if (protobuf === undefined) return jsonLine
  return (type, object) => protobuf.writeWatchEvent(type, writeProtobuf(protobuf, served, object))
}

type Bytes = (events: readonly WatchEvent<ApiObject>[], show: ShowEvent) => Uint8Array

function bytesFor(
  served: ServedResource,
  server: WatchReplyContext,
  representation: Representation,
  spell: Spelling,
): Bytes {
  if (representation.isVerbatim) {
    return oncePer(verbatim, served, () => sharedBytes(served, verbatimLines(served, server)))
  }
  const { protobuf } = representation
  if (protobuf !== undefined && representation.transform === undefined) {
    return oncePer(inProtobuf, served, () => sharedBytes(served.codec, sharedLines(served, server, protobuf)))
  }
  const lines = shownLines(served, server, representation, spell)
  return (events, show) => join(events, lines, show)
}

// All watchers of a resource share these functions.
const verbatim = new WeakMap<ServedResource, Bytes>()
const inProtobuf = new WeakMap<ServedResource, Bytes>()

function oncePer(known: WeakMap<ServedResource, Bytes>, served: ServedResource, make: () => Bytes): Bytes {
  let bytes = known.get(served)
  if (bytes === undefined) known.set(served, (bytes = make()))
  return bytes
}

interface JoinedEvents {
  readonly form: object
  readonly bytes: Uint8Array
}

const joinedEvents = new WeakMap<readonly WatchEvent<ApiObject>[], JoinedEvents>()

// Watchers without a selector receive the same array: the first one joins its lines, the others reuse them.
function sharedBytes(form: object, lines: Lines): Bytes {
  return (events, show) => {
    const first = events[0]
    if (first !== undefined && events.length === 1) return lines(first, show)
    const known = joinedEvents.get(events)
    if (known?.form === form) return known.bytes
    const bytes = join(events, lines, show)
    joinedEvents.set(events, { form, bytes })
    return bytes
  }
}

// The bytes of an event are encoded once and shared by all watchers of the same version of the resource.
function verbatimLines(served: ServedResource, server: WatchReplyContext): Lines {
  const { codec } = served
  const make = ({ type, entry }: ChangeEvent<ApiObject>): Uint8Array =>
    Buffer.concat([Buffer.from(opened[type]), entry.value.subarray(0, jsonLength(entry.value)), closed])
  return (event, show) => {
    if (event.type === 'BOOKMARK') {
      return event.line(served, (bookmark) => jsonLine('BOOKMARK', bookmarkObject(served, bookmark, server.vocabulary)))
    }
    if (codec.isOwn(event.entry.value)) return event.line(served, make)
    return event.line(served, (change) => jsonLine(change.type, show(change)))
  }
}

// Like verbatimLines, for protobuf. The cache key is not the resource, under which the JSON bytes are cached.
function sharedLines(served: ServedResource, server: WatchReplyContext, protobuf: Protobuf): Lines {
  const { codec } = served
  const write = (type: string, object: object): Uint8Array =>
    protobuf.writeWatchEvent(type, writeProtobuf(protobuf, served, object))
  const stored = { protobuf, forms: server.protobufForms, served }
  return (event, show) => {
    if (event.type === 'BOOKMARK') {
      return event.line(codec, (bookmark) => write('BOOKMARK', bookmarkObject(served, bookmark, server.vocabulary)))
    }
    return event.line(codec, (change) =>
      protobuf.writeWatchEvent(
        change.type,
        writeStoredProtobuf(stored, change.entry, () => show(change)),
      ),
    )
  }
}

// A Table names its columns in the first event only, so its lines cannot be shared by watchers.
function shownLines(
  served: ServedResource,
  server: WatchReplyContext,
  { transform }: Representation,
  spell: Spelling,
): Lines {
  let headers = true
  return (event, show) => {
    const object = event.type === 'BOOKMARK' ? bookmarkObject(served, event, server.vocabulary) : show(event)
    if (transform === undefined) return spell(event.type, object)
    const settings = { ...transform, nowMs: server.clock.now(), headers }
    headers = false
    return spell(
      event.type,
      event.type === 'BOOKMARK' ? transformBookmark(object, settings) : transformObject(object, settings),
    )
  }
}

function jsonLine(type: string, object: object): Uint8Array {
  return Buffer.from(`{"type":"${type}","object":${escapeHtml(formatJson(object))}}\n`)
}

function join(events: readonly WatchEvent<ApiObject>[], lines: Lines, show: ShowEvent): Uint8Array {
  const first = events[0]
  if (first !== undefined && events.length === 1) return lines(first, show)
  return Buffer.concat(events.map((event) => lines(event, show)))
}
