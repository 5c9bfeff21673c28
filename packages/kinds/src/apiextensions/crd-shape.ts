import { isEqualJson } from '@pinnace/meta'
import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from '@pinnace/types/apiextensions-v1'

/**
 * The parts that are identical in all versions of a CRD. They are validated once, under the top-level field paths that
 * CRDs had before they had versions.
 */
// upstream: apis/apiextensions/v1/conversion.go, Convert_v1_CustomResourceDefinitionSpec_To_apiextensions_…
export interface SharedParts {
  readonly schema: boolean
  readonly subresources: boolean
  readonly columns: boolean
  readonly selectableFields: boolean
}

/** The parts that all versions share. */
export function sharedParts(versions: readonly CustomResourceDefinitionVersion[]): SharedParts {
  const [first] = versions
  if (first === undefined) return { schema: false, subresources: false, columns: false, selectableFields: false }
  const same = (read: (version: CustomResourceDefinitionVersion) => unknown): boolean =>
    versions.every((version) => isEqualJson(read(version), read(first)))
  const schema = same((version) => version.schema)
  return {
    schema,
    subresources: same((version) => version.subresources),
    columns: same((version) => version.additionalPrinterColumns ?? []),
    selectableFields: schema && same((version) => version.selectableFields ?? []),
  }
}

/** Whether a condition of a CRD is true. */
export function hasCondition(crd: Pick<CustomResourceDefinition, 'status'>, type: string): boolean {
  return crd.status?.conditions?.some((condition) => condition.type === type && condition.status === 'True') === true
}
