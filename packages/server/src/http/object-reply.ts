import {
  escapeHtml,
  formatJsonInSteps,
  runInSlices,
  thenMaybe,
  type ApiObject,
  type Awaitable,
  type HttpReply,
  type Status,
} from '@pinnace/meta'
import { transformObject } from '@pinnace/versioning'
import { objectOf, type Outcome } from '../storage/outcome.ts'
import { bytesReply } from './headers.ts'
import type { AgreedAnswer } from './list-reply.ts'
import type { ProtobufForms } from './protobuf-forms.ts'
import { writeObject } from './representation.ts'
import { writeStoredProtobuf } from './write-protobuf.ts'

/** Answers one object: its stored bytes if they can be sent unchanged. Asynchronous only if it has to be converted. */
export function objectReply(
  { protobufForms }: { readonly protobufForms: ProtobufForms },
  { headers: answer, served, representation }: AgreedAnswer,
  outcome: Outcome,
): Awaitable<HttpReply> {
  const { mediaType } = representation.choice
  const { protobuf, transform } = representation
  if (representation.isVerbatim && outcome.entry !== undefined) {
    const { value } = outcome.entry
    if (served.codec.isOwn(value)) return bytesReply(answer, outcome.code, mediaType, value)
    return thenMaybe(served.codec.bytesOf(outcome.entry), (bytes) => bytesReply(answer, outcome.code, mediaType, bytes))
  }
  if (protobuf !== undefined && transform === undefined && outcome.entry !== undefined && served.codec.isImmediate) {
    const show = (): ApiObject => served.codec.fromStorage(objectOf(outcome) as ApiObject)
    const bytes = writeStoredProtobuf({ protobuf, forms: protobufForms, served }, outcome.entry, show)
    return bytesReply(answer, outcome.code, mediaType, bytes)
  }
  const object = outcome.entry === undefined ? outcome.object : served.codec.showOne(objectOf(outcome) as ApiObject)
  return thenMaybe(object, (found) => {
    const shown = transform === undefined ? found : transformObject(found as ApiObject, transform)
    const slices = outcome.entry === undefined ? outcome.slices : undefined
    if (slices !== undefined && representation.isVerbatim) {
      return thenMaybe(runInSlices(formatJsonInSteps(shown), slices), (text) =>
        bytesReply(answer, outcome.code, mediaType, Buffer.from(`${escapeHtml(text)}\n`)),
      )
    }
    return bytesReply(answer, outcome.code, mediaType, writeObject(representation, served, shown as Status))
  })
}
