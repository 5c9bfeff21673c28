import { firstServiceAddress, systemPriorityClasses } from '@pinnace/kinds'
import { StatusError } from '@pinnace/meta'
import { ownedBody } from '../../request/raw-body.ts'
import type { ServerState } from './server-state.ts'
import type { CreateFacility } from './facility.ts'
import { defaultWriteOptions } from '../../options/write-options.ts'
import { loopbackScope } from '../../request/loopback-scope.ts'
import { storageOf } from '../../storage/served-resource.ts'
import { create } from '../../verbs/create.ts'

/**
 * What every server holds from the start: its namespaces, the service under which it is found from within, and the
 * priority classes of the system.
 */
export const bootstrapObjects: CreateFacility = (server, { serviceCidr }) => ({
  provides: {},
  start: () => createObjects(server, serviceCidr),
})

async function createObjects(server: ServerState, serviceCidr: string | undefined): Promise<void> {
  const { vocabulary } = server
  for (const name of [
    'default',
    vocabulary.systemNamespace,
    vocabulary.publicNamespace,
    vocabulary.nodeLeaseNamespace,
  ]) {
    await ensure(server, '', 'namespaces', '', { metadata: { name } })
  }
  await ensure(server, '', 'services', 'default', {
    metadata: { name: vocabulary.product, labels: { component: 'apiserver', provider: vocabulary.product } },
    spec: {
      type: 'ClusterIP',
      clusterIP: firstServiceAddress(serviceCidr),
      sessionAffinity: 'None',
      ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: 6443 }],
    },
  })
  // upstream: registry/scheduling/rest/storage_scheduling.go, AddSystemPriorityClasses
  for (const { name, value, description } of systemPriorityClasses) {
    await ensure(server, vocabulary.group('scheduling'), 'priorityclasses', '', {
      metadata: { name },
      value,
      description,
    })
  }
}

interface ObjectToEnsure {
  readonly metadata: { readonly name: string; readonly labels?: object }
  readonly spec?: object
  readonly value?: number
  readonly description?: string
}

async function ensure(
  server: ServerState,
  group: string,
  resource: string,
  namespace: string,
  object: ObjectToEnsure,
): Promise<void> {
  const served = server.findDeclared(group, 'v1', resource)
  if (served === undefined) return
  const storage = storageOf(served)
  const { name } = object.metadata
  // Looked up first: what is there holds its address, and a create would ask for that before it finds the name taken.
  if ((await storage.readNewest(storage.key(namespace, name))) !== undefined) return
  try {
    await create(server, loopbackScope(served, namespace, ''), ownedBody(object), defaultWriteOptions)
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    if (error.reason === 'AlreadyExists') return
    // A server starts without what its admission does not let it have, and without what would be in there.
    if (error.reason !== 'Forbidden' && error.reason !== 'NotFound') throw error
    server.logger.warn({ err: error }, 'an object of the server was refused')
  }
}
