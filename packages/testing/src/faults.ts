import type { Server } from '@pinnace/server'
import { combineInterventions } from './faults/combine-interventions.ts'
import { createFaults, type FaultRegistry } from './faults/create-faults.ts'
import { changesFaults, isForFaults } from './faults/fault-group.ts'
import { createFaultObjects } from './faults/fault-objects.ts'

export { faultKind, type FaultObject } from './faults/fault-kind.ts'

/**
 * Lets clients add faults to a server as objects of the kind Fault, which must be among its `resources`. A fault is in
 * effect when its create has been answered, until it is deleted. For servers of tests: every user who may write
 * objects of this kind can make the server fail.
 *
 * @example
 * const server = await createServer({ resources: [faultKind] })
 * using faults = await serveFaults(server)
 */
export async function serveFaults(server: Server): Promise<Disposable> {
  const registry: FaultRegistry = createFaults({
    server: () => server,
    endConnections: () => interceptor.endConnections(),
  })
  const objects = createFaultObjects(server, registry)
  const interceptor = server.intercept({
    intercept(request) {
      if (changesFaults(request)) return { after: () => objects.reconcile() }
      if (isForFaults(request)) return undefined
      const all = registry.concerning(request, () => undefined).map(({ intervention }) => intervention)
      return all.length === 0 ? undefined : combineInterventions(all)
    },
    expiresCertificate: (request) => !isForFaults(request) && registry.expiresCertificate(request, () => undefined),
    servesExpiredCertificate: () => registry.servesExpiredCertificate(),
  })
  await objects.reconcile()
  return {
    [Symbol.dispose]() {
      interceptor[Symbol.dispose]()
      objects[Symbol.dispose]()
    },
  }
}
