import type { Vocabulary } from '@pinnace/meta'
import { openApiName, type ResourceDefinition, type Subresource } from '@pinnace/resources'

/** Names of definitions. */
export interface KindNames {
  /** A built-in type: `autoscaling.v1.Scale`. */
  type(typeName: string): string
  /** A type of `meta/v1`: `Status`. */
  meta(name: string): string
  /** The type of `/version`. */
  readonly versionInfo: string
  /** The list type of a kind. */
  list(definition: ResourceDefinition): string
}

/** Names of definitions in a vocabulary. */
export function kindNames(vocabulary: Vocabulary): KindNames {
  return {
    type: (typeName) => openApiName(vocabulary, typeName),
    meta: (name) => openApiName(vocabulary, `meta.v1.${name}`),
    versionInfo: `${vocabulary.openApiMetaPrefix}.version.Info`,
    list: ({ openApiName: name, listKind }) => `${name.slice(0, name.lastIndexOf('.') + 1)}${listKind}`,
  }
}

/** The built-in type of a subresource; undefined if it is that of the object itself. */
export function subresourceTypeName(
  subresource: Exclude<Subresource, { readonly type: 'connect' }>,
): string | undefined {
  if (subresource.type === 'object') return undefined
  if (subresource.type === 'create') {
    const { name } = subresource.schema()
    if (name !== undefined) return name
  }
  const { group, version, kind } = subresource.kind
  return `${group === '' ? 'core' : group.split('.')[0]}.${version}.${kind}`
}
