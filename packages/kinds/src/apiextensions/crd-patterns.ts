import { someSchema } from '@pinnace/resources/custom-resource'
import type { CustomResourceDefinition } from '@pinnace/types/apiextensions-v1'

/** The patterns of all versions of a CRD, each of them once. */
export function patternsOfCrd({ spec }: CustomResourceDefinition): ReadonlySet<string> {
  const found = new Set<string>()
  for (const { schema } of spec.versions) {
    someSchema(schema?.openAPIV3Schema, ({ pattern = '' }) => {
      if (pattern !== '') found.add(pattern)
      return false
    })
  }
  return found
}
