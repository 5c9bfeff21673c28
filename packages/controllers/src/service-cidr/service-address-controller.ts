import { parseIp, parseTime, StatusError, type Vocabulary } from '@pinnace/meta'
import type { Service } from '@pinnace/types/core-v1'
import type { IPAddress } from '@pinnace/types/networking-v1'
import type { Controller } from '../controller.ts'
import { unlessOutdated } from '../is-outdated.ts'
import { startLoop } from '../reconcile-loop.ts'
import { requeueAfter } from '../workloads/requeue.ts'
import { nameOf, namespaceOf, uidOf } from '../workloads/stored-object.ts'
import { addressKind } from './service-cidr-controller.ts'

const name = 'service-address-controller'

/** How long an address without a service stays: the service may be written next. */
// upstream: registry/core/service/ipallocator/controller/repairip.go, gracePeriod
const graceMs = 60_000

/**
 * Repairs the IPAddress objects of services, which the server writes with them: creates one that a client has deleted, and
 * deletes those whose service is missing. Of addresses that clients have created, none is changed.
 */
// upstream: registry/core/service/ipallocator/controller/repairip.go
export const serviceAddressController: Controller = {
  name,
  isDefault: true,
  needs: (vocabulary) => [addressKind(vocabulary)],
  start(context) {
    const { client, clock, informers, vocabulary } = context
    const kind = addressKind(vocabulary)
    const services = informers.informer<Service>({ apiVersion: 'v1', kind: 'Service' })
    const addresses = informers.informer<IPAddress>(kind)
    const own = client.resource<IPAddress>(kind)
    const byAddress = 'service address'
    services.store.addIndex(byAddress, addressesOf)
    const loop = startLoop({
      name,
      context,
      async reconcile(address, signal) {
        const [service] = services.store.byIndex(byAddress, address)
        const stored = addresses.store.get(address)
        if (service !== undefined) {
          if (stored !== undefined) return undefined
          try {
            await own.create(addressObject(address, service, vocabulary), { signal })
          } catch (error) {
            if (!(error instanceof StatusError && error.reason === 'AlreadyExists')) throw error
          }
          return undefined
        }
        if (stored === undefined || !isAllocated(stored, vocabulary)) return undefined
        const ageMs = clock.now() - (parseTime(stored.metadata.creationTimestamp ?? '') ?? 0)
        if (ageMs < graceMs) return requeueAfter(graceMs - ageMs)
        // The service may have been read from the server later than the address.
        const { namespace, name: serviceName } = parentOf(stored)
        const live = services.store.get(serviceName, namespace)
        if (live !== undefined && addressesOf(live).includes(address)) return undefined
        await unlessOutdated(own.delete(address, { preconditions: { uid: uidOf(stored) }, signal }))
        return undefined
      },
    })
    const enqueue = (service: Service): void => {
      for (const address of addressesOf(service)) loop.add(address)
    }
    services.addHandler({
      add: enqueue,
      update(live, before) {
        enqueue(live)
        enqueue(before)
      },
      delete: enqueue,
    })
    const enqueueAddress = (address: IPAddress): void => loop.add(nameOf(address))
    addresses.addHandler({ add: enqueueAddress, update: enqueueAddress, delete: enqueueAddress })
    return loop
  },
}

function addressesOf({ spec }: Service): readonly string[] {
  return (spec?.clusterIPs ?? [spec?.clusterIP ?? '']).filter((address) => parseIp(address) !== undefined)
}

function parentOf({ spec }: IPAddress): { readonly namespace: string; readonly name: string } {
  return { namespace: spec?.parentRef?.namespace ?? '', name: spec?.parentRef?.name ?? '' }
}

/** Whether an address was written for a service, not by a client. */
function isAllocated({ metadata, spec }: IPAddress, vocabulary: Vocabulary): boolean {
  return (
    metadata.labels?.[managedByLabel(vocabulary)] === managerOf(vocabulary) && spec?.parentRef?.resource === 'services'
  )
}

function managedByLabel({ labelDomain }: Vocabulary): string {
  return `ipaddress.${labelDomain}/managed-by`
}

function managerOf({ groupDomain }: Vocabulary): string {
  return `ipallocator.${groupDomain}`
}

function addressObject(address: string, service: Service, vocabulary: Vocabulary): IPAddress {
  const labels = {
    [`ipaddress.${vocabulary.labelDomain}/ip-family`]: address.includes(':') ? 'IPv6' : 'IPv4',
    [managedByLabel(vocabulary)]: managerOf(vocabulary),
  }
  const parentRef = { resource: 'services', namespace: namespaceOf(service), name: nameOf(service) }
  return { metadata: { name: address, labels }, spec: { parentRef } }
}
