import { defaultServiceCidr, firstServiceAddress, systemPriorityClasses } from '@pinnace/kinds'
import { delay, StatusError, type ApiObject, type GroupResource } from '@pinnace/meta'
import { ownedBody } from '../../request/raw-body.ts'
import { admittedObject, admittedObjects, type AdmittedObjects } from '../bootstrap/admitted-objects.ts'
import { seedObjects } from '../bootstrap/seed-objects.ts'
import type { ServerOptions } from '../server-options.ts'
import type { ServerState } from './server-state.ts'
import type { CreateFacility } from './facility.ts'
import { defaultWriteOptions } from '../../options/write-options.ts'
import { loopbackScope } from '../../request/loopback-scope.ts'
import { objectOf } from '../../storage/outcome.ts'
import { storageOf } from '../../storage/served-resource.ts'
import { storeNewObject } from '../../storage/store-new-object.ts'
import { create } from '../../verbs/create.ts'

/**
 * Creates the objects of a new server: its namespaces, the service of the API server with its range and address, the
 * default flow schemas and priority levels, the system priority classes, and the date since which legacy tokens are
 * tracked.
 */
export const bootstrapObjects: CreateFacility = (server, options) => ({
  provides: {},
  start: () => createObjects(server, options),
})

async function createObjects(server: ServerState, options: ServerOptions): Promise<void> {
  const { vocabulary } = server
  const { serviceCidr = defaultServiceCidr } = options
  const ensure: Ensure = (scope, object) =>
    ensureObject(server, scope, { object, known: admittedObjects(server, options) })
  await seedObjects(server, serviceCidr)
  for (const name of [
    'default',
    vocabulary.systemNamespace,
    vocabulary.publicNamespace,
    vocabulary.nodeLeaseNamespace,
  ]) {
    await ensure({ group: '', resource: 'namespaces', namespace: '' }, { metadata: { name } })
  }
  await ensure(
    { group: '', resource: 'services', namespace: 'default' },
    {
      metadata: { name: vocabulary.product, labels: { component: 'apiserver', provider: vocabulary.product } },
      spec: {
        type: 'ClusterIP',
        clusterIP: firstServiceAddress(serviceCidr),
        ipFamilyPolicy: 'SingleStack',
        sessionAffinity: 'None',
        ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: 6443 }],
      },
    },
  )
  // upstream: registry/scheduling/rest/storage_scheduling.go, AddSystemPriorityClasses
  for (const { name, value, description } of systemPriorityClasses) {
    await ensure(
      { group: vocabulary.group('scheduling'), resource: 'priorityclasses', namespace: '' },
      {
        metadata: { name },
        value,
        description,
      },
    )
  }
}

interface ResourceScope extends GroupResource {
  readonly namespace: string
}

interface ObjectToEnsure {
  readonly metadata: { readonly name: string; readonly labels?: object }
  readonly spec?: object
  readonly value?: number
  readonly description?: string
}

/** How often, and after which pause in milliseconds, an object is looked for that another server seems to create. */
const maxTries = 40
const pauseMs = 50

type Ensure = (scope: ResourceScope, object: ObjectToEnsure) => Promise<void>

interface ObjectOfStart {
  readonly object: ObjectToEnsure
  readonly known: AdmittedObjects | undefined
}

async function ensureObject(
  server: ServerState,
  scope: ResourceScope,
  { object, known }: ObjectOfStart,
): Promise<void> {
  const served = server.findDeclared(scope.group, 'v1', scope.resource)
  if (served === undefined) return
  const storage = storageOf(served)
  const { name } = object.metadata
  const key = storage.key(scope.namespace, name)
  for (let tries = 1; ; tries++) {
    // Read first: a create would reject the address, which the existing object holds, before it finds the name taken.
    if ((await storage.store.get(key)) !== undefined) return
    const admitted = known?.get(key)
    if (admitted !== undefined) {
      await storeNewObject(server, served, { namespace: scope.namespace, name, ...admitted })
      return
    }
    try {
      const loopback = loopbackScope(server, served, scope.namespace, '')
      const outcome = await create(server, loopback, ownedBody(object), defaultWriteOptions)
      known?.set(key, admittedObject(objectOf(outcome) as ApiObject))
      return
    } catch (error) {
      if (!(error instanceof StatusError)) throw error
      // The server starts without objects that admission rejects, and without the objects in a rejected namespace.
      if (error.reason === 'Forbidden' || error.reason === 'NotFound') {
        server.logger.warn({ err: error }, 'admission rejected a bootstrap object')
        return
      }
      // Another server that starts over the same store has reserved the name or the address, and stores the object soon.
      if (!storage.isRemote || tries === maxTries) throw error
      await delay(server.clock, pauseMs)
    }
  }
}
