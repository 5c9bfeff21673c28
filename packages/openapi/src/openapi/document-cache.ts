import {
  formatJsonInSteps,
  runInSlices,
  thenMaybe,
  type Awaitable,
  type TimeSlices,
  type Vocabulary,
} from '@pinnace/meta'
import type { Registry } from '@pinnace/resources'
import type { Descriptions } from '@pinnace/types'
import { Buffer } from 'node:buffer'
import { definitionsInSteps } from './definitions.ts'
import { addPathItemsV2, toDocumentV2, type DocumentInfo, type PathItems } from './document-v2.ts'
import { versionsOfExchangedKinds } from './exchanged-group-versions.ts'
import { encodeGnostic } from './gnostic.ts'
import type { PathOperations } from './operation.ts'
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

/** The documents of a registry, each created in slices of time when it is first needed, and kept encoded. */
export interface DocumentCache {
  readonly registry: Registry
  /** The version-2 document. */
  v2(): Awaitable<Readonly<Record<string, unknown>>>
  /** The URL of the version-3 document of each group version. */
  v3Paths(): Awaitable<Readonly<Record<string, unknown>>>
  /** The version-2 document as JSON. */
  v2Json(): Awaitable<ReadyDocument>
  /** The version-2 document as protobuf. */
  v2Protobuf(): Awaitable<ReadyDocument>
  /** The body of `/openapi/v3`: the URLs of all version-3 documents. */
  v3Index(): Awaitable<ReadyDocument>
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
  /** The time that the documents of all versions may take of one turn of the event loop. */
  readonly slices: () => TimeSlices
}

/** Creates the documents of a registry. Those of unchanged group versions are taken from `previous`. */
export function createDocumentCache(
  registry: Registry,
  options: DocumentOptions,
  previous?: DocumentCache,
): DocumentCache {
  const { vocabulary, info, descriptions, slices } = options
  const once = <T>(make: () => Generator<void, T>): (() => Awaitable<T>) => onceInSlices(make, slices)
  const versions = versionDocumentsOf(registry, options, previous)
  const document = once(function* () {
    const names = kindNames(vocabulary)
    const bodies = ['DeleteOptions', 'Patch'].map((name) => `#/definitions/${names.meta(name)}`)
    const shared = createSharedParameters(new Set(bodies))
    const operations: PathOperations[] = []
    const paths: PathItems = {}
    for (const version of versions.values()) {
      const own = version.operations()
      operations.push(...own)
      yield
      for (const path of own) {
        addPathItemsV2([path], { vocabulary, shared }, paths)
        yield
      }
    }
    const exchanged = versionsOfExchangedKinds(vocabulary, 'all')
    const context = { version: 2, vocabulary, exchanged, descriptions } as const
    const definitions = yield* definitionsInSteps(registry.all, operations, context)
    return toDocumentV2(info, { paths, definitions, parameters: shared.all() })
  })
  const v3Paths = once(function* () {
    const paths: Record<string, { readonly serverRelativeURL: string }> = {}
    for (const [path, version] of versions) {
      const { hash } = yield* version.v3InSteps()
      paths[path] = { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` }
      yield
    }
    return paths
  })
  return {
    registry,
    v2: document,
    v3Paths,
    v2Json: keep(() => thenMaybe(document(), (made) => thenMaybe(runInSlices(bytesInSteps(made), slices()), toReady))),
    v2Protobuf: keep(() => thenMaybe(document(), (made) => toReady(encodeGnostic(made)))),
    v3Index: keep(() => thenMaybe(v3Paths(), (paths) => toReady(Buffer.from(JSON.stringify({ paths }))))),
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

function* bytesInSteps(document: object): Generator<void, Buffer> {
  const text = yield* formatJsonInSteps(document)
  yield
  const bytes = Buffer.from(text)
  // The hash has a turn of its own.
  yield
  return bytes
}

function onceInSlices<T>(make: () => Generator<void, T>, slices: () => TimeSlices): () => Awaitable<T> {
  return keep(() => runInSlices(make(), slices()))
}

/** Makes a value once, for all that ask meanwhile too; again after a failure. */
function keep<T>(make: () => Awaitable<T>): () => Awaitable<T> {
  let made: { readonly value: Awaitable<T> } | undefined
  return () => {
    if (made !== undefined) return made.value
    const value = make()
    made = { value }
    if (value instanceof Promise) {
      value.then(
        (done: T) => (made = { value: done }),
        () => (made = undefined),
      )
    }
    return value
  }
}
