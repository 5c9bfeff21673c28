import { delay, type Clock } from '@pinnace/meta'
import { StoreError } from '@pinnace/store'
import type { EtcdConnection } from './connection.ts'
import { compactMethod, transactionMethod } from './messages.ts'

/** Milliseconds between compactions by default, and so the time for which a watch can resume. */
// upstream: --etcd-compaction-interval
export const defaultCompactionIntervalMs = 300_000

/** Options of {@link startCompaction}. */
export interface CompactionOptions {
  readonly connection: EtcdConnection
  readonly clock: Clock
  /** 0 for never. */
  readonly intervalMs: number
  readonly onError: (error: unknown) => void
}

/** What a server knows of the last compaction. */
export interface CompactionState {
  /** How many compactions there have been: the version of the key that all servers write. */
  readonly round: bigint
  /** The newest revision at that time, which the next compaction compacts; 0 if unknown. */
  readonly revision: bigint
}

/** The key is that of kube-apiserver, so that only one of all servers over one etcd compacts. */
// upstream: storage/etcd3/compact.go
const compactionKey = Buffer.from('compact_rev_key')

/** Compacts regularly, until it is disposed: at every interval the history before the last one. */
export function startCompaction({ connection, clock, intervalMs, onError }: CompactionOptions): Disposable {
  const stop = new AbortController()
  const run = async (): Promise<void> => {
    let state: CompactionState = { round: 0n, revision: 0n }
    for (;;) {
      await delay(clock, intervalMs, stop.signal, { keepAlive: false })
      try {
        state = await compactOnce(connection, state)
      } catch (error) {
        if (stop.signal.aborted) return
        onError(error)
      }
    }
  }
  if (intervalMs > 0) run().catch(() => undefined)
  return { [Symbol.dispose]: () => stop.abort() }
}

/**
 * Takes part in one round. The server that advances the round compacts; the others learn the round, and take the lead if
 * that server is gone at the next one.
 */
export async function compactOnce(connection: EtcdConnection, state: CompactionState): Promise<CompactionState> {
  const { round, revision } = state
  const key = compactionKey
  const claim = await connection.send(
    transactionMethod,
    {
      compare: [{ key, is: 'equal', version: round }],
      success: [{ put: { key, value: Buffer.from(String(revision)) } }],
      failure: [{ range: { key } }],
    },
    'unapplied',
  )
  if (!claim.succeeded) return { round: claim.versions[0] ?? 0n, revision: claim.revision }
  if (revision > 0n) await compactUnlessDone(connection, revision)
  return { round: round + 1n, revision: claim.revision }
}

async function compactUnlessDone(connection: EtcdConnection, revision: bigint): Promise<void> {
  try {
    await connection.send(compactMethod, { revision }, 'always')
  } catch (error) {
    if (!(error instanceof StoreError && error.code === 'Compacted')) throw error
  }
}
