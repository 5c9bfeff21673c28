import { formatJsonInSteps, type Vocabulary } from '@pinnace/meta'
import type { RegistryVersion, ResourceDefinition } from '@pinnace/resources'
import type { Descriptions } from '@pinnace/types'
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { definitionsInSteps } from './definitions.ts'
import type { DocumentInfo } from './document-v2.ts'
import { addPathItemsV3, toDocumentV3 } from './document-v3.ts'
import { versionsOfExchangedKinds, type GroupVersionOfKinds } from './exchanged-group-versions.ts'
import { groupPath } from './operation-ids.ts'
import type { PathOperations } from './operation.ts'
import { toOperations } from './path-operations.ts'
import type { RootOperation } from './root-operations.ts'

/** An encoded document. */
export interface ReadyDocument {
  readonly bytes: Buffer
  /** Changes whenever the bytes do. */
  readonly hash: string
}

/** The documents of a group version, or of a path above the versions, each created when it is first needed. */
export interface VersionDocuments {
  /** The path below `/openapi/v3/`: `api/v1`, `apis/apps/v1`, `version`. */
  readonly path: string
  readonly definitions: readonly ResourceDefinition[]
  operations(): readonly PathOperations[]
  /** The version-3 document, which is created in steps when it is first needed. */
  v3InSteps(): Generator<void, ReadyDocument>
}

/** What the documents of all versions have in common. */
export interface VersionDocumentOptions {
  readonly vocabulary: Vocabulary
  readonly info: DocumentInfo
  readonly descriptions: Descriptions
}

/** Creates the documents of a group version. */
export function createVersionDocuments(
  group: string,
  { version, resources }: RegistryVersion,
  options: VersionDocumentOptions,
): VersionDocuments {
  const { vocabulary } = options
  return createDocuments(
    {
      path: groupPath(group, version).slice(1),
      definitions: resources,
      exchanged: () => exchangedOf(group, version, resources, vocabulary),
      makeOperations: () => toOperations(group, version, resources, vocabulary),
    },
    options,
  )
}

/** Creates the documents of a path above the versions. */
export function createRootDocuments(
  { document, operations }: RootOperation,
  options: VersionDocumentOptions,
): VersionDocuments {
  return createDocuments(
    { path: document, definitions: [], exchanged: () => [], makeOperations: () => [operations] },
    options,
  )
}

// upstream: each version of a built-in group has a document of its own types; custom resources have those of all groups.
function exchangedOf(
  group: string,
  version: string,
  resources: readonly ResourceDefinition[],
  vocabulary: Vocabulary,
): readonly GroupVersionOfKinds[] {
  if (!resources.some(({ builtIn }) => builtIn)) return versionsOfExchangedKinds(vocabulary, 'custom')
  const core = { group: '', version: 'v1' }
  return group === '' ? [core] : [core, { group, version }]
}

interface DocumentSource {
  readonly path: string
  readonly definitions: readonly ResourceDefinition[]
  readonly exchanged: () => readonly GroupVersionOfKinds[]
  readonly makeOperations: () => readonly PathOperations[]
}

function createDocuments(
  { path, definitions, exchanged, makeOperations }: DocumentSource,
  { vocabulary, info, descriptions }: VersionDocumentOptions,
): VersionDocuments {
  let knownOperations: readonly PathOperations[] | undefined
  let knownV3: ReadyDocument | undefined
  const operations = (): readonly PathOperations[] => (knownOperations ??= makeOperations())
  const isCustom = definitions.length > 0 && !definitions.some(({ builtIn }) => builtIn)
  function* v3InSteps(): Generator<void, ReadyDocument> {
    if (knownV3 !== undefined) return knownV3
    const paths = addPathItemsV3(operations(), vocabulary, {})
    const context = { version: 3, vocabulary, exchanged: exchanged(), descriptions } as const
    yield
    const schemas = yield* definitionsInSteps(definitions, operations(), context)
    yield
    const document = toDocumentV3(isCustom ? customInfo(info) : info, paths, schemas, isCustom)
    const text = yield* formatJsonInSteps(document)
    yield
    return (knownV3 = toReady(Buffer.from(text)))
  }
  return { path, definitions, operations, v3InSteps }
}

// upstream: apiextensions-apiserver/pkg/controller/openapi/builder/builder.go, generateBuilder
function customInfo({ title }: DocumentInfo): DocumentInfo {
  return { title: `${title} CRD Swagger`, version: 'v0.1.0' }
}

/** An encoded document with its hash. */
export function toReady(bytes: Buffer): ReadyDocument {
  return { bytes, hash: createHash('sha512').update(bytes).digest('hex').toUpperCase() }
}
