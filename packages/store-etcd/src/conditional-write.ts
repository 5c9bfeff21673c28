import { StoreError, type WriteCondition } from '@pinnace/store'
import { UnknownOutcome, type EtcdConnection } from './connection.ts'
import { rangeMethod, transactionMethod, type KeyValue, type Operation, type TransactionRequest } from './messages.ts'

/** A write of one key that depends on its state. */
export interface ConditionalWrite {
  readonly key: Uint8Array
  /** Undefined for a delete of whatever exists. */
  readonly condition: WriteCondition | undefined
  readonly operation: Operation
  /** The value of a put; undefined for a delete. */
  readonly value: Uint8Array | undefined
}

/** The outcome of a conditional write. */
export type ConditionalOutcome =
  | { readonly done: true; readonly revision: bigint; readonly previous: KeyValue | undefined }
  | { readonly done: false; readonly current: KeyValue | undefined }

/**
 * Sends a conditional write. If its outcome is unknown, and it depends on a revision, it is sent once more: at most one of
 * the two can be carried out, for a revision is never that of the key again.
 */
export async function sendConditional(
  connection: EtcdConnection,
  write: ConditionalWrite,
): Promise<ConditionalOutcome> {
  const { condition } = write
  const request = toTransaction(write)
  try {
    return toOutcome(await connection.send(transactionMethod, request, 'unapplied'))
  } catch (error) {
    // A create that is sent again could be carried out twice: the first one late, after the key was deleted again.
    if (!(error instanceof UnknownOutcome) || condition === undefined || condition.modRevision === 0n) throw error
    const outcome = toOutcome(await connection.send(transactionMethod, request, 'unapplied'))
    if (outcome.done || (await isByAnother(connection, write, outcome.current))) return outcome
    throw error
  }
}

function toTransaction({ key, condition, operation }: ConditionalWrite): TransactionRequest {
  return {
    compare: [
      condition === undefined
        ? { key, is: 'greater', version: 0n }
        : { key, is: 'equal', modRevision: condition.modRevision },
    ],
    success: [operation],
    failure: [{ range: { key } }],
  }
}

function toOutcome({
  succeeded,
  revision,
  kvs,
}: {
  readonly succeeded: boolean
  readonly revision: bigint
  readonly kvs: readonly (KeyValue | undefined)[]
}): ConditionalOutcome {
  return succeeded ? { done: true, revision, previous: kvs[0] } : { done: false, current: kvs[0] }
}

const maxSteps = 16

/**
 * Whether the first change of a key after the revision in the condition was certainly made by another writer: it differs
 * from this one. Where it is the same, the outcome is unknown.
 */
async function isByAnother(
  connection: EtcdConnection,
  { key, condition, value }: ConditionalWrite,
  current: KeyValue | undefined,
): Promise<boolean> {
  const base = condition?.modRevision ?? 0n
  let first = current
  for (let step = 0; step < maxSteps; step++) {
    // The key was deleted after the base: the writes between are not visible from here.
    if (first === undefined || first.createRevision > base) return false
    const before = await previousVersion(connection, key, first)
    if (before === undefined) return false
    if (before.modRevision === base) return value === undefined || Buffer.compare(first.value, value) !== 0
    first = before
  }
  return false
}

async function previousVersion(
  connection: EtcdConnection,
  key: Uint8Array,
  { modRevision }: KeyValue,
): Promise<KeyValue | undefined> {
  try {
    const { kvs } = await connection.send(rangeMethod, { key, revision: modRevision - 1n }, 'always')
    return kvs[0]
  } catch (error) {
    if (error instanceof StoreError && error.code === 'Compacted') return undefined
    throw error
  }
}
