import { formatJson, type Vocabulary } from '@pinnace/meta'
import type { RegistryVersion, ResourceDefinition } from '@pinnace/resources'
import type { OpenApiDefinitions } from '@pinnace/schema'
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { addDefinitions } from './definitions.ts'
import type { DocumentInfo, PathItems } from './document-v2.ts'
import { addPathItemsV3, toDocumentV3 } from './document-v3.ts'
import { groupPath } from './operation-ids.ts'
import type { PathOperations } from './operation.ts'
import { toOperations } from './path-operations.ts'

/** An encoded document. */
export interface ReadyDocument {
  readonly bytes: Buffer
  /** Changes whenever the bytes do. */
  readonly hash: string
}

/** The documents of a group version, each created when it is first needed. */
export interface VersionDocuments {
  /** The path below `/openapi/v3/`: `api/v1`, `apis/apps/v1`. */
  readonly path: string
  readonly definitions: readonly ResourceDefinition[]
  operations(): readonly PathOperations[]
  v3(): ReadyDocument
}

/** Creates the documents of a group version. */
export function createVersionDocuments(
  group: string,
  { version, resources }: RegistryVersion,
  vocabulary: Vocabulary,
  info: DocumentInfo,
): VersionDocuments {
  const makeOperations = (): readonly PathOperations[] => toOperations(group, version, resources, vocabulary)
  const makeV3 = (): ReadyDocument => {
    const paths: PathItems = addPathItemsV3(operations(), vocabulary, {})
    const schemas: OpenApiDefinitions = addDefinitions(resources, 3, vocabulary, {})
    return toReady(Buffer.from(formatJson(toDocumentV3(info, paths, schemas))))
  }
  let knownOperations: readonly PathOperations[] | undefined
  let knownV3: ReadyDocument | undefined
  const operations = (): readonly PathOperations[] => (knownOperations ??= makeOperations())
  return {
    path: groupPath(group, version).slice(1),
    definitions: resources,
    operations,
    v3: () => (knownV3 ??= makeV3()),
  }
}

/** An encoded document with its hash. */
export function toReady(bytes: Buffer): ReadyDocument {
  return { bytes, hash: createHash('sha512').update(bytes).digest('hex').toUpperCase() }
}
