import type { ResolveService } from '@pinnace/admission'
import type { Availability } from '@pinnace/kinds'
import type { ServicePort } from '@pinnace/types/core-v1'
import type { EndpointSlice } from '@pinnace/types/discovery-v1'
import type { ApiObjects } from './api-objects.ts'
import type { ServiceTarget } from './api-service-info.ts'
import type { BackendAddress } from './backend.ts'

/** The addresses of a service, or the reason why it has none. */
export type ResolvedTarget =
  | { readonly addresses: readonly BackendAddress[] }
  | { readonly addresses: readonly []; readonly problem: Availability }

/** Finds the addresses of services. */
export interface ServiceResolver {
  resolve(target: ServiceTarget): Promise<ResolvedTarget>
}

/**
 * Creates a resolver: a service is where the host's function says, else at its external name, else at the ready
 * endpoints of its endpoint slices.
 */
// upstream: controllers/status/remote/remote_available_controller.go, sync; apiserver/pkg/util/proxy, ResolveEndpoint
export function createServiceResolver(
  objects: ApiObjects,
  resolveService: ResolveService | undefined,
): ServiceResolver {
  return {
    async resolve(target) {
      const { namespace, service: name, port } = target
      const label = `service/${name} in ${JSON.stringify(namespace)}`
      const found = await attempt(() => objects.service(namespace, name))
      if ('error' in found) return unknown('ServiceAccessError', `${label} cannot be checked due to: ${found.error}`)
      const service = found.value
      if (service === undefined) return missing('ServiceNotFound', `${label} is not present`)
      const { type = 'ClusterIP', ports = [], externalName = '' } = service.spec ?? {}
      const servicePort = ports.find((candidate) => candidate.port === port)
      if (type !== 'ExternalName' && servicePort === undefined) {
        return missing('ServicePortError', `${label} is not listening on port ${port}`)
      }
      if (resolveService !== undefined) {
        const address = await attempt(() => resolveService({ namespace, name, port }))
        if ('value' in address) return { addresses: [address.value] }
        return unknown('ServiceAccessError', `${label} cannot be checked due to: ${address.error}`)
      }
      if (servicePort === undefined || type === 'ExternalName') return { addresses: [{ host: externalName, port }] }
      const slices = await attempt(() => objects.endpointSlices(namespace, name))
      if ('value' in slices) return fromSlices(slices.value, servicePort, label)
      return unknown('EndpointsAccessError', `${label} cannot be checked due to: ${slices.error}`)
    },
  }
}

function fromSlices(slices: readonly EndpointSlice[], servicePort: ServicePort, label: string): ResolvedTarget {
  if (slices.length === 0) return missing('EndpointsNotFound', `cannot find endpointslices for ${label}`)
  const portName = servicePort.name ?? ''
  const addresses = slices.flatMap(({ endpoints, ports }) => {
    const port = ports?.find((candidate) => (candidate.name ?? '') === portName)?.port
    if (port === undefined || port === null) return []
    const ready = (endpoints ?? []).filter(({ conditions }) => conditions?.ready !== false)
    return ready.flatMap((endpoint) => endpoint.addresses.map((host): BackendAddress => ({ host, port })))
  })
  if (addresses.length > 0) return { addresses }
  const message = `endpointslices for ${label} have no addresses with port name ${JSON.stringify(portName)}`
  return missing('MissingEndpoints', message)
}

async function attempt<T>(work: () => T | Promise<T>): Promise<{ readonly value: T } | { readonly error: string }> {
  try {
    return { value: await work() }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

function missing(reason: string, message: string): ResolvedTarget {
  return { addresses: [], problem: { status: 'False', reason, message } }
}

function unknown(reason: string, message: string): ResolvedTarget {
  return { addresses: [], problem: { status: 'Unknown', reason, message } }
}
