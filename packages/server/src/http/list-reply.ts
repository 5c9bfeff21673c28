import { runInSlices, thenMaybe, type Awaitable, type HttpReply, type ReplyBody, type TimeSlices } from '@pinnace/meta'
import { transformList, type Protobuf } from '@pinnace/versioning'
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
import { isWrittenFromStored, wrapStoredItems, writeStoredItems, type TransformedPage } from './stored-list-text.ts'
import type { TableCells } from './table-cells.ts'
import { wrapProtobufItems, writeProtobufItems, type ProtobufCaches } from './protobuf-list.ts'

/** What writing an answer needs. */
export interface AgreedAnswer {
  readonly headers: AnswerHeaders
  readonly served: ServedResource
  readonly representation: Representation
}

/** What is kept between the answers of a server. */
export interface ListCaches extends ProtobufCaches {
  readonly listBodies: ListBodies
  readonly tableCells: TableCells
}

/** Answers a page of a list: the stored bytes, joined, if they can be sent unchanged. */
export function listReply(
  caches: ListCaches,
  { headers: answer, served, representation }: AgreedAnswer,
  page: ListedPage,
  slices: () => TimeSlices,
): Awaitable<HttpReply> {
  const headers = replyHeaders(answer, representation.choice.mediaType)
  const reply = (body: ReplyBody): HttpReply => ({ status: 200, headers, body })
  if (representation.isVerbatim) return thenMaybe(verbatimList(caches, served, page, slices), reply)
  const { transform, protobuf } = representation
  if (transform !== undefined && isWrittenFromStored(representation, served, page)) {
    return thenMaybe(transformedList(caches, { served, page, transform }, slices), reply)
  }
  const isSmall = page.entries.length < manyItems && protobuf === undefined
  if (isSmall) return thenMaybe(wholeList({ served, representation }, page), reply)
  // Throws 406 before anything is converted.
  if (transform !== undefined) transformList([], listMeta(page), transform)
  if (protobuf !== undefined) {
    return thenMaybe(protobufList(caches, protobuf, { representation, served, page }, slices), reply)
  }
  return thenMaybe(shownItems(served, page, slices), (items) =>
    thenMaybe(runInSlices(writeListText({ representation, served, page, items }), slices()), reply),
  )
}

/** The items above which a list that is not sent as it is stored is written in parts. */
const manyItems = 256

/**
 * Writes a Table or a list of metadata from the stored bytes. Cells change with the time: of a table that is kept, the rows
 * are written again whose cells have changed.
 */
function transformedList(
  { listBodies, tableCells }: ListCaches,
  list: TransformedPage,
  slices: () => TimeSlices,
): Awaitable<ReplyBody> {
  const { served, page, transform } = list
  const { as, includeObject, nowMs } = transform
  const isTable = as.kind === 'Table'
  const wrap = (items: readonly Uint8Array[]): ReplyBody => wrapStoredItems(list, items)
  const writeFrom = (known: readonly Uint8Array[]): Awaitable<readonly Uint8Array[]> =>
    runInSlices(writeStoredItems(list, tableCells, known), slices())
  if (isTable && !tableCells.canKeep(page.entries.length)) return thenMaybe(writeFrom([]), wrap)
  const shown = isTable ? ` ${includeObject}` : ''
  const { known, share, renew } = cachedItems(listBodies, served, page, `${as.kind}.${as.version}${shown}`)
  const write = (): Awaitable<readonly Uint8Array[]> => writeFrom(known ?? [])
  if (known === undefined) return thenMaybe(share(write), wrap)
  const isCurrent = !isTable || known.every((chunk) => tableCells.isCurrent(chunk, nowMs))
  return isCurrent ? wrap(known) : thenMaybe(renew(write), wrap)
}

function protobufList(
  caches: ListCaches,
  protobuf: Protobuf,
  list: Omit<ListToWrite, 'items'>,
  slices: () => TimeSlices,
): Awaitable<ReplyBody> {
  const { served, page, representation } = list
  const wrap = (items: readonly Uint8Array[]): ReplyBody => wrapProtobufItems(protobuf, list, items)
  const keep = cachedItems(caches.listBodies, served, page, `protobuf ${representation.transform?.as.kind ?? ''}`)
  if (keep.known !== undefined) return wrap(keep.known)
  const write = (): Awaitable<readonly Uint8Array[]> =>
    thenMaybe(shownItems(served, page, slices), (items) =>
      runInSlices(writeProtobufItems(protobuf, caches, { ...list, items }), slices()),
    )
  return thenMaybe(keep.share(write), wrap)
}

interface CachedItems {
  readonly isWhole: boolean
  readonly known: readonly Uint8Array[] | undefined
  /** Makes the items. Those that are kept are made once for requests that arrive together. */
  readonly share: (make: MakeItems) => Awaitable<readonly Uint8Array[]>
  /** The same for items that are known, and have changed. */
  readonly renew: (make: MakeItems) => Awaitable<readonly Uint8Array[]>
}

type MakeItems = () => Awaitable<readonly Uint8Array[]>

/** A page of fewer items is joined faster than it is found. */
const fewestKept = 32

/** The encoded items of a page in a form, if they are cached. */
function cachedItems(
  listBodies: ListBodies,
  { definition, apiVersion, codec }: ServedResource,
  { scope, contentRevision, isPart, entries }: ListedPage,
  form: string,
): CachedItems {
  // INVARIANT: what is cached is all keys below a prefix, or those from one key on; the content revision and the number
  // of entries determine them.
  const isRange = scope.selector === undefined && scope.shows === undefined && scope.key === undefined
  const canKeep = isRange && codec.isImmediate
  const isWhole = canKeep && !isPart
  if (!isWhole && (!canKeep || entries.length < fewestKept))
    return { isWhole, known: undefined, share: (make) => make(), renew: (make) => make() }
  const list = `${apiVersion} ${scope.prefix} ${definition.stored?.since ?? 0} ${form}`
  const key = isWhole ? list : `${list} ${entries.length} from ${entries[0]?.key}`
  return {
    isWhole,
    known: listBodies.find(key, contentRevision),
    share: (make) =>
      isWhole || listBodies.isAskedAgain(key, contentRevision) ? listBodies.share(key, contentRevision, make) : make(),
    renew: (make) => listBodies.renew(key, contentRevision, make),
  }
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
  { listBodies }: ListCaches,
  served: ServedResource,
  page: ListedPage,
  slices: () => TimeSlices,
): Awaitable<ReplyBody> {
  const { definition, apiVersion, gvk } = served
  const head = `{"kind":${JSON.stringify(definition.listKind)},"apiVersion":${JSON.stringify(apiVersion)},"metadata":${JSON.stringify(metadataOf(served, page))},"items":[`
  // upstream: items of built-in kinds do not repeat what the list's kind says.
  const skip = definition.builtIn ? objectHead(gvk.kind, apiVersion).length - metadataKey.length : 0
  const headed = (items: readonly Uint8Array[]): readonly Uint8Array[] => [Buffer.from(head), ...items]
  const keep = cachedItems(listBodies, served, page, 'json')
  if (keep.known !== undefined) return headed(keep.known)
  return thenMaybe(shownBytes(served, page, slices), (stored): Awaitable<ReplyBody> => {
    const join = (): Awaitable<readonly Uint8Array[]> => runInSlices(joinItemsInSteps(stored, skip, listEnd), slices())
    const joinAll = (): Awaitable<ReplyBody> => thenMaybe(keep.share(join), headed)
    if (page.entries.length <= joinedItems) return joinAll()
    const measuring = runInSlices(joinItemsLazily(stored, skip, { head: Buffer.from(head), tail: listEnd }), slices())
    return thenMaybe(measuring, (lazy) => (keep.isWhole && lazy.byteLength <= listBodies.limitBytes ? joinAll() : lazy))
  })
}

/** The items that are joined at once. Those of a longer list that is not cached are joined as the client takes them. */
const joinedItems = 1_000

const metadataKey = '"metadata":'
const listEnd = ']}\n'
