import { isIP } from 'node:net'
import { delay, isEqualJson, type ApiObject, type Clock, type GroupResource } from '@pinnace/meta'
import type { LoopbackObjects } from '@pinnace/aggregation'
import type { Lease } from '@pinnace/types/coordination-v1'
import type { Service } from '@pinnace/types/core-v1'
import { findServed } from '../../verbs/update-status.ts'
import { createLoopbackObjects } from '../loopback-objects.ts'
import { peersGate } from '../assert-peers.ts'
import type { ServerState } from '../facilities/server-state.ts'
import {
  createIdentity,
  identityLabel,
  identitySelector,
  isExpired,
  leaseSpecOf,
  type Identity,
} from './identity-lease.ts'
import { createPeerAddresses, subsetsOf, type OwnAddress } from './peer-addresses.ts'
import { createReadAddress } from './read-address.ts'
import { reportStorageVersions } from './storage-versions.ts'

/** How often expired identity leases are deleted. */
// upstream: IdentityLeaseGCPeriodSeconds
const collectionIntervalMs = 3_600_000

/** The longest wait for the removal of an address. */
const withdrawalMs = 2_000

/** How often the objects are written again. */
// upstream: --master-count's reconciler interval and the IdentityLeaseRenewIntervalSeconds
const intervalMs = 10_000

/** The published address of a server. */
export interface PublishedAddress {
  /**
   * Removes the address, unless it is the last one; call it after the signal was aborted. Takes two seconds at most: the
   * other servers notice that this one is gone.
   */
  withdraw(): Promise<void>
}

/** What {@link publishAddress} publishes. */
export interface AddressToPublish {
  readonly own: OwnAddress
  /** Where other servers reach this one. */
  readonly peer: OwnAddress
  /** The name of this machine. @default that of the operating system */
  readonly hostname?: string | undefined
}

/**
 * Publishes the address of a listening server until the signal is aborted: in the Endpoints and the EndpointSlice of its
 * service, which have the addresses of all servers over the store, the target port of that service, and its identity
 * lease. Resolves when all have been written once.
 */
// upstream: pkg/controlplane/reconcilers/lease.go and pkg/controlplane/controller/kubernetesservice
export async function publishAddress(
  server: ServerState,
  { own, peer, hostname }: AddressToPublish,
  signal: AbortSignal,
): Promise<PublishedAddress> {
  const identity = createIdentity(server.random, hostname)
  const objects = createLoopbackObjects(() => server)
  const { store, clock } = server
  const readAddress = createReadAddress(server.registry)
  const servers = createPeerAddresses({ store, clock, own, readAddress })
  const peers = server.features.isEnabled(peersGate)
    ? createPeerAddresses({ store, clock, own: peer, readAddress, serverId: identity.leaseName })
    : undefined
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (err) {
      if (!signal.aborted) server.logger.warn({ err }, 'the address of the server could not be published')
    }
  }
  const publish = async (): Promise<void> => {
    const addresses = await servers.renew()
    await putEndpoints(server, objects, addresses)
    await putEndpointSlice(server, objects, addresses)
  }
  const identify = async (): Promise<void> => {
    // Before the lease, which makes other servers look for it.
    await peers?.renew()
    await putLease(server, objects, { own: peer, identity })
  }
  await attempt(async () => {
    await putTargetPort(server, objects, own)
    await publish()
  })
  await attempt(identify)
  await attempt(() => reportStorageVersions(server, objects, identity.leaseName))
  let collectedMs: number | undefined
  const repeatedly = async (): Promise<void> => {
    await attempt(publish)
    await attempt(identify)
    const now = server.clock.monotonic()
    if (collectedMs !== undefined && now - collectedMs < collectionIntervalMs) return
    collectedMs = now
    await attempt(() => deleteExpiredLeases(server, objects))
  }
  const repeating = repeat(server.clock, signal, repeatedly)
  const withdraw = async (): Promise<void> => {
    await repeating
    await peers?.withdraw()
    const left = await servers.withdraw()
    // upstream: the last server leaves the Endpoints as they are.
    if (left.length === 0) return
    await putEndpoints(server, objects, left)
    await putEndpointSlice(server, objects, left)
  }
  return { withdraw: () => inTime(server.clock, attempt(withdraw)) }
}

async function inTime(clock: Clock, work: Promise<void>): Promise<void> {
  const over = new AbortController()
  const late = delay(clock, withdrawalMs, over.signal, { keepAlive: false }).catch(() => undefined)
  await Promise.race([work, late])
  over.abort()
}

async function repeat(clock: Clock, signal: AbortSignal, run: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await delay(clock, intervalMs, signal, { keepAlive: false })
    } catch {
      return
    }
    await run()
  }
}

// upstream: pkg/controlplane/controller/apiserverleasegc
async function deleteExpiredLeases(server: ServerState, objects: LoopbackObjects): Promise<void> {
  const { vocabulary, clock } = server
  const resource = { group: vocabulary.group('coordination'), resource: 'leases' }
  const { systemNamespace: namespace } = vocabulary
  for (const lease of await objects.list(resource, namespace, identitySelector(vocabulary))) {
    const { name = '' } = lease.metadata
    if (isExpired((lease as Lease).spec, clock.now())) await objects.delete({ resource, namespace, name })
  }
}

async function putTargetPort(server: ServerState, objects: LoopbackObjects, { port }: OwnAddress): Promise<void> {
  const name = server.vocabulary.product
  await put(server, objects, { group: '', resource: 'services', name, namespace: 'default' }, (live) => {
    if (live === undefined) return undefined
    const { spec } = live as Service
    const ports = spec?.ports?.map((servicePort) => ({ ...servicePort, targetPort: port }))
    return { ...live, spec: { ...spec, ports } }
  })
}

async function putEndpoints(
  server: ServerState,
  objects: LoopbackObjects,
  addresses: readonly OwnAddress[],
): Promise<void> {
  const { product: name, labelDomain } = server.vocabulary
  const subsets = subsetsOf(addresses)
  await put(server, objects, { group: '', resource: 'endpoints', namespace: 'default', name }, (live) => {
    const labels = { [`endpointslice.${labelDomain}/skip-mirror`]: 'true' }
    return { ...live, metadata: withLabels(live, { name, namespace: 'default' }, labels), subsets }
  })
}

// A slice has one family and one port: those of the first address.
async function putEndpointSlice(
  server: ServerState,
  objects: LoopbackObjects,
  published: readonly OwnAddress[],
): Promise<void> {
  const { vocabulary } = server
  const { product: name, labelDomain } = vocabulary
  const [subset] = subsetsOf(published)
  if (subset === undefined) return
  const { ports } = subset
  const family = isIP(subset.addresses[0]?.ip ?? '')
  const addressType = family === 6 ? 'IPv6' : 'IPv4'
  const endpoints = subset.addresses
    .filter(({ ip }) => isIP(ip) === family)
    .map(({ ip }) => ({ addresses: [ip], conditions: { ready: true } }))
  const group = vocabulary.group('discovery')
  await put(server, objects, { group, resource: 'endpointslices', namespace: 'default', name }, (live) => {
    const labels = { [`${labelDomain}/service-name`]: name }
    const metadata = withLabels(live, { name, namespace: 'default' }, labels)
    return { addressType, ...live, metadata, endpoints, ports }
  })
}

// upstream: component-helpers/apimachinery/lease and pkg/controlplane/instance.go
async function putLease(
  server: ServerState,
  objects: LoopbackObjects,
  { own, identity }: { readonly own: OwnAddress; readonly identity: Identity },
): Promise<void> {
  const { vocabulary, clock, features } = server
  const { labelDomain, systemNamespace: namespace } = vocabulary
  const address = isIP(own.address) === 6 ? `[${own.address}]` : own.address
  const annotations = features.isEnabled(peersGate)
    ? { [`${labelDomain}/peer-advertise-address`]: `${address}:${own.port}` }
    : undefined
  const labels = {
    ...identityLabel(vocabulary),
    [`${labelDomain}/hostname`]: identity.hostname,
  }
  const { leaseName: name } = identity
  const group = vocabulary.group('coordination')
  await put(server, objects, { group, resource: 'leases', namespace, name }, (live) => {
    const metadata = {
      ...(live?.metadata ?? { name, namespace }),
      ...(annotations === undefined ? {} : { annotations }),
      labels,
    }
    return { ...live, metadata, spec: leaseSpecOf(identity, clock.now()) }
  })
}

function withLabels(live: ApiObject | undefined, created: object, labels: Readonly<Record<string, string>>): object {
  return { ...(live?.metadata ?? created), labels: { ...live?.metadata.labels, ...labels } }
}

interface PutTarget extends GroupResource {
  readonly namespace: string
  readonly name: string
}

type Change = (live: ApiObject | undefined) => object | undefined

/** Creates or updates an object of a kind that is served; `undefined` leaves it as it is. */
async function put(
  server: ServerState,
  objects: LoopbackObjects,
  { group, resource, namespace, name }: PutTarget,
  change: Change,
): Promise<void> {
  const served = findServed(server, { group, resource })
  if (served === undefined) return
  const target = { resource: { group, resource }, namespace, name }
  const live = await objects.get(target)
  const next = change(live)
  if (next === undefined || (live !== undefined && isEqualJson(live, next))) return
  const { apiVersion, gvk } = served
  await objects.put(target, (current) => {
    const changed = change(current) ?? current
    return { ...changed, apiVersion, kind: gvk.kind } as ApiObject
  })
}
