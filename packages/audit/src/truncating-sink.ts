import { Buffer } from 'node:buffer'
import { thenMaybe, type Awaitable } from '@pinnace/meta'
import type { AuditEvent } from './audit-event.ts'
import type { AuditLoss, AuditSink } from './audit-sink.ts'
import { formatEvent } from './format-event.ts'
import { withoutObjects } from './truncate-event.ts'

/** Options for {@link createTruncatingSink}. */
export interface TruncatingSinkOptions {
  /** The annotation of events that were truncated, in the audit group of the vocabulary. */
  readonly annotation: string
  /** Events that are larger lose their request and response objects, bytes of JSON. @default 102400 */
  readonly maxEventBytes?: number
  /** Larger batches are written in parts, bytes of JSON. @default 10485760 */
  readonly maxBatchBytes?: number
}

/**
 * Limits the size of the events and batches of another sink. An event that is too large without its objects is lost.
 * Throws a TypeError if a batch may be smaller than an event.
 */
// upstream: apiserver/plugin/pkg/audit/truncate
export function createTruncatingSink(
  sink: AuditSink,
  { annotation, maxEventBytes = 102_400, maxBatchBytes = 10_485_760 }: TruncatingSinkOptions,
): AuditSink {
  if (!(maxEventBytes > 0)) throw new TypeError('maxEventBytes must be positive')
  if (!(maxBatchBytes >= maxEventBytes)) throw new TypeError('maxBatchBytes must not be less than maxEventBytes')
  const { name, mode } = sink
  let onLost = (_loss: AuditLoss): void => {}
  return {
    ...(name === undefined ? {} : { name }),
    ...(mode === undefined ? {} : { mode }),
    write(events) {
      const fitting = events.map((event) => (sizeOf(event) > maxEventBytes ? withoutObjects(event, annotation) : event))
      const batches = split(fitting, { maxEventBytes, maxBatchBytes })
      const count = events.length - batches.flat().length
      if (count > 0) onLost({ count, error: new Error('the audit event is too large even after truncating') })
      return writeInTurn(sink, batches)
    },
    observe(next) {
      onLost = next
      sink.observe?.(next)
    },
    close: async () => sink.close?.(),
  }
}

/** Batches within the limit, without the events that are too large. */
function split(
  events: readonly AuditEvent[],
  { maxEventBytes, maxBatchBytes }: Required<Omit<TruncatingSinkOptions, 'annotation'>>,
): readonly (readonly AuditEvent[])[] {
  const batches: AuditEvent[][] = []
  let left = 0
  for (const event of events) {
    const size = sizeOf(event)
    if (size > maxEventBytes) continue
    if (batches.length === 0 || size > left) {
      batches.push([])
      left = maxBatchBytes
    }
    batches.at(-1)?.push(event)
    left -= size
  }
  return batches
}

function writeInTurn(sink: AuditSink, [first, ...others]: readonly (readonly AuditEvent[])[]): Awaitable<void> {
  if (first === undefined) return undefined
  return thenMaybe(sink.write(first), () => writeInTurn(sink, others))
}

function sizeOf(event: AuditEvent): number {
  return Buffer.byteLength(formatEvent(event))
}
