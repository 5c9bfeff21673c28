import type { ObjectStore, ResourceClient } from '@pinnace/client'
import { fromLabelSelector, isEqualJson, StatusError, type ApiObject, type LabelSelector } from '@pinnace/meta'
import type { ControllerRevision } from '@pinnace/types/apps-v1'
import type { PodTemplateSpec } from '@pinnace/types/core-v1-pods'
import { claimChildren } from '../claim-children.ts'
import { controllerRef, isControlledBy, type OwnerKind } from '../controller-ref.ts'
import { contentHash } from '../template-hash.ts'

/** The label of pods and revisions that says which of its owner's templates they are of. */
export const revisionLabel = 'controller-revision-hash'

/** Options for {@link settleRevisions}. */
export interface RevisionOptions {
  readonly owner: ApiObject
  readonly ownerKind: OwnerKind
  readonly owners: ResourceClient
  readonly selector: LabelSelector
  readonly template: PodTemplateSpec
  readonly collisionCount: number | undefined
  readonly store: ObjectStore<ControllerRevision>
  readonly revisions: ResourceClient<ControllerRevision>
  readonly signal: AbortSignal
}

/** The templates an owner has had, oldest first, and the one it has; or that a name was taken. */
export type SettledRevisions =
  | { readonly all: readonly ControllerRevision[]; readonly current: ControllerRevision }
  | { readonly isCollision: true }

/** Finds the revision of an owner's template, and makes it where there is none; one that is gone back to is the newest again. */
// upstream: pkg/controller/history/controller_history.go; daemon/update.go, constructHistory
export async function settleRevisions(options: RevisionOptions): Promise<SettledRevisions> {
  const { owner, ownerKind, owners, selector, template, collisionCount, store, revisions, signal } = options
  const known = await claimChildren({
    owner,
    ownerKind,
    owners,
    selector: fromLabelSelector(selector),
    store,
    children: revisions,
    signal,
  })
  const all = [...known].sort((a, b) => Number(a.revision) - Number(b.revision))
  const data = { spec: { template: { ...template, $patch: 'replace' } } }
  const next = Number(all.at(-1)?.revision ?? 0) + 1
  const same = all.filter((revision) => isEqualJson(revision.data, data)).at(-1)
  if (same !== undefined) {
    if (same === all.at(-1)) return { all, current: same }
    const current = await revisions.update({ ...same, revision: next }, { signal })
    return { all: [...all.filter((one) => one !== same), current], current }
  }
  const hash = contentHash(template, collisionCount)
  const name = `${owner.metadata.name}-${hash}`
  const labels = { ...template.metadata?.labels, [revisionLabel]: hash }
  const { annotations } = owner.metadata
  const metadata = {
    name,
    labels,
    ...(annotations === undefined ? {} : { annotations }),
    ownerReferences: [controllerRef(ownerKind, owner)],
  }
  try {
    const current = await revisions.create({ metadata, data: data as never, revision: next }, { signal })
    return { all: [...all, current], current }
  } catch (error) {
    if (!(error instanceof StatusError && error.reason === 'AlreadyExists')) throw error
    const found = await revisions.get(name, { signal })
    if (!isControlledBy(found, owner) || !isEqualJson(found.data, data)) return { isCollision: true }
    return { all: [...all, found], current: found }
  }
}

/** Forgets templates no pod is of, beyond how many are to be remembered. */
export async function forgetOldRevisions(options: {
  readonly all: readonly ControllerRevision[]
  readonly inUse: ReadonlySet<string>
  readonly limit: number
  readonly revisions: ResourceClient<ControllerRevision>
  readonly signal: AbortSignal
}): Promise<void> {
  const { all, inUse, limit, revisions, signal } = options
  const unused = all.filter((revision) => !inUse.has(hashOf(revision)))
  for (const { metadata } of unused.slice(0, Math.max(0, unused.length - limit))) {
    await revisions.delete(metadata.name!, { preconditions: { uid: metadata.uid! }, signal })
  }
}

/** What pods of a revision are labelled with. */
export function hashOf({ metadata }: ControllerRevision): string {
  return metadata.labels?.[revisionLabel] ?? ''
}

/** The template of a revision. */
export function templateOf({ data }: ControllerRevision): PodTemplateSpec {
  const { spec } = data as { readonly spec?: { readonly template?: PodTemplateSpec & { $patch?: string } } }
  const { $patch: _, ...template } = spec?.template ?? {}
  return template
}
