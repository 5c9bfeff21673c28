import { StoreError, type Store } from '@pinnace/store'
import type { Answer, Call, SentWrite } from './messages.ts'
import { toSentEntry, toStoreValue } from './sent-entry.ts'

/** What copies may ask for. */
export interface CalledStore {
  readonly store: Store
  /** Compacts the store and all copies. */
  compact(revision: number): Promise<void>
}

/** Does what a copy asks for. Never rejects: a failure is an answer. */
export async function answerTo({ store, compact }: CalledStore, message: Call): Promise<Answer> {
  try {
    if (message.type === 'write') return await write(store, message.write)
    await compact(message.revision)
    return { done: true, revision: message.revision }
  } catch (error) {
    return { failure: { code: error instanceof StoreError ? error.code : undefined, message: messageOf(error) } }
  }
}

async function write(store: Store, { key, deleted, value, condition }: SentWrite): Promise<Answer> {
  const given = condition === undefined ? undefined : { modRevision: BigInt(condition) }
  const stored = toStoreValue(value)
  const outcome = await (deleted ? store.delete(key, stored, given) : store.put(key, stored, given))
  if (outcome.done) return { done: true, revision: Number(outcome.entry.modRevision) }
  const { current } = outcome
  return {
    done: false,
    revision: Number(await store.revision()),
    current: current === undefined ? undefined : toSentEntry(current),
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
