import type { OwnerReference } from '@pinnace/meta'
import type { AbsentOwners } from './absent-owners.ts'
import type { CollectedObjects } from './collected-objects.ts'
import { foregroundFinalizer, isDeletedWith } from './graph-node.ts'
import { identityOf, type ObjectIdentity } from './object-identity.ts'

/** The owner references of an object, by the state of the owner. */
export interface ClassifiedOwners {
  /** The owner exists and does not wait for its dependents. */
  readonly solid: readonly OwnerReference[]
  /** The owner does not exist. */
  readonly dangling: readonly OwnerReference[]
  /** The owner is being deleted in the foreground. */
  readonly waiting: readonly OwnerReference[]
}

/** Options for {@link classifyOwners}. */
export interface ClassifyOwnersOptions {
  readonly objects: CollectedObjects
  readonly absentOwners: AbsentOwners
  readonly dependent: ObjectIdentity
  readonly owners: readonly OwnerReference[]
  readonly signal: AbortSignal
}

/** Gets each owner from the server, unless it is known not to exist. */
// upstream: garbagecollector.go, classifyReferences and isDangling
export async function classifyOwners(options: ClassifyOwnersOptions): Promise<ClassifiedOwners> {
  const { objects, absentOwners, dependent, signal } = options
  const solid: OwnerReference[] = []
  const dangling: OwnerReference[] = []
  const waiting: OwnerReference[] = []
  for (const owner of options.owners) {
    const near = identityOf(owner, dependent.namespace)
    if (absentOwners.has({ ...near, namespace: '' }) || absentOwners.has(near)) {
      dangling.push(owner)
      continue
    }
    const identity = await objects.locate(near, signal)
    const live = await objects.get(identity, signal)
    if (live === undefined) {
      absentOwners.add(identity)
      dangling.push(owner)
    } else if (isDeletedWith(foregroundFinalizer, live.metadata)) waiting.push(owner)
    else solid.push(owner)
  }
  return { solid, dangling, waiting }
}
