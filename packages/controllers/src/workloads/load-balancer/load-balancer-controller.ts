import type { KindReference } from '@pinnace/client'
import { isEqualJson, type Vocabulary } from '@pinnace/meta'
import type { LoadBalancerIngress, Service } from '@pinnace/types/core-v1'
import type { Ingress } from '@pinnace/types/networking-v1'
import type { Controller, ControllerContext, RunningController } from '../../controller.ts'
import { createAddressPool } from '../node-agent/address-pool.ts'
import { parseAddressRange } from '../node-agent/address-range.ts'
import { isTerminating, namespaceOf, uidOf } from '../stored-object.ts'
import { normalEvent } from '../workload-event.ts'
import { startWorkloadController } from '../workload-loop.ts'

/** The name of the controller. */
const name = 'simulated-load-balancer'
const serviceKind = { apiVersion: 'v1', kind: 'Service' } as const

/** Options for {@link loadBalancerController}. */
export interface LoadBalancerOptions {
  /** The IPv4 range of the addresses of load balancers, of 8 to 30 bits. @default '198.51.100.0/24' */
  readonly loadBalancerCidr?: string
}

/** The addresses of load balancers: one for each service, and one for all ingresses. */
interface LoadBalancerAddresses {
  readonly ofIngresses: string
  ofService(service: Service): string
  release(service: Service): void
}

/**
 * Gives services of type LoadBalancer an address, and ingresses that of a simulated ingress controller. Nothing listens
 * there. Services with a class are left to the implementation of that class.
 */
export function loadBalancerController(options: LoadBalancerOptions = {}): Controller {
  const { loadBalancerCidr = '198.51.100.0/24' } = options
  createAddresses(loadBalancerCidr)
  return {
    name,
    isDefault: true,
    needs: (vocabulary) => [ingressKind(vocabulary)],
    start(context) {
      const addresses = createAddresses(loadBalancerCidr)
      const services = startServices(context, addresses)
      const ingresses = startIngresses(context, addresses)
      return {
        get isHealthy() {
          return (services.isHealthy ?? true) && (ingresses.isHealthy ?? true)
        },
        async stop() {
          await Promise.all([services.stop(), ingresses.stop()])
        },
      }
    },
  }
}

function createAddresses(cidr: string): LoadBalancerAddresses {
  const range = parseAddressRange(cidr)
  if (range?.family !== 'IPv4') {
    throw new TypeError(`loadBalancerCidr must be an IPv4 range of 8 to 30 bits, not ${JSON.stringify(cidr)}`)
  }
  const pool = createAddressPool(range, 'load balancer')
  return {
    ofIngresses: pool.addressOf('ingresses'),
    ofService(service) {
      const { ip } = service.status?.loadBalancer?.ingress?.[0] ?? {}
      if (ip) pool.reserve(uidOf(service), ip)
      return service.spec?.loadBalancerIP || pool.addressOf(uidOf(service))
    },
    release: (service) => pool.release(uidOf(service)),
  }
}

function startServices(context: ControllerContext, addresses: LoadBalancerAddresses): RunningController {
  return startWorkloadController<Service>({
    name,
    context,
    kind: serviceKind,
    watch({ owners }) {
      owners.addHandler({
        // INVARIANT: addresses in use are recorded before the first one is assigned: the loop waits for all services.
        add: (service) =>
          void (isBalanced(service) && service.status?.loadBalancer?.ingress && addresses.ofService(service)),
        delete: (service) => addresses.release(service),
      })
    },
    async reconcile(service, tools, signal) {
      if (isTerminating(service)) return
      const live = service.status?.loadBalancer ?? {}
      if (!isBalanced(service)) {
        addresses.release(service)
        // A load balancer of another implementation stays.
        if (service.spec?.type === 'LoadBalancer' || !live.ingress) return
      }
      const ingress = isBalanced(service) ? [{ ip: addresses.ofService(service), ipMode: 'VIP' }] : []
      if (isEqualJson(withoutPorts(live.ingress ?? []), ingress)) return
      const services = context.client.resource<Service>(serviceKind).namespace(namespaceOf(service))
      await services.updateStatus({ ...service, status: { ...service.status, loadBalancer: { ingress } } }, { signal })
      if (ingress.length > 0) tools.recordEvent(service, normalEvent('EnsuredLoadBalancer', 'Ensured load balancer'))
    },
  })
}

// upstream: cloud-provider/controllers/service/controller.go, WantsLoadBalancer
function isBalanced({ spec }: Service): boolean {
  return spec?.type === 'LoadBalancer' && !spec.loadBalancerClass
}

function withoutPorts(ingress: readonly LoadBalancerIngress[]): readonly LoadBalancerIngress[] {
  return ingress.map(({ ports: _, ...others }) => others)
}

function startIngresses(context: ControllerContext, { ofIngresses }: LoadBalancerAddresses): RunningController {
  const kind = ingressKind(context.vocabulary)
  return startWorkloadController<Ingress>({
    name: 'simulated-ingress',
    context,
    kind,
    watch: () => {},
    async reconcile(ingress, _, signal) {
      if (isTerminating(ingress) || (ingress.status?.loadBalancer?.ingress?.length ?? 0) > 0) return
      const ingresses = context.client.resource<Ingress>(kind).namespace(namespaceOf(ingress))
      const status = { loadBalancer: { ingress: [{ ip: ofIngresses }] } }
      await ingresses.updateStatus({ ...ingress, status }, { signal })
    },
  })
}

function ingressKind(vocabulary: Vocabulary): KindReference<`networking.${string}/v1`, 'Ingress'> {
  return { apiVersion: `${vocabulary.group('networking')}/v1`, kind: 'Ingress' }
}
