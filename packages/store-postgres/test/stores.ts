import { fail } from 'node:assert/strict'
import type { StoreError, StoreEvent } from '@pinnace/store'
import { createPostgresStore, type PostgresStore, type PostgresStoreOptions } from '../src/index.ts'
import { startPostgres, type TestPostgres } from './start-postgres.ts'

/** A server, and stores that are closed with it. */
export interface Scene {
  readonly server: TestPostgres
  /** A schema that no other test uses. */
  newSchema(): string
  open(options: PostgresStoreOptions): Promise<PostgresStore>
  /** Closes the stores. */
  closeStores(): Promise<void>
}

export async function startScene(): Promise<Scene> {
  const server = await startPostgres()
  const stores: PostgresStore[] = []
  let count = 0
  return {
    server,
    newSchema: () => `test_${count++}`,
    async open(options) {
      const store = await createPostgresStore(options)
      stores.push(store)
      return store
    },
    async closeStores() {
      await Promise.all(stores.splice(0).map((store) => store.close()))
    },
  }
}

export const value = (text: string): { readonly before: string; readonly after: string } => ({
  before: `${text} `,
  after: '',
})

export async function read(store: PostgresStore, key: string, revision?: bigint): Promise<string | undefined> {
  const entry = await store.get(key, revision === undefined ? {} : { revision })
  return entry === undefined ? undefined : Buffer.from(entry.value).toString()
}

/** A watch of everything that records its events, and fails at a gap, a duplicate and a wrong order. */
export class Follower {
  readonly events: StoreEvent[] = []
  readonly ends: (StoreError | undefined)[] = []

  static async start(store: PostgresStore): Promise<Follower> {
    const follower = new Follower()
    let last = await store.revision()
    await store.watch('', last, {
      onEvents(events) {
        for (const event of events) {
          if (event.entry.modRevision !== last + 1n) fail(`revision ${event.entry.modRevision} after ${last}`)
          last = event.entry.modRevision
          follower.events.push(event)
        }
      },
      onEnd: (error) => void follower.ends.push(error),
    })
    return follower
  }

  async reaches(revision: bigint): Promise<void> {
    await until(
      () => (this.events.at(-1)?.entry.modRevision ?? 0n) >= revision,
      () => `revision ${revision}, not ${this.events.at(-1)?.entry.modRevision}; ends: ${String(this.ends)}`,
    )
  }
}

/** Waits until the condition holds, for 15 seconds at most. */
export async function until(holds: () => boolean, wanted: () => string): Promise<void> {
  const deadline = performance.now() + 15_000
  while (!holds()) {
    if (performance.now() > deadline) fail(`timed out waiting for ${wanted()}`)
    await pause(10)
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
