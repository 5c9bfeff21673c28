import { runInSlices, thenMaybe, type Awaitable, type HttpReply, type ReplyBody, type TimeSlices } from '@pinnace/meta'
import { transformList } from '@pinnace/versioning'
import type { ServedResource } from '../storage/served-resource.ts'
import { objectHead } from '../storage/encode-object.ts'
import type { ListedPage } from '../storage/list.ts'
import { listMeta, metadataOf, toList } from '../storage/list-object.ts'
import { replyHeaders, type AnswerHeaders } from './headers.ts'
import type { ListBodies } from './list-bodies.ts'
import { joinItemsInSteps, joinItemsLazily } from './join-items.ts'
import { writeListText, type ListToWrite } from './list-text.ts'
import { writeObject, type Representation } from './representation.ts'
import { shownBytes, shownItems } from './shown-items.ts'
import { writeProtobufList } from './protobuf-list.ts'

/** What writing a list needs. */
export interface AgreedAnswer {
  readonly headers: AnswerHeaders
  readonly served: ServedResource
  readonly representation: Representation
}

/** Answers a page of a list: the stored bytes, joined, if they can be sent unchanged. */
export function listReply(
  server: { readonly listBodies: ListBodies },
  { headers: answer, served, representation }: AgreedAnswer,
  page: ListedPage,
  slices: () => TimeSlices,
): Awaitable<HttpReply> {
  const headers = replyHeaders(answer, representation.choice.mediaType)
  const reply = (body: ReplyBody): HttpReply => ({ status: 200, headers, body })
  if (representation.isVerbatim) return thenMaybe(verbatimList(server, served, page, slices), reply)
  const { transform } = representation
  const isSmall = page.entries.length < manyItems && representation.protobuf === undefined
  if (isSmall) return thenMaybe(wholeList({ served, representation }, page), reply)
  // Throws 406 before anything is converted.
  if (transform !== undefined) transformList([], listMeta(page), transform)
  return thenMaybe(shownItems(served, page, slices), (items) =>
    thenMaybe(runInSlices(writeList({ representation, served, page, items }), slices()), reply),
  )
}

/** The items above which a list that is not sent as it is stored is written in parts. */
const manyItems = 256

function writeList(list: ListToWrite): Generator<void, readonly Uint8Array[]> {
  const { protobuf } = list.representation
  return protobuf === undefined ? writeListText(list) : writeProtobufList(protobuf, list)
}

/** Writes a list in one piece. */
function wholeList(
  { served, representation }: Pick<AgreedAnswer, 'served' | 'representation'>,
  page: ListedPage,
): Awaitable<ReplyBody> {
  const { transform } = representation
  return thenMaybe(served.codec.show(page.entries.map((entry) => entry.object())), (objects) => {
    const list =
      transform === undefined
        ? toList(served, objects, metadataOf(served, page))
        : transformList(objects, listMeta(page), transform)
    return writeObject(representation, served, list)
  })
}

function verbatimList(
  { listBodies }: { readonly listBodies: ListBodies },
  served: ServedResource,
  page: ListedPage,
  slices: () => TimeSlices,
): Awaitable<ReplyBody> {
  const { definition, apiVersion, gvk, codec } = served
  const head = `{"kind":${JSON.stringify(definition.listKind)},"apiVersion":${JSON.stringify(apiVersion)},"metadata":${JSON.stringify(metadataOf(served, page))},"items":[`
  // upstream: items of built-in kinds do not repeat what the list's kind says.
  const skip = definition.builtIn ? objectHead(gvk.kind, apiVersion).length - metadataKey.length : 0
  const { scope, contentRevision } = page
  const headed = (items: readonly Uint8Array[]): readonly Uint8Array[] => [Buffer.from(head), ...items]
  // INVARIANT: only a list of all keys below a prefix is cached; the content revision determines its entries.
  const isWhole = scope.selector === undefined && scope.key === undefined && !page.isPart && codec.isImmediate
  const key = `${apiVersion} ${scope.prefix} ${definition.stored?.since ?? 0}`
  const known = isWhole ? listBodies.find(key, contentRevision) : undefined
  if (known !== undefined) return headed(known)
  return thenMaybe(shownBytes(served, page, slices), (stored): Awaitable<ReplyBody> => {
    const isLong = page.entries.length > joinedItems
    const lazy = isLong ? joinItemsLazily(stored, skip, { head: Buffer.from(head), tail: listEnd }) : undefined
    if (lazy !== undefined && (!isWhole || lazy.byteLength > listBodies.limitBytes)) return lazy
    return thenMaybe(runInSlices(joinItemsInSteps(stored, skip, listEnd), slices()), (chunks) =>
      headed(isWhole ? listBodies.get(key, contentRevision, () => chunks) : chunks),
    )
  })
}

/** The items that are joined at once. Those of a longer list that is not cached are joined as the client takes them. */
const joinedItems = 1_000

const metadataKey = '"metadata":'
const listEnd = ']}\n'
