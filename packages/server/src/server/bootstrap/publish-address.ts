import { isIP } from 'node:net'
import { delay, isEqualJson, type ApiObject, type Clock, type GroupResource } from '@pinnace/meta'
import type { LoopbackObjects } from '@pinnace/aggregation'
import type { Service } from '@pinnace/types/core-v1'
import { findServed } from '../../verbs/update-status.ts'
import { createLoopbackObjects } from '../loopback-objects.ts'
import type { ServerState } from '../facilities/server-state.ts'
import { createIdentity, leaseSpecOf, type Identity } from './identity-lease.ts'

/** Where clients inside the cluster reach this server. */
export interface OwnAddress {
  readonly address: string
  readonly port: number
}

/** How often the objects are written again. */
// upstream: --master-count's reconciler interval and the IdentityLeaseRenewIntervalSeconds
const intervalMs = 10_000

/**
 * Publishes the address of a listening server until the signal is aborted: the Endpoints and the EndpointSlice of its
 * service, the target port of that service, and its identity lease. Resolves when all have been written once.
 */
// upstream: pkg/controlplane/reconcilers and pkg/controlplane/controller/kubernetesservice
export async function publishAddress(server: ServerState, own: OwnAddress, signal: AbortSignal): Promise<void> {
  const identity = createIdentity(server.random)
  const objects = createLoopbackObjects(() => server)
  const publish = async (isFirst: boolean): Promise<void> => {
    try {
      if (isFirst) await putTargetPort(server, objects, own)
      await putEndpoints(server, objects, own)
      await putEndpointSlice(server, objects, own)
      await putLease(server, objects, { own, identity })
    } catch (err) {
      if (!signal.aborted) server.logger.warn({ err }, 'the address of the server could not be published')
    }
  }
  await publish(true)
  void repeat(server.clock, signal, () => publish(false))
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

async function putTargetPort(server: ServerState, objects: LoopbackObjects, { port }: OwnAddress): Promise<void> {
  const name = server.vocabulary.product
  await put(server, objects, { group: '', resource: 'services', name, namespace: 'default' }, (live) => {
    if (live === undefined) return undefined
    const { spec } = live as Service
    const ports = spec?.ports?.map((servicePort) => ({ ...servicePort, targetPort: port }))
    return { ...live, spec: { ...spec, ports } }
  })
}

async function putEndpoints(server: ServerState, objects: LoopbackObjects, own: OwnAddress): Promise<void> {
  const { product: name, labelDomain } = server.vocabulary
  const ports = [{ name: 'https', port: own.port, protocol: 'TCP' }]
  const subsets = [{ addresses: [{ ip: own.address }], ports }]
  await put(server, objects, { group: '', resource: 'endpoints', namespace: 'default', name }, (live) => {
    const labels = { [`endpointslice.${labelDomain}/skip-mirror`]: 'true' }
    return { ...live, metadata: withLabels(live, { name, namespace: 'default' }, labels), subsets }
  })
}

async function putEndpointSlice(server: ServerState, objects: LoopbackObjects, own: OwnAddress): Promise<void> {
  const { vocabulary } = server
  const { product: name, labelDomain } = vocabulary
  const addressType = isIP(own.address) === 6 ? 'IPv6' : 'IPv4'
  const endpoints = [{ addresses: [own.address], conditions: { ready: true } }]
  const ports = [{ name: 'https', port: own.port, protocol: 'TCP' }]
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
  const { vocabulary, clock } = server
  const { componentPrefix, labelDomain, systemNamespace: namespace } = vocabulary
  const address = isIP(own.address) === 6 ? `[${own.address}]` : own.address
  const annotations = { [`${labelDomain}/peer-advertise-address`]: `${address}:${own.port}` }
  const labels = {
    [`apiserver.${labelDomain}/identity`]: `${componentPrefix}-apiserver`,
    [`${labelDomain}/hostname`]: identity.hostname,
  }
  const { leaseName: name } = identity
  const group = vocabulary.group('coordination')
  await put(server, objects, { group, resource: 'leases', namespace, name }, (live) => {
    const metadata = { ...(live?.metadata ?? { name, namespace }), annotations, labels }
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
