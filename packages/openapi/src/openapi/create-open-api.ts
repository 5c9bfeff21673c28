import {
  createTimeSlices,
  type Awaitable,
  type Clock,
  type HttpReply,
  type PathInfo,
  type PathRequest,
  runInSlices,
  thenMaybe,
  type TimeSlices,
  type Vocabulary,
} from '@pinnace/meta'
import type { Registry } from '@pinnace/resources'
import { loadDescriptions, type Descriptions } from '@pinnace/types'
import { parseAccept } from '@pinnace/versioning'
import { createDocumentCache, type DocumentCache } from './document-cache.ts'
import type { OpenApiDocuments } from './open-api-documents.ts'
import { serveContent } from './serve-content.ts'
import type { ReadyDocument } from './version-documents.ts'

/** Options for {@link createOpenApi}. */
export interface OpenApiHandlerOptions {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  /** What is served now. When it changes, the documents of what has changed are created again. */
  readonly registry: () => Registry
  /** The version in the info object of documents. */
  readonly version: string
  /** Whether the server serves the configuration and the keys of its token issuer. @default true */
  readonly servesIssuer?: () => boolean
  /** The documents merged with those of other servers; undefined if there are none. @default not merged */
  readonly merged?: (own: DocumentCache) => OpenApiDocuments | undefined
}

/** Handles the paths of OpenAPI. Returns a promise if descriptions are not loaded yet or another server has to be asked. */
export type OpenApiHandler = (request: PathRequest, info: PathInfo) => Awaitable<HttpReply | undefined>

/** Creates the handler of `/openapi/v2`, `/openapi/v3` and the documents below. They are created when they are requested. */
// upstream: openapi library, pkg/handler (v2) and pkg/handler3 (v3) – for any method
export function createOpenApi(options: OpenApiHandlerOptions): OpenApiHandler {
  const { vocabulary, clock, registry, version, servesIssuer = () => true, merged } = options
  const { product } = vocabulary
  const info = { title: `${product.charAt(0).toUpperCase()}${product.slice(1)}`, version }
  const slices = (): TimeSlices => createTimeSlices({ clock })
  let cache: DocumentCache | undefined
  let loaded: Descriptions | undefined
  // The texts are loaded with the first request for a document.
  const described = (): Awaitable<Descriptions> => loaded ?? loadDescriptions().then((texts) => (loaded ??= texts))
  const ownWith = (descriptions: Descriptions): DocumentCache => {
    const current = registry()
    if (cache?.registry !== current)
      cache = createDocumentCache(
        current,
        { vocabulary, info, servesIssuer: servesIssuer(), descriptions, slices },
        cache,
      )
    return cache
  }
  const documentsOf = (own: DocumentCache): OpenApiDocuments => merged?.(own) ?? own
  const made = new WeakMap<ReadyDocument, number>()
  const madeAt = (document: ReadyDocument): number => {
    const at = made.get(document) ?? clock.now()
    made.set(document, at)
    return at
  }
  const reply = (request: PathRequest, document: ReadyDocument, form: ReplyForm): HttpReply =>
    serveContent(request, { modifiedAt: clock.now(), ...form, bytes: document.bytes, etag: `"${document.hash}"` })
  const answerV2 = (request: PathRequest, documents: OpenApiDocuments): Awaitable<HttpReply> => {
    const form = accepts(request, forms)
    if (form === undefined) return notAcceptableReply
    const { contentType } = form
    // upstream: only this document is compressed.
    const headers = { vary: 'Accept-Encoding, Accept' }
    return thenMaybe(form.read(documents), (document) => reply(request, document, { contentType, headers }))
  }
  // upstream: the index has no media type, no ETag and no Vary; its bytes look like text.
  const indexForm = { contentType: 'text/plain; charset=utf-8', mayChangeWithinSecond: true, headers: {} }
  const answerIndex = (request: PathRequest, documents: OpenApiDocuments): Awaitable<HttpReply> =>
    thenMaybe(documents.v3Index(), ({ bytes }) =>
      serveContent(request, { ...indexForm, bytes, modifiedAt: clock.now() }),
    )
  const answerVersion = (request: PathRequest, { path, query }: PathInfo, own: DocumentCache): Awaitable<HttpReply> => {
    const below = path.slice(versionsPath.length)
    const remote = documentsOf(own).remote?.(below)
    if (remote !== undefined) {
      if (!accepts(request, jsonForms)) return notAcceptableReply
      return thenMaybe(remote, (document) =>
        document === undefined ? nothingReply : reply(request, document, jsonForm),
      )
    }
    const found = own.version(below)
    if (found === undefined) return nothingReply
    if (!accepts(request, jsonForms)) return notAcceptableReply
    return thenMaybe(runInSlices(found.v3InSteps(), slices()), (document) => {
      const form = { ...jsonForm, modifiedAt: madeAt(document) }
      const asked = query.get('hash')
      if (asked === null || asked === '') return reply(request, document, form)
      if (asked !== document.hash) {
        const location = `${versionsPath}${found.path}?hash=${document.hash}`
        return { status: 301, headers: { location, vary: 'Accept' }, body: undefined }
      }
      // The URL has the hash of the content: it can be cached forever.
      const expires = new Date(clock.now() + yearMs).toUTCString()
      const headers = { ...form.headers, 'cache-control': 'public, immutable', expires }
      return reply(request, document, { ...form, headers })
    })
  }
  const answer = (request: PathRequest, info: PathInfo): ((own: DocumentCache) => Awaitable<HttpReply>) | undefined => {
    const { path } = info
    if (path === '/openapi/v2') return (own) => answerV2(request, documentsOf(own))
    if (path === '/openapi/v3') return (own) => answerIndex(request, documentsOf(own))
    return path.startsWith(versionsPath) ? (own) => answerVersion(request, info, own) : undefined
  }
  return (request, pathInfo) => {
    const answering = answer(request, pathInfo)
    return answering === undefined ? undefined : thenMaybe(described(), (texts) => answering(ownWith(texts)))
  }
}

const versionsPath = '/openapi/v3/'
const yearMs = 365 * 24 * 3_600_000
const notAcceptableReply: HttpReply = { status: 406, headers: { vary: 'Accept' }, body: undefined }
// upstream: kube-openapi/pkg/handler3/handler.go – a status code only
const nothingReply: HttpReply = { status: 404, headers: {}, body: undefined }

/** How a document is served. */
interface ReplyForm {
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>>
  /** @default now */
  readonly modifiedAt?: number
}

const jsonForm: ReplyForm = { contentType: 'application/json', headers: { vary: 'Accept' } }

interface DocumentForm {
  readonly subtype: string
  readonly contentType: string
  readonly read: (documents: OpenApiDocuments) => Awaitable<ReadyDocument>
}

const jsonForms: readonly Pick<DocumentForm, 'subtype'>[] = [{ subtype: 'json' }]

/** Older clients ask for a type with an at sign, which is not valid in a media type: responses do not have it. */
const protobufType = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf'

const forms: readonly DocumentForm[] = [
  { subtype: 'json', contentType: 'application/json', read: (documents) => documents.v2Json() },
  {
    subtype: 'com.github.proto-openapi.spec.v2@v1.0+protobuf',
    contentType: protobufType,
    read: (documents) => documents.v2Protobuf(),
  },
  {
    subtype: 'com.github.proto-openapi.spec.v2.v1.0+protobuf',
    contentType: protobufType,
    read: (documents) => documents.v2Protobuf(),
  },
]

/** The preferred form; undefined if none is acceptable. */
function accepts<T extends Pick<DocumentForm, 'subtype'>>(request: PathRequest, offered: readonly T[]): T | undefined {
  for (const clause of parseAccept(request.header('accept') || '*/*')) {
    if (clause.type !== 'application' && clause.type !== '*') continue
    const form = offered.find(({ subtype }) => clause.subtype === '*' || clause.subtype === subtype)
    if (form !== undefined) return form
  }
  return undefined
}
