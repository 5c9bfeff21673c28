import type { ApiObject, Vocabulary } from '@pinnace/meta'
import type { StatefulSet } from '@pinnace/types/apps-v1'
import type { PersistentVolumeClaim } from '@pinnace/types/core-v1'
import type { PodTemplateSpec } from '@pinnace/types/core-v1-pods'
import { controllerRef } from '../controller-ref.ts'
import type { PodToCreate } from '../pod-from-template.ts'
import { revisionLabel } from '../revisions/controller-revisions.ts'
import { nameOf } from '../stored-object.ts'

/** The ordinal at the end of a pod's name; -1 when the rest is not the name of the set. */
// upstream: pkg/controller/statefulset/stateful_set_utils.go, getParentNameAndOrdinal
export function ordinalOf(pod: ApiObject, set: StatefulSet): number {
  const [, parent, ordinal] = /^(.*)-([0-9]{1,9})$/.exec(nameOf(pod)) ?? []
  return parent === set.metadata.name ? Number(ordinal) : -1
}

/** Which pod of a set to build. */
export interface StatefulPodIdentity {
  readonly ordinal: number
  /** Hash of the template. */
  readonly hash: string
  readonly vocabulary: Vocabulary
}

/** Builds the pod of an ordinal from one of the set's templates: with its name, host name, labels and volumes. */
// upstream: newStatefulSetPod, updateIdentity, updateStorage
export function statefulPod(
  set: StatefulSet,
  template: PodTemplateSpec,
  { ordinal, hash, vocabulary: { labelDomain } }: StatefulPodIdentity,
): PodToCreate {
  const name = `${nameOf(set)}-${ordinal}`
  const { labels, annotations, finalizers } = template.metadata ?? {}
  const claims = set.spec?.volumeClaimTemplates ?? []
  const claimNames = new Set(claims.map(nameOf))
  const claimVolumes = claims.map((claim) => ({
    name: nameOf(claim),
    persistentVolumeClaim: { claimName: claimName(set, claim, ordinal), readOnly: false },
  }))
  const volumes = [...claimVolumes, ...(template.spec?.volumes ?? []).filter((volume) => !claimNames.has(volume.name))]
  return {
    metadata: {
      name,
      labels: {
        ...labels,
        [revisionLabel]: hash,
        [`statefulset.${labelDomain}/pod-name`]: name,
        [`apps.${labelDomain}/pod-index`]: String(ordinal),
      },
      ...(annotations === undefined ? {} : { annotations }),
      ...(finalizers === undefined ? {} : { finalizers }),
      ownerReferences: [controllerRef({ apiVersion: 'apps/v1', kind: 'StatefulSet' }, set)],
    },
    spec: {
      ...(template.spec ?? { containers: [] }),
      hostname: name,
      ...(set.spec?.serviceName ? { subdomain: set.spec.serviceName } : {}),
      ...(volumes.length === 0 ? {} : { volumes }),
    },
  }
}

/** Builds the volume claims of an ordinal's pod. */
// upstream: getPersistentVolumeClaims
export function volumeClaimsOf(set: StatefulSet, ordinal: number): readonly PersistentVolumeClaim[] {
  return (set.spec?.volumeClaimTemplates ?? []).map((claim): PersistentVolumeClaim => {
    const { labels, annotations } = claim.metadata
    return {
      metadata: {
        name: claimName(set, claim, ordinal),
        labels: { ...labels, ...set.spec?.selector.matchLabels },
        ...(annotations === undefined ? {} : { annotations }),
      },
      ...(claim.spec === undefined ? {} : { spec: claim.spec }),
    }
  })
}

function claimName(set: StatefulSet, claim: PersistentVolumeClaim, ordinal: number): string {
  return `${nameOf(claim)}-${nameOf(set)}-${ordinal}`
}
