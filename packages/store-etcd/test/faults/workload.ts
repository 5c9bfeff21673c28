import { StoreError, type Store, type StoreEntry, type WriteOutcome } from '@pinnace/store'
import type { Operation, Register } from './linearizability.ts'

/** Operations of concurrent clients, by key. */
export type Histories = ReadonlyMap<string, readonly Operation[]>

/** Options for {@link runClients}. */
export interface WorkloadOptions {
  /** Clients use them in turn. */
  readonly stores: readonly Store[]
  readonly clients: number
  readonly keys: readonly string[]
  readonly random: () => number
  /** Ends the clients, each after its operation. */
  readonly signal: AbortSignal
  /** The shortest time between two operations of a client. */
  readonly pauseMs?: number
}

const absent: Register = { revision: 0n, value: undefined }

function toRegister(entry: StoreEntry | undefined): Register {
  return entry === undefined ? absent : { revision: entry.modRevision, value: textOf(entry) }
}

export function textOf({ value }: StoreEntry): string {
  return Buffer.from(value).toString()
}

/** Runs clients that read, create, update and delete keys, and returns what they did and found. */
export async function runClients(options: WorkloadOptions): Promise<Histories> {
  const { stores, clients, keys, random, signal, pauseMs = 2 } = options
  const histories = new Map(keys.map((key): [string, Operation[]] => [key, []]))
  const run = async (client: number): Promise<void> => {
    const store = stores[client % stores.length]
    if (store === undefined) throw new TypeError('no store')
    const known = new Map<string, Register>()
    for (let count = 0; !signal.aborted; count++) {
      const key = keys[Math.floor(random() * keys.length)] ?? ''
      const operation = await operate(store, key, {
        known: known.get(key),
        value: `${client}-${count}`,
        dice: random(),
      })
      if (operation !== undefined) {
        histories.get(key)?.push(operation)
        const state = stateAfter(operation)
        if (state === undefined) known.delete(key)
        else known.set(key, state)
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => run(client)))
  return histories
}

/** Reads a key, as an operation. */
export async function readOperation(store: Store, key: string): Promise<Operation> {
  const start = performance.now()
  const found = toRegister(await store.get(key))
  return { type: 'read', start, end: performance.now(), found }
}

async function operate(
  store: Store,
  key: string,
  { known, value, dice }: { readonly known: Register | undefined; readonly value: string; readonly dice: number },
): Promise<Operation | undefined> {
  const start = performance.now()
  if (known === undefined || dice < 0.3) return readOperation(store, key).catch(ignoreUnavailable)
  const isDelete = known.value !== undefined && dice < 0.4
  // Some writes come without a condition.
  const base = dice > 0.9 ? undefined : known.revision
  const condition = base === undefined ? undefined : { modRevision: base }
  const written = isDelete ? undefined : value
  try {
    const bytes = { bytes: Buffer.from(value) }
    const outcome = isDelete ? await store.delete(key, bytes, condition) : await store.put(key, bytes, condition)
    return toOperation(outcome, { start, base, value: written })
  } catch (error) {
    // Certainly not carried out.
    if (error instanceof StoreError && error.code === 'Full') return undefined
    ignoreUnavailable(error)
    return { type: 'unknown', start, end: Infinity, base, value: written }
  }
}

function toOperation(
  outcome: WriteOutcome,
  {
    start,
    base,
    value,
  }: { readonly start: number; readonly base: bigint | undefined; readonly value: string | undefined },
): Operation {
  const end = performance.now()
  if (!outcome.done) return { type: 'refused', start, end, base, found: toRegister(outcome.current) }
  return { type: 'write', start, end, base, revision: outcome.entry.modRevision, value }
}

function stateAfter(operation: Operation): Register | undefined {
  if ('found' in operation) return operation.found
  if (operation.type === 'unknown') return undefined
  return operation.value === undefined ? absent : { revision: operation.revision, value: operation.value }
}

function ignoreUnavailable(error: unknown): undefined {
  if (!(error instanceof StoreError) || error.code !== 'Unavailable') throw error
  return undefined
}
