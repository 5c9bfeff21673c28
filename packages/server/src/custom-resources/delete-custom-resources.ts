import { createTimeSlices, StatusError, type Clock, type Mutable } from '@pinnace/meta'
import { conditionOf, setCondition } from '@pinnace/resources/custom-resource'
import type { CustomResourceDefinition } from '@pinnace/types/apiextensions-v1'
import type { CrdServer, CustomResourceObjects } from './crd-ports.ts'

/** Options for {@link deleteCustomResources}. */
export interface DeleteCustomResourcesOptions {
  readonly server: CrdServer
  readonly crd: CustomResourceDefinition
  readonly clock: Clock
  /** Ends the wait for finalizers. */
  readonly signal: AbortSignal
  /** Updates the CRD. */
  readonly update: (edit: (next: Mutable<CustomResourceDefinition>) => void) => Promise<void>
}

/** Deletes every object of a CRD that is being deleted, and waits until their finalizers have been removed. */
// upstream: apiextensions-apiserver/pkg/controller/finalizer/crd_finalizer.go
export async function deleteCustomResources(options: DeleteCustomResourcesOptions): Promise<void> {
  const { server, crd, clock, signal, update } = options
  const setTerminating = (status: string, reason: string, message: string): Promise<void> =>
    update((next) => setCondition(next, { type: 'Terminating', status, reason, message }, clock))
  await setTerminating('True', 'InstanceDeletionInProgress', 'CustomResource deletion is in progress')
  const objects = objectsOf(server, crd)
  if (objects === undefined) return setTerminating('False', 'NeverEstablished', 'resource was never established')
  try {
    // Most CRDs that are deleted have no objects, and nothing of theirs is open: to list them would open it.
    if (!(await isEmpty(objects))) await objects.deleteAll()
  } catch (error) {
    const text = error instanceof StatusError ? error.message : 'Internal error occurred'
    await setTerminating('True', 'InstanceDeletionFailed', `could not issue all deletes: ${text}`)
    throw error
  }
  await untilEmpty(objects, signal)
  // Watches get the deletion of the last object before they are closed.
  await createTimeSlices({ clock }).next()
  return setTerminating('False', 'InstanceDeletionCompleted', 'removed all instances')
}

/** The objects of a CRD, through any of its versions. */
function objectsOf(server: CrdServer, crd: CustomResourceDefinition): CustomResourceObjects | undefined {
  if (conditionOf(crd, 'Established')?.status !== 'True') return undefined
  const { group, names, versions } = crd.spec
  const resource = crd.status?.acceptedNames?.plural ?? names.plural
  for (const { name: version } of versions) {
    const found = server.findObjects({ group, version, resource })
    if (found !== undefined) return found
  }
  return undefined
}

async function isEmpty({ store, prefix }: CustomResourceObjects): Promise<boolean> {
  return (await store.list(prefix, { limit: 1 })).entries.length === 0
}

async function untilEmpty(objects: CustomResourceObjects, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const page = await objects.store.list(objects.prefix, { limit: 1 })
    if (page.entries.length === 0) return
    await nextChange(objects, page.revision, signal)
  }
}

/** Waits for any change of the objects after a revision. */
async function nextChange(
  { store, prefix }: CustomResourceObjects,
  revision: bigint,
  signal: AbortSignal,
): Promise<void> {
  let wake = (): void => {}
  const changed = new Promise<void>((resolve) => (wake = resolve))
  signal.addEventListener('abort', wake, { once: true })
  const watch = await store.watch(prefix, revision, { onEvents: () => wake(), onEnd: () => wake() })
  try {
    await changed
  } finally {
    signal.removeEventListener('abort', wake)
    watch[Symbol.dispose]()
  }
}
