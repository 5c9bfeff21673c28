import type { ObjectStore, ResourceClient } from '@pinnace/client'
import type { ApiObject, LabelSelectorMatcher, OwnerReference } from '@pinnace/meta'
import { isOutdated } from '../is-outdated.ts'
import { childrenOf, orphansIn } from './child-index.ts'
import { controllerRef, type OwnerKind } from './controller-ref.ts'
import { isTerminating, nameOf, namespaceOf } from './stored-object.ts'

/** Options for {@link claimChildren}. */
export interface ClaimOptions<T extends ApiObject> {
  readonly owner: ApiObject
  readonly ownerKind: OwnerKind
  /** Client of the owner's resource and namespace. The owner is read again before it adopts an orphan. */
  readonly owners: ResourceClient
  readonly selector: LabelSelectorMatcher
  readonly store: ObjectStore<T>
  /** Client of the children's resource and namespace. */
  readonly children: ResourceClient<T, ApiObject>
  readonly signal: AbortSignal
}

/** What claiming changes. */
export interface ClaimPlan<T extends ApiObject> {
  /** Children that stay as they are. */
  readonly kept: readonly T[]
  /** Children that no longer match the selector and lose their owner reference. */
  readonly release: readonly T[]
  /** Orphans that match the selector and get an owner reference. */
  readonly adopt: readonly T[]
}

/** Decides which children an owner keeps, releases and adopts. An owner that is being deleted changes nothing. */
export function planClaims<T extends ApiObject>(options: {
  readonly owner: ApiObject
  readonly selector: LabelSelectorMatcher
  readonly children: readonly T[]
  readonly orphans: readonly T[]
}): ClaimPlan<T> {
  const { owner, selector, children, orphans } = options
  const selects = ({ metadata }: T): boolean => selector.matches(metadata.labels)
  const kept = children.filter(selects)
  if (isTerminating(owner)) return { kept, release: [], adopt: [] }
  return {
    kept,
    release: children.filter((child) => !selects(child)),
    adopt: orphans.filter((orphan) => !isTerminating(orphan) && selects(orphan)),
  }
}

/** The children of an owner. Adopts orphans that its selector matches, and releases children that it no longer matches. */
// upstream: pkg/controller/controller_ref_manager.go
export async function claimChildren<T extends ApiObject>(options: ClaimOptions<T>): Promise<readonly T[]> {
  const { owner, ownerKind, selector, store } = options
  const orphans = orphansIn(store, namespaceOf(owner))
  const { kept, release, adopt } = planClaims({ owner, selector, children: childrenOf(store, owner), orphans })
  for (const child of release) {
    const others = (child.metadata.ownerReferences ?? []).filter(({ uid }) => uid !== owner.metadata.uid)
    await setOwners(child, others, options)
  }
  if (adopt.length === 0 || !(await canAdopt(options))) return kept
  const adopted: T[] = []
  for (const orphan of adopt) {
    const references = [...(orphan.metadata.ownerReferences ?? []), controllerRef(ownerKind, owner)]
    const child = await setOwners(orphan, references, options)
    if (child !== undefined) adopted.push(child)
  }
  return [...kept, ...adopted]
}

/** Whether the owner, read from the server, still exists and is not being deleted. */
// upstream: controller_utils.go, RecheckDeletionTimestamp
async function canAdopt<T extends ApiObject>({ owner, owners, signal }: ClaimOptions<T>): Promise<boolean> {
  const live = await owners.get(nameOf(owner), { signal })
  return live.metadata.uid === owner.metadata.uid && !isTerminating(live)
}

/** Replaces owner references; `undefined` if the object has changed or is gone, which wakes the owner again. */
async function setOwners<T extends ApiObject>(
  child: T,
  ownerReferences: readonly OwnerReference[],
  { children, signal }: ClaimOptions<T>,
): Promise<T | undefined> {
  const { uid, resourceVersion } = child.metadata
  try {
    return await children.patch(nameOf(child), { metadata: { uid, resourceVersion, ownerReferences } }, { signal })
  } catch (error) {
    if (isOutdated(error)) return undefined
    throw error
  }
}
