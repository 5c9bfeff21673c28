import type { WholeReply } from '@pinnace/http-client'
import type { Awaitable, Clock, Logger, Vocabulary } from '@pinnace/meta'
import { storagePrefix } from '@pinnace/resources'
import type { Store } from '@pinnace/store'
import type { Lease } from '@pinnace/types/coordination-v1'
import { decodeStored, startStoreReflector, type StoreReflector } from '@pinnace/watch-cache'
import type { BackendAddress } from '../backend.ts'
import { readAggregated } from '../remote-discovery.ts'
import type { PeerMetrics } from './peer-metrics.ts'
import { resourceKeys, type PeerVersion } from './peer-versions.ts'

/** Options for {@link PeerDiscovery}. */
export interface PeerDiscoveryOptions {
  readonly store: Store
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: PeerMetrics
  /** The identity lease of this server. */
  readonly serverId: string
  /** Where a server is, by its identity lease; undefined if it has no address. */
  readonly addressOf: (serverId: string) => Awaitable<BackendAddress | undefined>
  /** True for group versions that every server over the store serves: those of CRDs and APIServices. */
  readonly isShared: (group: string, version: string) => Awaitable<boolean>
  /** Reads a document of a server. */
  readonly read: (address: BackendAddress, path: string) => Promise<WholeReply>
}

interface Peer {
  /** New with each start of the server. */
  readonly holder: string
  /** Undefined until it is known. */
  readonly versions: readonly PeerVersion[] | undefined
  readonly resources: ReadonlySet<string>
}

/** More servers than any control plane has; further ones are ignored. */
const maxPeers = 100

const nothing: ReadonlySet<string> = new Set()

/** Knows what other servers over the store serve: asks each of them once after its start, and again after a failure. */
// upstream: apiserver/pkg/util/peerproxy/peer_discovery.go
export class PeerDiscovery implements Disposable {
  readonly #options: PeerDiscoveryOptions
  readonly #label: string
  readonly #peers = new Map<string, Peer>()
  /** The servers that are being asked. */
  readonly #asked = new Set<string>()
  #reflector: StoreReflector | undefined
  #versions: readonly PeerVersion[] = []
  #isDisposed = false

  constructor(options: PeerDiscoveryOptions) {
    this.#options = options
    this.#label = `apiserver.${options.vocabulary.labelDomain}/identity`
  }

  /** Lists and watches the identity leases of servers. */
  async start(): Promise<void> {
    const { store, clock, vocabulary, logger } = this.#options
    const storage = { group: vocabulary.group('coordination'), resource: 'leases' }
    this.#reflector = await startStoreReflector({
      store,
      clock,
      prefix: `${storagePrefix({ builtIn: true, storage })}${vocabulary.systemNamespace}/`,
      onPut: (name, { value }) => this.#put(name, decodeStored(value) as Lease),
      onDelete: (name) => {
        if (this.#peers.delete(name)) this.#collect()
      },
      onError: (err) => logger.error({ err }, 'the leases of other servers could not be read'),
    })
  }

  /** The servers that serve a resource, by their identity leases. */
  serversOf(resourceKey: string): readonly string[] {
    return [...this.#peers].filter(([, { resources }]) => resources.has(resourceKey)).map(([name]) => name)
  }

  /** What other servers serve; another list after every change. */
  get versions(): readonly PeerVersion[] {
    return this.#versions
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true
    this.#reflector?.[Symbol.dispose]()
  }

  #put(name: string, { metadata, spec }: Lease): void {
    const { serverId, vocabulary } = this.#options
    if (name === serverId || metadata?.labels?.[this.#label] !== `${vocabulary.componentPrefix}-apiserver`) return
    const holder = spec?.holderIdentity ?? ''
    const known = this.#peers.get(name)
    if (holder === '' || (known?.holder === holder && known.versions !== undefined)) return
    if (known === undefined && this.#peers.size >= maxPeers) return
    // What an earlier process of that server has served is true until the new one has been asked.
    this.#peers.set(name, { resources: nothing, ...known, holder, versions: undefined })
    if (!this.#asked.has(name)) void this.#ask(name, holder)
  }

  async #ask(name: string, holder: string): Promise<void> {
    this.#asked.add(name)
    const versions = await this.#discover(name)
    this.#asked.delete(name)
    const current = this.#peers.get(name)
    if (this.#isDisposed || current === undefined) return
    if (current.holder !== holder) return this.#ask(name, current.holder)
    if (versions === undefined) return
    this.#peers.set(name, { holder, versions, resources: resourceKeys(versions) })
    this.#collect()
  }

  /** What a server serves; undefined if it cannot be asked. The next renewal of its lease asks again. */
  async #discover(name: string): Promise<readonly PeerVersion[] | undefined> {
    const { addressOf, read, isShared, metrics, logger } = this.#options
    let reason: Parameters<PeerMetrics['discoveryFailed']>[0] = 'hostport_resolution'
    try {
      const address = await addressOf(name)
      if (address === undefined) throw new Error('the server has no address')
      reason = 'fetch_discovery'
      const versions: PeerVersion[] = []
      for (const path of ['/api', '/apis']) {
        for (const found of readAggregated(await read(address, path))) {
          if (!(await isShared(found.group, found.discovery.version))) versions.push(found)
        }
      }
      return versions
    } catch (err) {
      if (this.#isDisposed) return undefined
      metrics.discoveryFailed(reason)
      logger.warn({ err, server: name }, 'what another server serves could not be found out')
      return undefined
    }
  }

  #collect(): void {
    // upstream: the core group is not merged.
    this.#versions = [...this.#peers.values()].flatMap(({ versions = [] }) =>
      versions.filter(({ group }) => group !== ''),
    )
  }
}
