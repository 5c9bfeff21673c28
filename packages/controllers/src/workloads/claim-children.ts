import type { ObjectStore, ResourceClient } from '@pinnace/client'
import type { ApiObject, LabelSelectorMatcher } from '@pinnace/meta'
import { isOutdated } from '../is-outdated.ts'
import { childrenOf, orphansIn } from './child-index.ts'
import { controllerRef, type OwnerKind } from './controller-ref.ts'

/** Options for {@link claimChildren}. */
export interface ClaimOptions<T extends ApiObject> {
  readonly owner: ApiObject
  readonly ownerKind: OwnerKind
  /** Asked anew before an orphan is taken: what is about to go takes none. */
  readonly owners: ResourceClient
  readonly selector: LabelSelectorMatcher
  readonly store: ObjectStore<T>
  /** A client of the children's namespace. */
  readonly children: ResourceClient<T>
  readonly signal: AbortSignal
}

/** The children of an owner: those it has and selects, and orphans it selects. What it selects no longer is let go. */
// upstream: pkg/controller/controller_ref_manager.go
export async function claimChildren<T extends ApiObject>(options: ClaimOptions<T>): Promise<readonly T[]> {
  const { owner, owners, selector, store, signal } = options
  const isGoing = owner.metadata.deletionTimestamp !== undefined
  const claimed: T[] = []
  for (const child of childrenOf(store, owner)) {
    if (selector.matches(child.metadata.labels)) claimed.push(child)
    else if (!isGoing) await setOwners(child, withoutOwner(child, owner), options)
  }
  if (isGoing) return claimed
  const wanted = orphansIn(store, owner.metadata.namespace ?? '').filter(
    ({ metadata }) => metadata.deletionTimestamp === undefined && selector.matches(metadata.labels),
  )
  if (wanted.length === 0) return claimed
  const live = await owners.get(owner.metadata.name!, { signal })
  if (live.metadata.uid !== owner.metadata.uid || live.metadata.deletionTimestamp !== undefined) return claimed
  for (const orphan of wanted) {
    const references = [...(orphan.metadata.ownerReferences ?? []), controllerRef(options.ownerKind, owner)]
    const adopted = await setOwners(orphan, references, options)
    if (adopted !== undefined) claimed.push(adopted)
  }
  return claimed
}

function withoutOwner(child: ApiObject, owner: ApiObject): readonly object[] {
  return (child.metadata.ownerReferences ?? []).filter(({ uid }) => uid !== owner.metadata.uid)
}

async function setOwners<T extends ApiObject>(
  child: T,
  ownerReferences: readonly object[],
  { children, signal }: ClaimOptions<T>,
): Promise<T | undefined> {
  const { name, uid, resourceVersion } = child.metadata
  try {
    return await children.patch(name!, { metadata: { uid, resourceVersion, ownerReferences } }, { signal })
  } catch (error) {
    if (isOutdated(error)) return undefined
    throw error
  }
}
