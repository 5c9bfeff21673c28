import type { OwnerReference } from '@pinnace/meta'
import type { AbsentOwners } from './absent-owners.ts'
import type { CollectedObjects } from './collected-objects.ts'
import { foregroundFinalizer, isDeletedWith } from './graph-node.ts'
import { identityOf, type ObjectIdentity } from './object-identity.ts'

/** The owners of an object, by what they are to it. */
export interface ClassifiedOwners {
  /** There, and not waiting for its dependents. */
  readonly solid: readonly OwnerReference[]
  /** Not there. */
  readonly dangling: readonly OwnerReference[]
  /** There until its dependents are gone. */
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

/** Asks the server for each owner, unless it is known not to be there. */
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
