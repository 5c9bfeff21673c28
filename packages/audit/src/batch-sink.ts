import { delay, type Clock, type Timer } from '@pinnace/meta'
import type { AuditEvent } from './audit-event.ts'
import type { AuditLoss, AuditSink } from './audit-sink.ts'
import { formatEvent } from './format-event.ts'
import { createThrottle, type Throttle } from './throttle.ts'

/** Options for {@link createBatchSink}. */
export interface BatchSinkOptions {
  readonly clock: Clock
  /** Maximum number of buffered events; beyond that, new events are dropped. @default 10000 */
  readonly bufferSize?: number
  /** Maximum size of buffered events, bytes of JSON; beyond that, new events are dropped. @default 64 MiB */
  readonly bufferBytes?: number
  /** Maximum number of events in a batch. @default 400 */
  readonly maxBatchSize?: number
  /** How long a partial batch waits for more events, milliseconds. @default 30000 */
  readonly maxBatchWaitMs?: number
  /** Limits the number of batches in a second. @default no limit */
  readonly throttle?: { readonly qps: number; readonly burst: number }
  /** Delay before a batch that failed is written again, milliseconds. It doubles, up to one minute. @default 10000 */
  readonly initialBackOffMs?: number
  /** How often a batch is tried before its events are dropped. @default 4 */
  readonly maxAttempts?: number
}

const maxBackOffMs = 60_000

/** Buffers the events of another sink and writes them in batches. Requests never wait. */
// upstream: apiserver/plugin/pkg/audit/buffered
export function createBatchSink(sink: AuditSink, options: BatchSinkOptions): AuditSink {
  const {
    clock,
    bufferSize = 10_000,
    bufferBytes = 64 * 2 ** 20,
    maxBatchSize = 400,
    maxBatchWaitMs = 30_000,
  } = options
  const throttle: Throttle | undefined = options.throttle && createThrottle(clock, options.throttle)
  const buffered: AuditEvent[] = []
  let bytes = 0
  let timer: Timer | undefined
  let writing: Promise<void> | undefined
  let onLost = (_loss: AuditLoss): void => {}

  const flush = (): Promise<void> => {
    timer?.cancel()
    timer = undefined
    writing ??= drain().finally(() => {
      writing = undefined
      // Events that have come since the buffer was found empty.
      if (buffered.length > 0) void flush()
    })
    return writing
  }
  const drain = async (): Promise<void> => {
    while (buffered.length > 0) {
      await throttle?.wait()
      const batch = buffered.splice(0, maxBatchSize)
      for (const event of batch) bytes -= sizeOf(event)
      const error = await tryToWrite(sink, batch, options)
      if (error !== undefined) onLost({ count: batch.length, error: error.cause })
    }
  }
  const add = (event: AuditEvent): boolean => {
    const size = sizeOf(event)
    if (buffered.length >= bufferSize || bytes + size > bufferBytes) return false
    buffered.push(event)
    bytes += size
    return true
  }
  return {
    ...(sink.name === undefined ? {} : { name: sink.name }),
    mode: 'batch',
    write(events) {
      let dropped = 0
      for (const event of events) if (!add(event)) dropped++
      if (dropped > 0) onLost({ count: dropped, error: new Error('the buffer of audit events is full') })
      if (buffered.length >= maxBatchSize || maxBatchWaitMs === 0) void flush()
      else timer ??= clock.after(maxBatchWaitMs, () => void flush())
    },
    observe(next) {
      onLost = next
      sink.observe?.(next)
    },
    async close() {
      await flush()
      await sink.close?.()
    },
  }
}

// Characters instead of bytes: at most three times too small, and nothing is encoded twice.
function sizeOf(event: AuditEvent): number {
  return formatEvent(event).length
}

/** Writes a batch, again after failures. Resolves with the last failure if every attempt failed. */
async function tryToWrite(
  sink: AuditSink,
  batch: readonly AuditEvent[],
  { clock, initialBackOffMs = 10_000, maxAttempts = 4 }: BatchSinkOptions,
): Promise<{ readonly cause: unknown } | undefined> {
  let failure: { readonly cause: unknown } | undefined
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    if (attempt > 0) await delay(clock, Math.min(initialBackOffMs * 2 ** (attempt - 1), maxBackOffMs))
    try {
      await sink.write(batch)
      return undefined
    } catch (cause) {
      failure = { cause }
    }
  }
  return failure
}
