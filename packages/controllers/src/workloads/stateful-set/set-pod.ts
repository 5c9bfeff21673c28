import type { ApiObject, Vocabulary } from '@pinnace/meta'
import type { StatefulSet } from '@pinnace/types/apps-v1'
import type { PersistentVolumeClaim } from '@pinnace/types/core-v1'
import type { Pod, PodTemplateSpec } from '@pinnace/types/core-v1-pods'
import { controllerRef } from '../controller-ref.ts'
import type { PodToCreate } from '../pod-from-template.ts'
import { revisionLabel } from '../revisions/settle-revisions.ts'

/** The number at the end of a pod's name, where the rest is its set's; else -1. */
// upstream: pkg/controller/statefulset/stateful_set_utils.go, getParentNameAndOrdinal
export function ordinalOf({ metadata }: ApiObject, set: StatefulSet): number {
  const match = /^(.*)-([0-9]{1,9})$/.exec(metadata.name ?? '')
  return match?.[1] === set.metadata.name ? Number(match?.[2]) : -1
}

/** The pod of an ordinal, by one of the set's templates. */
// upstream: newStatefulSetPod, updateIdentity, updateStorage
export function setPod(
  set: StatefulSet,
  template: PodTemplateSpec,
  hash: string,
  ordinal: number,
  { labelDomain }: Vocabulary,
): PodToCreate {
  const name = `${set.metadata.name}-${ordinal}`
  const { labels, annotations, finalizers } = template.metadata ?? {}
  const claims = set.spec?.volumeClaimTemplates ?? []
  const names = new Set(claims.map(({ metadata }) => metadata.name))
  const own = claims.map((claim) => ({
    name: claim.metadata.name!,
    persistentVolumeClaim: { claimName: claimName(set, claim, ordinal), readOnly: false },
  }))
  const volumes = [...own, ...(template.spec?.volumes ?? []).filter((volume) => !names.has(volume.name))]
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
    } as NonNullable<Pod['spec']>,
  }
}

/** The claims of a pod's volumes. */
// upstream: getPersistentVolumeClaims
export function claimsOf(set: StatefulSet, ordinal: number): readonly PersistentVolumeClaim[] {
  return (set.spec?.volumeClaimTemplates ?? []).map(
    (claim): PersistentVolumeClaim =>
      ({
        metadata: {
          name: claimName(set, claim, ordinal),
          labels: { ...claim.metadata.labels, ...set.spec?.selector.matchLabels },
          ...(claim.metadata.annotations === undefined ? {} : { annotations: claim.metadata.annotations }),
        },
        ...(claim.spec === undefined ? {} : { spec: claim.spec }),
      }) as PersistentVolumeClaim,
  )
}

function claimName(set: StatefulSet, claim: PersistentVolumeClaim, ordinal: number): string {
  return `${claim.metadata.name}-${set.metadata.name}-${ordinal}`
}
