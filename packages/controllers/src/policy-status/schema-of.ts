import type { Client, DiscoveredResource } from '@pinnace/client'
import type { TypedKind } from '@pinnace/admission/policy-types'
import { StatusError, type Vocabulary } from '@pinnace/meta'
import { schemaExtensions, toResourceSchema } from '@pinnace/resources/custom-resource'
import { groupName, kindTable, loadType, loadTypeTables, typeName } from '@pinnace/types'
import type { CustomResourceDefinition } from '@pinnace/types/apiextensions-v1'

/** The schema of a kind: of a built-in type, or of a CRD; undefined where neither is known or may be read. */
export async function schemaOf(
  resource: DiscoveredResource,
  client: Client,
  vocabulary: Vocabulary,
  signal: AbortSignal,
): Promise<TypedKind | undefined> {
  const { group, version, kind } = resource
  const row = kindTable.find(
    (one) => one.kind === kind && one.version === version && groupName(vocabulary, one.group) === group,
  )
  if (row !== undefined) {
    const type = typeName(row)
    await loadTypeTables([type])
    return { kind: { group, version, kind }, schema: loadType(type) }
  }
  const crd = await readCrd(resource, client, vocabulary, signal)
  const declared = crd?.spec?.versions?.find((one) => one.name === version)
  if (declared === undefined) return undefined
  const names = schemaExtensions(vocabulary.schemaExtensionPrefix)
  return { kind: { group, version, kind }, schema: toResourceSchema(declared.schema?.openAPIV3Schema, names) }
}

async function readCrd(
  { group, resource }: DiscoveredResource,
  client: Client,
  vocabulary: Vocabulary,
  signal: AbortSignal,
): Promise<CustomResourceDefinition | undefined> {
  const apiVersion = `${vocabulary.group('apiextensions')}/v1` as const
  const crds = client.resource({ apiVersion, kind: 'CustomResourceDefinition' })
  try {
    return await crds.get(`${resource}.${group}`, { signal })
  } catch (error) {
    if (error instanceof StatusError && (error.reason === 'NotFound' || error.reason === 'Forbidden')) return undefined
    throw error
  }
}
