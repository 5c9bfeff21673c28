import type { ApiObject, OwnerReference } from '@pinnace/meta'
import type { Pod, PodTemplateSpec } from '@pinnace/types/core-v1-pods'

/** A pod that is about to be created. */
export interface PodToCreate {
  readonly metadata: ApiObject['metadata'] & { readonly name: string }
  readonly spec: NonNullable<Pod['spec']>
}

/** Name and owner of a pod that is created from a template. */
export interface PodIdentity {
  readonly name: string
  readonly generateName?: string
  readonly owner: OwnerReference
}

/** Builds a pod from a template: its labels, annotations, finalizers and spec. */
// upstream: pkg/controller/controller_utils.go, GetPodFromTemplate
export function podFromTemplate(template: PodTemplateSpec, identity: PodIdentity): PodToCreate {
  const { name, generateName, owner } = identity
  const { labels, annotations, finalizers } = template.metadata ?? {}
  return {
    metadata: {
      name,
      ...(generateName === undefined ? {} : { generateName }),
      ...(labels === undefined ? {} : { labels: { ...labels } }),
      ...(annotations === undefined ? {} : { annotations: { ...annotations } }),
      ...(finalizers === undefined ? {} : { finalizers: [...finalizers] }),
      ownerReferences: [owner],
    },
    spec: template.spec ?? { containers: [] },
  }
}
