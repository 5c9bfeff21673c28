import type { Vocabulary } from '@pinnace/meta'

/** The media types of the operations of a kind. */
export interface OperationMedia {
  readonly consumes: readonly string[]
  readonly produces: readonly string[]
  /** Of lists, which can be watches. */
  readonly listProduces: readonly string[]
  readonly patchConsumes: readonly string[]
}

/** Media types that every document and object can have. */
const textMedia: readonly string[] = ['application/json', 'application/yaml']

const patches = ['application/json-patch+json', 'application/merge-patch+json']
const applyPatch = 'application/apply-patch+yaml'

/** The media types of built-in kinds. A watch is not YAML. */
export function builtInMedia({ protobufMediaType }: Vocabulary): OperationMedia {
  const produces = [...textMedia, protobufMediaType]
  const streams = ['application/json', protobufMediaType].map((type) => `${type};stream=watch`)
  return {
    consumes: ['*/*'],
    produces,
    listProduces: [...produces, ...streams],
    patchConsumes: [...patches, 'application/strategic-merge-patch+json', applyPatch],
  }
}

/** The media types of custom resources. */
// upstream: apiextensions-apiserver/pkg/controller/openapi/builder/builder.go, newBuilder
export const customMedia: OperationMedia = {
  consumes: textMedia,
  produces: textMedia,
  listProduces: textMedia,
  patchConsumes: [...patches, applyPatch],
}
