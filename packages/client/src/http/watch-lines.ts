import { Buffer } from 'node:buffer'
import { freezeJson, JsonError, parseJson } from '@pinnace/meta'
import type { WatchEvent } from '../transport.ts'
import { fromStatus } from './reply-error.ts'

/** A longer line ends the watch with an error: no object is as large. */
const maxLineBytes = 16_777_216

/** The events of a watch, one per line. An ERROR event is thrown as its StatusError. */
export async function* readWatchLines(chunks: AsyncIterable<Buffer>): AsyncIterableIterator<WatchEvent> {
  let pieces: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      const piece = chunk.subarray(from, end)
      const line = pieces.length === 0 ? piece : Buffer.concat([...pieces, piece])
      pieces = []
      size = 0
      from = end + 1
      if (line.length > 0) yield toEvent(line)
    }
    if (from === chunk.length) continue
    pieces.push(chunk.subarray(from))
    size += chunk.length - from
    if (size > maxLineBytes) throw new Error(`an event of the watch is longer than ${maxLineBytes} bytes`)
  }
  // INVARIANT: a partial event is dropped; a watch from the last version gets it again.
  if (size > 0) throw new Error('the watch was cut in the middle of an event')
}

function toEvent(line: Buffer): WatchEvent {
  const { type, object } = read(line)
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
    case 'BOOKMARK':
      return freezeJson({ type, object }) as WatchEvent
    case 'ERROR':
      throw fromStatus(object as Parameters<typeof fromStatus>[0])
    default:
      throw new Error(`the watch sent an event of type ${JSON.stringify(type)}`)
  }
}

function read(line: Buffer): { readonly type?: unknown; readonly object?: unknown } {
  try {
    const { value } = parseJson(line)
    if (typeof value === 'object' && value !== null && 'object' in value && isObject(value.object)) return value
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    throw new Error('the watch sent a line that is not an event', { cause: error })
  }
  throw new Error('the watch sent a line that is not an event')
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'metadata' in value
}
