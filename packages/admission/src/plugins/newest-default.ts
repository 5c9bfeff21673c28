import type { ApiObject } from '@pinnace/meta'

/**
 * The name of the default class of those that are marked as one: the newest, and of several of one second the first by name.
 * Several defaults refused a create in old releases of Kubernetes.
 */
// upstream: pkg/volume/util/storageclass.go, GetDefaultClass; plugin/pkg/admission/network/defaultingressclass
export function newestDefault(
  classes: readonly ApiObject[],
  isMarked: (annotations: Readonly<Record<string, string>>) => boolean,
): string | undefined {
  const marked = classes.filter(({ metadata }) => isMarked(metadata.annotations ?? {}))
  const [newest] = marked.toSorted(({ metadata: a }, { metadata: b }) => {
    const before = a.creationTimestamp ?? ''
    const after = b.creationTimestamp ?? ''
    if (before !== after) return before > after ? -1 : 1
    return (a.name ?? '') < (b.name ?? '') ? -1 : 1
  })
  return newest === undefined ? undefined : (newest.metadata.name ?? '')
}
