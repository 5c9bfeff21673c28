import { thenMaybe, type ApiObject, type Awaitable, type HttpReply, type Status } from '@pinnace/meta'
import { transformObject } from '@pinnace/versioning'
import { objectOf, type Outcome } from '../storage/outcome.ts'
import type { ServedResource } from '../storage/served-resource.ts'
import { bytesReply, type AnswerHeaders } from './headers.ts'
import { writeObject, type Representation } from './representation.ts'

/** Answers one object: its stored bytes if they can be sent unchanged. Asynchronous only if it has to be converted. */
export function objectReply(
  answer: AnswerHeaders,
  served: ServedResource,
  representation: Representation,
  outcome: Outcome,
): Awaitable<HttpReply> {
  const { mediaType } = representation.choice
  if (representation.isVerbatim && outcome.entry !== undefined) {
    const { value } = outcome.entry
    if (served.codec.isOwn(value)) return bytesReply(answer, outcome.code, mediaType, value)
    return thenMaybe(served.codec.bytesOf(outcome.entry), (bytes) => bytesReply(answer, outcome.code, mediaType, bytes))
  }
  const object = outcome.entry === undefined ? outcome.object : served.codec.showOne(objectOf(outcome) as ApiObject)
  return thenMaybe(object, (found) => {
    const shown =
      representation.transform === undefined ? found : transformObject(found as ApiObject, representation.transform)
    return bytesReply(answer, outcome.code, mediaType, writeObject(representation, served, shown as Status))
  })
}
