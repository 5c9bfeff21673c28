import type { ObjectStore, ResourceClient } from '@pinnace/client'
import {
  fromLabelSelector,
  isEqualJson,
  StatusError,
  type ApiObject,
  type LabelSelector,
  type OwnerReference,
} from '@pinnace/meta'
import type { ControllerRevision } from '@pinnace/types/apps-v1'
import type { PodTemplateSpec } from '@pinnace/types/core-v1-pods'
import { claimChildren } from '../claim-children.ts'
import { contentHash } from '../content-hash.ts'
import { controllerRef, isControlledBy, type OwnerKind } from '../controller-ref.ts'
import { nameOf, uidOf } from '../stored-object.ts'

/** The label of pods and revisions with the hash of their template. */
export const revisionLabel = 'controller-revision-hash'

/** A workload whose templates are kept as revisions. */
export interface RevisionedWorkload extends ApiObject {
  readonly spec: { readonly selector: LabelSelector; readonly template: PodTemplateSpec }
  readonly status?: { readonly collisionCount?: number }
}

/** Options for {@link syncRevisions}. */
export interface RevisionOptions {
  readonly owner: RevisionedWorkload
  readonly ownerKind: OwnerKind
  /** Client of the owner's resource and namespace. */
  readonly owners: ResourceClient
  readonly store: ObjectStore<ControllerRevision>
  /** Client of the revisions of the owner's namespace. */
  readonly revisions: ResourceClient<ControllerRevision>
  readonly signal: AbortSignal
}

/** The revisions of an owner in ascending order and the one of its current template, or a collision of names. */
export type SyncedRevisions =
  | { readonly all: readonly ControllerRevision[]; readonly current: ControllerRevision }
  | { readonly isCollision: true }

/**
 * Finds the revision of an owner's template and creates it if it is missing. When a template is used again, its
 * revision gets the highest number.
 */
// upstream: pkg/controller/history/controller_history.go; daemon/update.go, constructHistory
export async function syncRevisions(options: RevisionOptions): Promise<SyncedRevisions> {
  const { owner, ownerKind, owners, store, revisions, signal } = options
  const { selector, template } = owner.spec
  const claimed = await claimChildren({
    owner,
    ownerKind,
    owners,
    selector: fromLabelSelector(selector),
    store,
    children: revisions,
    signal,
  })
  const all = [...claimed].sort((a, b) => Number(a.revision) - Number(b.revision))
  const { same, nextRevision } = findRevision(all, template)
  if (same === undefined) return createRevision(options, all, nextRevision)
  if (same === all.at(-1)) return { all, current: same }
  const current = await revisions.update({ ...same, revision: nextRevision }, { signal })
  return { all: [...all.filter((one) => one !== same), current], current }
}

/** The latest revision with a template, and the number of the next revision. */
export function findRevision(
  all: readonly ControllerRevision[],
  template: PodTemplateSpec,
): { readonly same: ControllerRevision | undefined; readonly nextRevision: number } {
  const data = revisionData(template)
  return {
    same: all.findLast((revision) => isEqualJson(revision.data, data)),
    nextRevision: Number(all.at(-1)?.revision ?? 0) + 1,
  }
}

async function createRevision(
  options: RevisionOptions,
  all: readonly ControllerRevision[],
  revision: number,
): Promise<SyncedRevisions> {
  const { owner, ownerKind, revisions, signal } = options
  const { template } = owner.spec
  const hash = contentHash(template, owner.status?.collisionCount)
  const name = `${nameOf(owner)}-${hash}`
  const data = revisionData(template)
  const { annotations } = owner.metadata
  const ownerReferences: readonly OwnerReference[] = [controllerRef(ownerKind, owner)]
  const metadata = {
    name,
    labels: { ...template.metadata?.labels, [revisionLabel]: hash },
    ...(annotations === undefined ? {} : { annotations }),
    ownerReferences,
  }
  try {
    const current = await revisions.create({ metadata, data, revision }, { signal })
    return { all: [...all, current], current }
  } catch (error) {
    if (!(error instanceof StatusError && error.reason === 'AlreadyExists')) throw error
    const found = await revisions.get(name, { signal })
    if (!isControlledBy(found, owner) || !isEqualJson(found.data, data)) return { isCollision: true }
    return { all: [...all, found], current: found }
  }
}

/** Increments the collision count of a workload, so that its next revision gets another name. */
export async function recordCollision({ owner, owners, signal }: RevisionOptions): Promise<void> {
  const { status } = owner
  const next = { ...owner, status: { ...status, collisionCount: (status?.collisionCount ?? 0) + 1 } }
  await owners.updateStatus(next, { signal })
}

/** A template as revisions store it: the strategic merge patch that sets it. */
function revisionData(template: PodTemplateSpec): { readonly spec: { readonly template: object } } {
  return { spec: { template: { ...template, $patch: 'replace' } } }
}

/** The revisions to delete: the oldest of those without pods, beyond `limit`. */
export function revisionsBeyondHistory(
  all: readonly ControllerRevision[],
  inUse: ReadonlySet<string>,
  limit: number,
): readonly ControllerRevision[] {
  const unused = all.filter((revision) => !inUse.has(hashOf(revision)))
  return unused.slice(0, Math.max(0, unused.length - limit))
}

/** Deletes revisions without pods beyond the history limit. */
export async function deleteOldRevisions(options: {
  readonly all: readonly ControllerRevision[]
  /** Hashes of the templates that pods have. */
  readonly inUse: ReadonlySet<string>
  readonly limit: number
  readonly revisions: ResourceClient<ControllerRevision>
  readonly signal: AbortSignal
}): Promise<void> {
  const { all, inUse, limit, revisions, signal } = options
  for (const revision of revisionsBeyondHistory(all, inUse, limit)) {
    await revisions.delete(nameOf(revision), { preconditions: { uid: uidOf(revision) }, signal })
  }
}

/** The hash that labels a revision and its pods. */
export function hashOf({ metadata }: ApiObject): string {
  return metadata.labels?.[revisionLabel] ?? ''
}

/** The pod template of a revision. */
export function templateOf({ data }: ControllerRevision): PodTemplateSpec {
  const { spec } = data as { readonly spec?: { readonly template?: PodTemplateSpec & { $patch?: string } } }
  const { $patch: _, ...template } = spec?.template ?? {}
  return template
}
