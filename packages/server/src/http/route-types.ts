import type { Vocabulary } from '@pinnace/meta'
import { assertRouteProduces, mediaTypes } from '@pinnace/versioning'

/**
 * Throws 406 for an Accept header that names none of the media types of the route of an object or of a list. What a kind
 * has, which is no protobuf for your own kinds and for custom resources, is decided in `representation.ts`.
 */
export function assertRouteAccepts(
  header: string | undefined,
  { protobufMediaType }: Vocabulary,
  isList: boolean,
): void {
  if (header === undefined || header === '') return
  const types = [mediaTypes.json, mediaTypes.yaml, protobufMediaType]
  const streams = [mediaTypes.json, protobufMediaType].map((type) => `${type};stream=watch`)
  assertRouteProduces(header, isList ? [...types, ...streams] : types)
}
