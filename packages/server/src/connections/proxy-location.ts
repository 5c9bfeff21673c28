import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { badRequest, notFound, randomBetween, serviceUnavailable, StatusError, type Random } from '@pinnace/meta'
import type { Endpoints, Service } from '@pinnace/types/core-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { ConnectionRequest } from './connection-request.ts'
import type { NodeAgent } from './node-agent.ts'
import type { PodTargets } from './pod-target.ts'

/** Where a proxied request goes. */
export interface ProxyLocation {
  readonly scheme: 'http' | 'https'
  readonly host: string
  /** Empty for the port of the scheme. */
  readonly port: string
  /** The agent, whose certificate is verified, if the request is for it. */
  readonly agent?: NodeAgent
  /** The port of this machine that stands for the pod. */
  readonly localPort?: number
}

/** What finds the location of a proxied request. */
export interface ProxyTargets extends PodTargets {
  readonly random: Random
}

interface ProxyName {
  readonly scheme: 'http' | 'https'
  readonly name: string
  readonly port: string
}

/** Where a request for `nodes/proxy`, `pods/proxy` or `services/proxy` goes. Throws 400, 404 and 503. */
export function locateProxy(targets: ProxyTargets, connection: ConnectionRequest): Promise<ProxyLocation> {
  const { resource } = connection.request.served.gvr
  const target = parseName(resource, connection.request.name)
  if (resource === 'nodes') return locateNode(targets, target)
  if (resource === 'pods') return locatePod(targets, connection.request.namespace, target)
  return locateService(targets, connection.request, target)
}

// upstream: apimachinery/pkg/util/net, SplitSchemeNamePort
function parseName(resource: string, id: string): ProxyName {
  const parts = id.split(':')
  const [scheme, name = '', port] = parts.length === 3 ? parts : ['', ...parts]
  const isValid = parts.length <= 3 && name !== '' && (scheme === '' || scheme === 'http' || scheme === 'https')
  if (!isValid) throw badRequest(`invalid ${resource.slice(0, -1)} request ${JSON.stringify(id)}`)
  return { scheme: scheme === 'https' ? 'https' : 'http', name, port: port ?? '' }
}

// upstream: registry/core/node/strategy.go, ResourceLocation
async function locateNode({ agents }: ProxyTargets, { scheme, name, port }: ProxyName): Promise<ProxyLocation> {
  const agent = await agents.find(name)
  const { host } = agent
  for (const address of await addressesOf(host)) assertProxyable(address)
  if (port === '' || port === String(agent.port)) return { scheme: 'https', host, port: String(agent.port), agent }
  return { scheme, host, port }
}

async function addressesOf(host: string): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host]
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address)
  } catch {
    throw badRequest(`lookup ${host}: no such host`)
  }
}

// upstream: registry/core/pod/strategy.go, ResourceLocation
async function locatePod(
  { finder, simulated }: ProxyTargets,
  namespace: string,
  { scheme, name, port }: ProxyName,
): Promise<ProxyLocation> {
  const pod = await finder.read<Pod>({ group: '', resource: 'pods' }, namespace, name)
  const containers = pod.spec?.containers ?? []
  const declared = containers.find(({ ports = [] }) => ports.length > 0)?.ports?.[0]?.containerPort
  const chosen = port !== '' ? port : declared === undefined ? '' : String(declared)
  const host = pod.status?.podIPs?.[0]?.ip ?? pod.status?.podIP ?? ''
  const localPort = simulated.localPort(pod)
  if (localPort !== undefined) return { scheme, host, port: chosen, localPort }
  assertProxyable(host)
  return { scheme, host, port: chosen }
}

// upstream: registry/core/service/storage/storage.go, ResourceLocation
async function locateService(
  { finder, simulated, random }: ProxyTargets,
  { namespace, name: id }: ConnectionRequest['request'],
  { scheme, name, port }: ProxyName,
): Promise<ProxyLocation> {
  const portName = /^\d+$/.test(port) ? await namedPort(finder, { namespace, name, port: Number(port) }) : port
  // kube-apiserver names the service where either is missing.
  const endpoints = await finder
    .read<Endpoints>({ group: '', resource: 'endpoints' }, namespace, name)
    .catch((error: unknown) => {
      const isMissing = error instanceof StatusError && error.reason === 'NotFound'
      throw isMissing ? notFound({ group: '', resource: 'services' }, name) : error
    })
  const subsets = endpoints.subsets ?? []
  if (subsets.length === 0) throw noEndpoints(name)
  const targets = subsets.flatMap(({ addresses = [], ports = [] }) => {
    const found = ports.find((candidate) => (candidate.name ?? '') === portName)
    return found === undefined ? [] : addresses.map((address) => ({ address, port: String(found.port) }))
  })
  while (targets.length > 0) {
    const [chosen] = targets.splice(Math.floor(randomBetween(random, 0, targets.length)), 1)
    const { targetRef, ip } = chosen?.address ?? { ip: '' }
    if (chosen === undefined || targetRef?.kind !== 'Pod') continue
    // Requests go to addresses of pods only.
    const pod = await finder
      .read<Pod>({ group: '', resource: 'pods' }, targetRef.namespace ?? namespace, targetRef.name ?? '')
      .catch(() => undefined)
    if (pod === undefined || !(pod.status?.podIPs ?? []).some((address) => address.ip === ip)) continue
    const localPort = simulated.localPort(pod)
    const location = { scheme, host: ip, port: chosen.port }
    return localPort === undefined ? location : { ...location, localPort }
  }
  throw noEndpoints(id)
}

async function namedPort(
  finder: ProxyTargets['finder'],
  { namespace, name, port }: { readonly namespace: string; readonly name: string; readonly port: number },
): Promise<string> {
  const service = await finder.read<Service>({ group: '', resource: 'services' }, namespace, name)
  const found = service.spec?.ports?.find((candidate) => candidate.port === port)
  if (found === undefined) throw serviceUnavailable(`no service port ${port} found for service ${JSON.stringify(name)}`)
  return found.name ?? ''
}

function noEndpoints(name: string): Error {
  return serviceUnavailable(`no endpoints available for service ${JSON.stringify(name)}`)
}

// upstream: Go's net.IP.IsGlobalUnicast
const notProxyable = createBlockList()

function createBlockList(): BlockList {
  const list = new BlockList()
  list.addAddress('0.0.0.0')
  list.addAddress('255.255.255.255')
  list.addSubnet('127.0.0.0', 8)
  list.addSubnet('169.254.0.0', 16)
  list.addSubnet('224.0.0.0', 4)
  list.addAddress('::', 'ipv6')
  list.addAddress('::1', 'ipv6')
  list.addSubnet('fe80::', 10, 'ipv6')
  list.addSubnet('ff00::', 8, 'ipv6')
  return list
}

function assertProxyable(address: string): void {
  const family = isIP(address)
  if (family === 0 || notProxyable.check(address, family === 6 ? 'ipv6' : 'ipv4')) {
    throw badRequest('address not allowed')
  }
}
