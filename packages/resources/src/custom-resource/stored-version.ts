import type { CustomResourceDefinition } from '@pinnace/types/apiextensions-v1'

/** The version of a CRD that its objects are stored in. */
export function storedVersionOf({ spec }: Pick<CustomResourceDefinition, 'spec'>): string | undefined {
  return spec.versions.find(({ storage }) => storage)?.name
}
