import { StatusError, type Clock, type Mutable } from '@pinnace/meta'
import { conditionOf, setCondition } from '@pinnace/resources/custom-resource'
import type { CustomResourceDefinition } from '@pinnace/types/apiextensions-v1'
import type { ServerCore } from '../core.ts'
import { defaultDeleteOptions } from '../deletion/delete-options.ts'
import { defaultListOptions } from '../options/list-options.ts'
import { loopbackScope } from '../write/loopback-scope.ts'
import { storageOf, type ServedResource } from '../served-resource.ts'
import type { ResourceStorage } from '../storage/resource-storage.ts'
import { removeCollection } from '../deletion/delete-collection.ts'

/** Options for {@link removeInstances}. */
export interface RemoveInstancesOptions {
  readonly core: ServerCore
  readonly definition: CustomResourceDefinition
  readonly clock: Clock
  /** Ends the wait for finalizers of others. */
  readonly signal: AbortSignal
  /** Changes the definition. */
  readonly change: (edit: (next: Mutable<CustomResourceDefinition>) => void) => Promise<void>
}

/** Deletes every object of a kind whose definition is going, and waits until whoever holds one has let go. */
// upstream: apiextensions-apiserver/pkg/controller/finalizer/crd_finalizer.go
export async function removeInstances(options: RemoveInstancesOptions): Promise<void> {
  const { core, definition, signal } = options
  const say = (status: string, reason: string, message: string): Promise<void> =>
    options.change((next) => setCondition(next, { type: 'Terminating', status, reason, message }, options.clock))
  await say('True', 'InstanceDeletionInProgress', 'CustomResource deletion is in progress')
  const served = servedFor(core, definition)
  if (served === undefined) return say('False', 'NeverEstablished', 'resource was never established')
  try {
    await removeCollection(core, loopbackScope(served, '', ''), defaultListOptions, defaultDeleteOptions)
  } catch (error) {
    const text = error instanceof StatusError ? error.message : 'Internal error occurred'
    await say('True', 'InstanceDeletionFailed', `could not issue all deletes: ${text}`)
    throw error
  }
  await untilEmpty(storageOf(served), signal)
  // Whoever watches is told of the last of them before there is nothing to watch.
  await new Promise<void>((resolve) => options.clock.soon(resolve))
  return say('False', 'InstanceDeletionCompleted', 'removed all instances')
}

/** The kind in any of its versions, also where none can be asked for. */
function servedFor(core: ServerCore, definition: CustomResourceDefinition): ServedResource | undefined {
  if (conditionOf(definition, 'Established')?.status !== 'True') return undefined
  const { group, names, versions } = definition.spec
  const plural = definition.status?.acceptedNames?.plural ?? names.plural
  for (const { name } of versions) {
    const found = core.findDeclared(group, name, plural)
    if (found?.definition.builtIn === false && found.definition.stored !== undefined) return found
  }
  return undefined
}

async function untilEmpty({ store, prefix }: ResourceStorage, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const page = await store.list(prefix, { limit: 1 })
    if (page.entries.length === 0) return
    await nextChange(store, prefix, page.revision, signal)
  }
}

/** Waits for anything to happen below a prefix. */
async function nextChange(
  store: ResourceStorage['store'],
  prefix: string,
  after: bigint,
  signal: AbortSignal,
): Promise<void> {
  let wake = (): void => {}
  const changed = new Promise<void>((resolve) => (wake = resolve))
  signal.addEventListener('abort', wake, { once: true })
  const watch = await store.watch(prefix, after, { onEvents: () => wake(), onEnd: () => wake() })
  try {
    await changed
  } finally {
    signal.removeEventListener('abort', wake)
    watch[Symbol.dispose]()
  }
}
