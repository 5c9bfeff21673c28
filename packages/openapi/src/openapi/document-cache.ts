import { formatJson, type Vocabulary } from '@pinnace/meta'
import type { Registry } from '@pinnace/resources'
import type { Descriptions } from '@pinnace/types'
import { Buffer } from 'node:buffer'
import { definitionsOf } from './definitions.ts'
import { addPathItemsV2, toDocumentV2, type DocumentInfo, type PathItems } from './document-v2.ts'
import { versionsOfExchangedKinds } from './exchanged-group-versions.ts'
import { encodeGnostic } from './gnostic.ts'
import { rootOperations } from './root-operations.ts'
import { createSharedParameters } from './shared-parameters.ts'
import { kindNames } from './type-names.ts'
import {
  createRootDocuments,
  createVersionDocuments,
  toReady,
  type ReadyDocument,
  type VersionDocuments,
} from './version-documents.ts'

/** The documents of a registry, each created when it is first needed and kept encoded. */
export interface DocumentCache {
  readonly registry: Registry
  /** The version-2 document. */
  v2(): Readonly<Record<string, unknown>>
  /** The URL of the version-3 document of each group version. */
  v3Paths(): Readonly<Record<string, unknown>>
  /** The version-2 document as JSON. */
  v2Json(): ReadyDocument
  /** The version-2 document as protobuf. */
  v2Protobuf(): ReadyDocument
  /** The body of `/openapi/v3`: the URLs of all version-3 documents. */
  v3Index(): ReadyDocument
  /** The documents of a group version, by path below `/openapi/v3/`. */
  version(path: string): VersionDocuments | undefined
}

/** What all documents have in common. */
export interface DocumentOptions {
  readonly vocabulary: Vocabulary
  readonly info: DocumentInfo
  /** Whether the configuration and the keys of the token issuer are served. */
  readonly servesIssuer: boolean
  readonly descriptions: Descriptions
}

/** Creates the documents of a registry. Those of unchanged group versions are taken from `previous`. */
export function createDocumentCache(
  registry: Registry,
  options: DocumentOptions,
  previous?: DocumentCache,
): DocumentCache {
  const { vocabulary, info, descriptions } = options
  const versions = versionDocumentsOf(registry, options, previous)
  const document = once(() => {
    const names = kindNames(vocabulary)
    const bodies = ['DeleteOptions', 'Patch'].map((name) => `#/definitions/${names.meta(name)}`)
    const shared = createSharedParameters(new Set(bodies))
    const operations = [...versions.values()].flatMap((version) => version.operations())
    const paths: PathItems = addPathItemsV2(operations, { vocabulary, shared }, {})
    const exchanged = versionsOfExchangedKinds(vocabulary, 'all')
    const definitions = definitionsOf(registry.all, operations, { version: 2, vocabulary, exchanged, descriptions })
    return toDocumentV2(info, { paths, definitions, parameters: shared.all() })
  })
  const v3Paths = once(() => {
    const paths: Record<string, { readonly serverRelativeURL: string }> = {}
    for (const [path, version] of versions) {
      paths[path] = { serverRelativeURL: `/openapi/v3/${path}?hash=${version.v3().hash}` }
    }
    return paths
  })
  return {
    registry,
    v2: document,
    v3Paths,
    v2Json: once(() => toReady(Buffer.from(formatJson(document())))),
    v2Protobuf: once(() => toReady(encodeGnostic(document()))),
    v3Index: once(() => toReady(Buffer.from(JSON.stringify({ paths: v3Paths() })))),
    version: (path) => versions.get(path),
  }
}

// No function of a cache may see the previous one, which would then be kept with all before it.
function versionDocumentsOf(
  registry: Registry,
  options: DocumentOptions,
  previous: DocumentCache | undefined,
): ReadonlyMap<string, VersionDocuments> {
  const made = [
    ...rootOperations(builtInGroups(registry), options.servesIssuer, options.vocabulary).map((root) =>
      createRootDocuments(root, options),
    ),
    ...registry.groups.flatMap(({ group, versions }) =>
      versions.map((version) => createVersionDocuments(group, version, options)),
    ),
  ]
  const current = made.map((documents) => {
    const before = previous?.version(documents.path)
    return before !== undefined && isSame(before, documents) ? before : documents
  })
  return new Map(current.map((documents) => [documents.path, documents]))
}

/** The groups of built-in kinds but the core group, which have documents of their own. */
function builtInGroups({ groups }: Registry): string[] {
  const isBuiltIn = ({ versions }: Registry['groups'][number]): boolean =>
    versions.some(({ resources }) => resources.some(({ builtIn }) => builtIn))
  return groups.filter((group) => group.group !== '' && isBuiltIn(group)).map(({ group }) => group)
}

function isSame(left: VersionDocuments, right: VersionDocuments): boolean {
  const { definitions } = left
  return (
    definitions.length === right.definitions.length &&
    definitions.every((item, index) => item === right.definitions[index])
  )
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
