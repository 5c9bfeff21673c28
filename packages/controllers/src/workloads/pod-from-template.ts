import type { ApiObject, OwnerReference } from '@pinnace/meta'
import type { Pod, PodTemplateSpec } from '@pinnace/types/core-v1-pods'

/** A pod as a template wants it. */
export interface PodToCreate {
  readonly metadata: ApiObject['metadata']
  readonly spec: NonNullable<Pod['spec']>
}

/** The pod a template makes. */
// upstream: pkg/controller/controller_utils.go, GetPodFromTemplate
export function podFromTemplate(
  template: PodTemplateSpec,
  {
    name,
    generateName,
    owner,
  }: { readonly name: string; readonly generateName?: string; readonly owner: OwnerReference },
): PodToCreate {
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
