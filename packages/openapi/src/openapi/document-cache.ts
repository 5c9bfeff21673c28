import { formatJson, type Vocabulary } from '@pinnace/meta'
import type { Registry } from '@pinnace/resources'
import { Buffer } from 'node:buffer'
import { addDefinitions } from './definitions.ts'
import { addPathItemsV2, toDocumentV2, type DocumentInfo } from './document-v2.ts'
import { encodeGnostic } from './gnostic.ts'
import { rootOperations } from './path-operations.ts'
import { createVersionDocuments, toReady, type ReadyDocument, type VersionDocuments } from './version-documents.ts'

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

/** Creates the documents of a registry. Those of unchanged group versions are taken from `previous`. */
export function createDocumentCache(
  registry: Registry,
  vocabulary: Vocabulary,
  info: DocumentInfo,
  previous?: DocumentCache,
): DocumentCache {
  const versions = new Map<string, VersionDocuments>()
  for (const { group, versions: served } of registry.groups) {
    for (const version of served) {
      const made = createVersionDocuments(group, version, vocabulary, info)
      const before = previous?.version(made.path)
      versions.set(made.path, before !== undefined && isSame(before, made) ? before : made)
    }
  }
  const document = once(() => {
    const paths = addPathItemsV2(
      rootOperations(
        registry.groups.map(({ group }) => group),
        vocabulary,
      ),
      vocabulary,
      {},
    )
    for (const version of versions.values()) addPathItemsV2(version.operations(), vocabulary, paths)
    return toDocumentV2(info, paths, addDefinitions(registry.all, 2, vocabulary, {}))
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
