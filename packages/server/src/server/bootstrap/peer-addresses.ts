import { isEqualJson, type Clock } from '@pinnace/meta'
import type { Store } from '@pinnace/store'
import type { ReadAddress } from './read-address.ts'

/** Where clients inside the cluster reach this server. */
export interface OwnAddress {
  readonly address: string
  readonly port: number
}

/** The addresses of the servers over a store. */
export interface PeerAddresses {
  /** Renews the record of this server, and returns the addresses of all servers that renew theirs, in order. */
  renew(): Promise<readonly OwnAddress[]>
  /**
   * Removes the record of this server, and returns the addresses that are left. The record stays if another process has
   * written it between the last two renewals, or since: workers have one address, and renew one record.
   */
  withdraw(): Promise<readonly OwnAddress[]>
}

/** Options for {@link createPeerAddresses}. */
export interface PeerAddressesOptions {
  readonly store: Store
  readonly clock: Clock
  readonly own: OwnAddress
  readonly readAddress: ReadAddress
  /** The identity lease of this server: its record is for other servers, which forward requests to it. @default for clients */
  readonly serverId?: string
}

// upstream: pkg/controlplane/reconcilers/lease.go – a record of each server, with a time to live of 15 seconds.
const clientPrefix = '/registry/masterleases/'

// upstream: apiserver/pkg/reconcilers/peer_endpoint_lease.go
const peerPrefix = '/registry/peerserverleases/'
const identityLabel = 'apiserverIdentity'

/** A server that has not renewed its record for so long has died. Clocks of servers are not compared. */
const lifetimeMs = 15_000

interface Seen {
  readonly modRevision: bigint
  readonly sinceMs: number
}

/** Creates the records; nothing is written before `renew`. */
export function createPeerAddresses({ store, clock, own, readAddress, serverId }: PeerAddressesOptions): PeerAddresses {
  const prefix = serverId === undefined ? clientPrefix : peerPrefix
  const key = `${prefix}${serverId ?? `${own.address}:${own.port}`}`
  const metadata = serverId === undefined ? {} : { labels: { [identityLabel]: serverId } }
  // As many as there are servers.
  let seen = new Map<string, Seen>()
  /** The revision of the last renewal, and whether another process had written the record before it. */
  let renewed: bigint | undefined
  let isShared = false
  const readOthers = async (): Promise<readonly OwnAddress[]> => {
    const now = clock.monotonic()
    const next = new Map<string, Seen>()
    const alive: OwnAddress[] = []
    for (const entry of (await store.list(prefix)).entries) {
      if (entry.key === key) continue
      const { modRevision } = entry
      const before = seen.get(entry.key)
      const known = before?.modRevision === modRevision ? before : { modRevision, sinceMs: now }
      next.set(entry.key, known)
      if (now - known.sinceMs >= lifetimeMs) {
        // On condition that it was not renewed meanwhile.
        await store.delete(entry.key, { bytes: entry.value }, { modRevision })
        continue
      }
      const found = await readAddress(entry.value)
      if (found !== undefined) alive.push({ address: found.address, port: found.port ?? own.port })
    }
    seen = next
    return alive
  }
  return {
    async renew() {
      const written = await store.put(key, encodeAddress(own, metadata))
      if (written.done) {
        const { entry, previous } = written
        isShared = previous !== undefined && previous.modRevision !== renewed
        renewed = entry.modRevision
      }
      return sortAddresses([own, ...(await readOthers())])
    },
    async withdraw() {
      if (renewed === undefined) return sortAddresses(await readOthers())
      const isRemoved =
        !isShared && (await store.delete(key, encodeAddress(own, metadata), { modRevision: renewed })).done
      const others = await readOthers()
      return sortAddresses(isRemoved ? others : [own, ...others])
    },
  }
}

/** Where other servers reach a server; undefined if it has no record. */
export async function findPeerAddress(
  { store, readAddress }: Pick<PeerAddressesOptions, 'store' | 'readAddress'>,
  serverId: string,
): Promise<{ readonly host: string; readonly port: number } | undefined> {
  const entry = await store.get(`${peerPrefix}${serverId}`)
  const found = entry === undefined ? undefined : await readAddress(entry.value)
  return found?.port === undefined ? undefined : { host: found.address, port: found.port }
}

/** The addresses by port, as subsets of Endpoints. */
export function subsetsOf(addresses: readonly OwnAddress[]): readonly Subset[] {
  const ports = [...new Set(addresses.map(({ port }) => port))].sort((a, b) => a - b)
  return ports.map((port) => ({
    addresses: addresses.filter((one) => one.port === port).map(({ address }) => ({ ip: address })),
    ports: [{ name: 'https', port, protocol: 'TCP' }],
  }))
}

/** A subset of Endpoints: addresses with the same port. */
export interface Subset {
  readonly addresses: readonly { readonly ip: string }[]
  readonly ports: readonly { readonly name: string; readonly port: number; readonly protocol: string }[]
}

function encodeAddress(own: OwnAddress, metadata: object): { readonly bytes: Uint8Array } {
  const object = { kind: 'Endpoints', apiVersion: 'v1', metadata, subsets: subsetsOf([own]) }
  return { bytes: Buffer.from(JSON.stringify(object)) }
}

function sortAddresses(addresses: readonly OwnAddress[]): readonly OwnAddress[] {
  const sorted = [...addresses].sort((a, b) =>
    a.address < b.address ? -1 : a.address > b.address ? 1 : a.port - b.port,
  )
  return sorted.filter((one, index) => !isEqualJson(one, sorted[index - 1]))
}
