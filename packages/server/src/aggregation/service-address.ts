import type { ResolveService } from '@pinnace/admission'
import type { Availability } from '@pinnace/kinds'
import { parseLabelSelector, type ApiObject } from '@pinnace/meta'
import type { Service, ServicePort } from '@pinnace/types/core-v1'
import type { EndpointSlice } from '@pinnace/types/discovery-v1'
import type { ServerCore } from '../core.ts'
import { defaultListOptions } from '../options/list-options.ts'
import { loopbackScope } from '../write/loopback-scope.ts'
import { storageOf } from '../served-resource.ts'
import { list } from '../verbs/list.ts'
import type { BackendAddress } from './backend.ts'
import type { RemoteTarget } from './registration.ts'

/** Where a service is reached, or why it is not. */
export type ResolvedService =
  | { readonly addresses: readonly BackendAddress[] }
  | { readonly addresses: readonly []; readonly problem: Availability }

/**
 * Finds where the service of a registration is reached: where the host says; else at the name an external service has,
 * or at the ready endpoints of its slices.
 */
// upstream: controllers/status/remote/remote_available_controller.go, sync; apiserver/pkg/util/proxy, ResolveEndpoint
export async function resolveTarget(
  core: ServerCore,
  target: RemoteTarget,
  resolveService: ResolveService | undefined,
): Promise<ResolvedService> {
  const { namespace, service: name, port } = target
  const called = `service/${name} in ${JSON.stringify(namespace)}`
  let service: Service | undefined
  try {
    service = await readService(core, namespace, name)
  } catch (error) {
    return unknown('ServiceAccessError', `${called} cannot be checked due to: ${textOf(error)}`)
  }
  if (service === undefined) return missing('ServiceNotFound', `${called} is not present`)
  const { type = 'ClusterIP', ports = [], externalName = '' } = service.spec ?? {}
  const servicePort = ports.find((candidate) => candidate.port === port)
  if (type !== 'ExternalName' && servicePort === undefined) {
    return missing('ServicePortError', `${called} is not listening on port ${port}`)
  }
  if (resolveService !== undefined) {
    try {
      return { addresses: [await resolveService({ namespace, name, port })] }
    } catch (error) {
      return unknown('ServiceAccessError', `${called} cannot be checked due to: ${textOf(error)}`)
    }
  }
  if (type === 'ExternalName') return { addresses: [{ host: externalName, port }] }
  return fromSlices(core, target, servicePort!, called)
}

async function fromSlices(
  core: ServerCore,
  { namespace, service }: RemoteTarget,
  servicePort: ServicePort,
  called: string,
): Promise<ResolvedService> {
  let slices: readonly EndpointSlice[]
  try {
    slices = await readSlices(core, namespace, service)
  } catch (error) {
    return unknown('EndpointsAccessError', `${called} cannot be checked due to: ${textOf(error)}`)
  }
  if (slices.length === 0) return missing('EndpointsNotFound', `cannot find endpointslices for ${called}`)
  const portName = servicePort.name ?? ''
  const addresses = slices.flatMap(({ endpoints, ports }) => {
    const at = ports?.find((candidate) => (candidate.name ?? '') === portName)?.port
    if (at === undefined || at === null) return []
    const ready = (endpoints ?? []).filter(({ conditions }) => conditions?.ready !== false)
    return ready.flatMap((endpoint) => endpoint.addresses.map((host): BackendAddress => ({ host, port: at })))
  })
  if (addresses.length > 0) return { addresses }
  const message = `endpointslices for ${called} have no addresses with port name ${JSON.stringify(portName)}`
  return missing('MissingEndpoints', message)
}

async function readService(core: ServerCore, namespace: string, name: string): Promise<Service | undefined> {
  const storage = storageOf(core.findDeclared('', 'v1', 'services')!)
  const entry = await storage.readNewest(storage.key(namespace, name))
  return entry?.object() as Service | undefined
}

async function readSlices(core: ServerCore, namespace: string, service: string): Promise<readonly EndpointSlice[]> {
  const { vocabulary } = core
  const served = core.findDeclared(vocabulary.group('discovery'), 'v1', 'endpointslices')!
  const labelSelector = parseLabelSelector(`${vocabulary.labelDomain}/service-name=${service}`)
  const page = await list(loopbackScope(served, namespace, ''), { ...defaultListOptions, labelSelector })
  return page.entries.map((entry): ApiObject => entry.object()) as readonly ApiObject[] as readonly EndpointSlice[]
}

function missing(reason: string, message: string): ResolvedService {
  return { addresses: [], problem: { status: 'False', reason, message } }
}

function unknown(reason: string, message: string): ResolvedService {
  return { addresses: [], problem: { status: 'Unknown', reason, message } }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
