import { firstServiceAddress, systemPriorityClasses } from '@pinnace/kinds'
import { StatusError } from '@pinnace/meta'
import { ownedBody } from './body/raw-body.ts'
import type { ServerCore } from './core.ts'
import { defaultWriteOptions } from './options/write-options.ts'
import { loopbackScope } from './write/loopback-scope.ts'
import { storageOf } from './served-resource.ts'
import { create } from './verbs/create.ts'

/**
 * What every server holds from the start: its namespaces, the service under which it is found from within, and the
 * priority classes of the system.
 */
export async function bootstrap(core: ServerCore, serviceCidr: string | undefined): Promise<void> {
  const { vocabulary } = core
  for (const name of [
    'default',
    vocabulary.systemNamespace,
    vocabulary.publicNamespace,
    vocabulary.nodeLeaseNamespace,
  ]) {
    await ensure(core, '', 'namespaces', '', { metadata: { name } })
  }
  await ensure(core, '', 'services', 'default', {
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
    await ensure(core, vocabulary.group('scheduling'), 'priorityclasses', '', {
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
  core: ServerCore,
  group: string,
  resource: string,
  namespace: string,
  object: ObjectToEnsure,
): Promise<void> {
  const served = core.findDeclared(group, 'v1', resource)
  if (served === undefined) return
  const storage = storageOf(served)
  const { name } = object.metadata
  // Looked up first: what is there holds its address, and a create would ask for that before it finds the name taken.
  if ((await storage.readNewest(storage.key(namespace, name))) !== undefined) return
  try {
    await create(core, loopbackScope(served, namespace, ''), ownedBody(object), defaultWriteOptions)
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    if (error.reason === 'AlreadyExists') return
    // A server starts without what its admission does not let it have, and without what would be in there.
    if (error.reason !== 'Forbidden' && error.reason !== 'NotFound') throw error
    core.logger.warn({ err: error }, 'an object of the server was refused')
  }
}
