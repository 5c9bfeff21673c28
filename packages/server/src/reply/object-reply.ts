import type { ApiObject, HttpReply, Status } from '@pinnace/meta'
import { transformObject } from '@pinnace/versioning'
import type { Received } from '../line/receive.ts'
import { objectOf, type Outcome } from '../outcome.ts'
import type { ServedResource } from '../served-resource.ts'
import { bytesReply } from './headers.ts'
import { writeObject, type Representation } from './representation.ts'

/** Answers one object: its stored bytes where they can be sent as they are. */
export function objectReply(
  received: Received,
  served: ServedResource,
  representation: Representation,
  outcome: Outcome,
): HttpReply {
  const { mediaType } = representation.choice
  if (representation.isVerbatim && outcome.entry !== undefined) {
    return bytesReply(received, outcome.code, mediaType, outcome.entry.value)
  }
  const object = outcome.entry === undefined ? outcome.object : served.codec.fromStorage(objectOf(outcome) as ApiObject)
  const shown =
    representation.transform === undefined ? object : transformObject(object as ApiObject, representation.transform)
  return bytesReply(received, outcome.code, mediaType, writeObject(representation, served, shown as Status))
}
