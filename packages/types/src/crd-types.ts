import type { TypeTable } from '@pinnace/schema'
import { apiextensionsV1Types } from './groups/apiextensions-v1.ts'
import { metaV1Types } from './groups/meta-v1.ts'

/**
 * The tables of CustomResourceDefinition and of all it refers to. The fields of its schemas that extend OpenAPI start
 * with `extensionPrefix`, which depends on the vocabulary.
 */
export function crdTypeTables(extensionPrefix: string): readonly TypeTable[] {
  return [apiextensionsV1Types(extensionPrefix), metaV1Types]
}
