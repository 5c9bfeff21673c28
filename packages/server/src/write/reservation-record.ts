import { parseJson, type Clock } from '@pinnace/meta'
import type { StoreValue } from '@pinnace/store'
import type { Reservations, ResourceStorage } from '../storage/resource-storage.ts'

/** The reservations of the writes in progress on all servers, as they were read. */
export interface KnownReservations {
  /** Without those that have expired. */
  readonly reserved: Reservations
  readonly entries: readonly ReservationEntry[]
  /** The revision of the record; 0 if there is none. */
  readonly modRevision: bigint
}

/** The record of the reservations of one resource, in the store. */
export interface ReservationRecord {
  read(): Promise<KnownReservations>
  /** Adds reservations; undefined if the record has changed since it was read. Returns a function that removes them. */
  add(known: KnownReservations, taken: Reservations): Promise<(() => Promise<void>) | undefined>
}

interface ReservationEntry {
  readonly pool: string
  readonly value: string
  /** Wall time, in milliseconds: when the write has ended at the latest. */
  readonly until: number
}

/** A reservation of a server that has died ends after so long; a write has a deadline of 34 seconds. */
const lifetimeMs = 120_000

const maxRemovals = 16

/**
 * Opens the record of the reservations of a resource. Every server over the store reads it before it allocates, and adds
 * to it on condition that it has not changed.
 */
// upstream: pkg/registry/core/rangeallocation – allocations go through one object of the store, with a condition.
export function openReservationRecord({ store, prefix }: ResourceStorage, clock: Clock): ReservationRecord {
  const key = prefix.replace(/^\/registry\//, '/registry/reservations/').slice(0, -1)
  const read = async (): Promise<KnownReservations> => {
    const entry = await store.get(key)
    if (entry === undefined) return { reserved: new Map(), entries: [], modRevision: 0n }
    const now = clock.now()
    const entries = readEntries(entry.value).filter(({ until }) => until > now)
    const reserved: Reservations = new Map()
    for (const { pool, value } of entries) reserved.set(pool, (reserved.get(pool) ?? new Set()).add(value))
    return { reserved, entries, modRevision: entry.modRevision }
  }
  const remove = async (own: ReadonlySet<string>): Promise<void> => {
    for (let tries = 0; tries < maxRemovals; tries++) {
      const { entries, modRevision } = await read()
      const left = entries.filter((entry) => !own.has(identify(entry)))
      if (left.length === entries.length) return
      const { done } = await store.put(key, encode(left), { modRevision })
      if (done) return
    }
  }
  return {
    read,
    async add({ entries, modRevision }, taken) {
      const until = clock.now() + lifetimeMs
      const added = [...taken].flatMap(([pool, values]) => [...values].map((value) => ({ pool, value, until })))
      const { done } = await store.put(key, encode([...entries, ...added]), { modRevision })
      if (!done) return undefined
      const own = new Set(added.map(identify))
      // What could not be removed expires.
      return () => remove(own).catch(() => undefined)
    },
  }
}

function identify({ pool, value }: ReservationEntry): string {
  return `${pool} ${value}`
}

function encode(entries: readonly ReservationEntry[]): StoreValue {
  return { bytes: Buffer.from(JSON.stringify({ reservations: entries })) }
}

function readEntries(value: Uint8Array): readonly ReservationEntry[] {
  const { value: record } = parseJson(Buffer.from(value.buffer, value.byteOffset, value.byteLength))
  const { reservations = [] } = record as { readonly reservations?: readonly ReservationEntry[] }
  return reservations
}
