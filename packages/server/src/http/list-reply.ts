import { thenMaybe, type Awaitable, type HttpReply } from '@pinnace/meta'
import { transformList } from '@pinnace/versioning'
import type { ServedResource } from '../storage/served-resource.ts'
import { objectHead } from '../storage/encode-object.ts'
import type { ListedPage } from '../storage/list.ts'
import { listMeta, toList } from '../storage/list-object.ts'
import { replyHeaders, type AnswerHeaders } from './headers.ts'
import type { ListBodies } from './list-bodies.ts'
import { joinItems } from './join-items.ts'
import { writeObject, type Representation } from './representation.ts'
import { writeProtobufList } from './write-protobuf.ts'

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
): Awaitable<HttpReply> {
  const headers = replyHeaders(answer, representation.choice.mediaType)
  if (representation.isVerbatim) {
    return thenMaybe(verbatimList(server, served, page), (body) => ({ status: 200, headers, body }))
  }
  const { protobuf, transform } = representation
  if (protobuf !== undefined && transform === undefined) {
    return { status: 200, headers, body: writeProtobufList(protobuf, served, listMeta(page), page.entries) }
  }
  return thenMaybe(served.codec.show(page.entries.map((entry) => entry.object())), (objects) => {
    const metadata = listMeta(page)
    const list =
      transform === undefined ? toList(served, objects, metadata) : transformList(objects, metadata, transform)
    return { status: 200, headers, body: writeObject(representation, served, list) }
  })
}

function verbatimList(
  { listBodies }: { readonly listBodies: ListBodies },
  served: ServedResource,
  page: ListedPage,
): Awaitable<readonly Uint8Array[]> {
  const { definition, apiVersion, gvk, codec } = served
  const head = `{"kind":${JSON.stringify(definition.listKind)},"apiVersion":${JSON.stringify(apiVersion)},"metadata":${JSON.stringify(listMeta(page))},"items":[`
  // upstream: items of built-in kinds do not repeat what the list's kind says.
  const skip = definition.builtIn ? objectHead(gvk.kind, apiVersion).length - metadataKey.length : 0
  const { scope, contentRevision } = page
  const headed = (items: readonly Uint8Array[]): readonly Uint8Array[] => [Buffer.from(head), ...items]
  if (!codec.isImmediate) {
    return thenMaybe(codec.allBytesOf(page.entries), (entries) => headed(joinItems(entries, skip, ']}')))
  }
  // Without a conversion to wait for, the bytes are available synchronously.
  const make = (): readonly Uint8Array[] =>
    joinItems(codec.allBytesOf(page.entries) as readonly { readonly value: Uint8Array }[], skip, ']}')
  // INVARIANT: only a list of all keys below a prefix is cached; the content revision determines its entries.
  const isWhole = scope.selector === undefined && scope.key === undefined && !page.isPart
  return headed(
    isWhole
      ? listBodies.get(`${apiVersion} ${scope.prefix} ${definition.stored?.since ?? 0}`, contentRevision, make)
      : make(),
  )
}

const metadataKey = '"metadata":'
