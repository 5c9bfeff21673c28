import type { GroupVersionKind, GroupVersionResource } from '@pinnace/meta'

/** Guesses the resource of a kind: its lower-case plural. */
// upstream: apimachinery/pkg/api/meta/restmapper.go, UnsafeGuessKindToResource
export function guessResource({ group, version, kind }: GroupVersionKind): GroupVersionResource {
  const singular = kind.toLowerCase()
  return { group, version, resource: plural(singular) }
}

function plural(singular: string): string {
  if (singular.endsWith('endpoints')) return singular
  if (singular.endsWith('s')) return `${singular}es`
  if (singular.endsWith('y')) return `${singular.slice(0, -1)}ies`
  return `${singular}s`
}
