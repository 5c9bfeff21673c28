import {
  assertReads,
  type Awaitable,
  bytesReply,
  type Clock,
  hasCurrent,
  type HttpReply,
  notModified,
  type PathInfo,
  type PathRequest,
  thenMaybe,
  type Vocabulary,
} from '@pinnace/meta'
import type { Registry } from '@pinnace/resources'
import { parseAccept } from '@pinnace/versioning'
import { createDocumentCache, type DocumentCache } from './document-cache.ts'
import type { OpenApiDocuments } from './open-api-documents.ts'
import type { ReadyDocument } from './version-documents.ts'

/** Options for {@link createOpenApi}. */
export interface OpenApiHandlerOptions {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  /** What is served now. When it changes, the documents of what has changed are created again. */
  readonly registry: () => Registry
  /** The version in the info object of documents. */
  readonly version: string
  /** The documents merged with those of other servers; undefined if there are none. @default not merged */
  readonly merged?: (own: DocumentCache) => OpenApiDocuments | undefined
}

/** Handles the paths of OpenAPI. Returns a promise only if another server has to be asked. */
export type OpenApiHandler = (request: PathRequest, info: PathInfo) => Awaitable<HttpReply | undefined>

/** Creates the handler of `/openapi/v2`, `/openapi/v3` and the documents below. They are created when they are requested. */
// upstream: openapi library, pkg/handler (v2) and pkg/handler3 (v3)
export function createOpenApi(options: OpenApiHandlerOptions): OpenApiHandler {
  const { vocabulary, clock, registry, version, merged } = options
  const { product } = vocabulary
  const info = { title: `${product.charAt(0).toUpperCase()}${product.slice(1)}`, version }
  let cache: DocumentCache | undefined
  const own = (): DocumentCache => {
    const current = registry()
    if (cache?.registry !== current) cache = createDocumentCache(current, vocabulary, info, cache)
    return cache
  }
  const documents = (): OpenApiDocuments => merged?.(own()) ?? own()
  return (request, { path, query }) => {
    if (!path.startsWith('/openapi/')) return undefined
    if (path === '/openapi/v2') {
      assertReads(request)
      return answerV2(request, documents())
    }
    if (path === '/openapi/v3' || path === '/openapi/v3/') {
      assertReads(request)
      return thenMaybe(documents().v3Index(), (index) => documentReply(request, index, 'application/json', {}))
    }
    if (!path.startsWith(versionsPath)) return undefined
    const below = path.slice(versionsPath.length)
    const remote = documents().remote?.(below)
    if (remote !== undefined) {
      assertReads(request)
      if (!accepts(request, jsonForms)) return notAcceptableReply
      return thenMaybe(remote, (document) => document && documentReply(request, document, 'application/json', {}))
    }
    const found = own().version(below)
    if (found === undefined) return undefined
    assertReads(request)
    if (!accepts(request, jsonForms)) return notAcceptableReply
    const document = found.v3()
    const asked = query.get('hash')
    if (asked === null || asked === '') return documentReply(request, document, 'application/json', {})
    if (asked !== document.hash) {
      const location = `${versionsPath}${found.path}?hash=${document.hash}`
      return { status: 301, headers: { location, vary: 'Accept' }, body: undefined }
    }
    // The URL has the hash of the content: it can be cached forever.
    const expires = new Date(clock.now() + yearMs).toUTCString()
    return documentReply(request, document, 'application/json', { 'cache-control': 'public, immutable', expires })
  }
}

const versionsPath = '/openapi/v3/'
const yearMs = 365 * 24 * 3_600_000
const notAcceptableReply: HttpReply = { status: 406, headers: { vary: 'Accept' }, body: undefined }

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

function answerV2(request: PathRequest, documents: OpenApiDocuments): Awaitable<HttpReply> {
  const form = accepts(request, forms)
  if (form === undefined) return notAcceptableReply
  return thenMaybe(form.read(documents), (document) => documentReply(request, document, form.contentType, {}))
}

/** The preferred form; undefined if none is acceptable. */
function accepts<T extends Pick<DocumentForm, 'subtype'>>(request: PathRequest, offered: readonly T[]): T | undefined {
  for (const clause of parseAccept(request.header('accept') || '*/*')) {
    if (clause.type !== 'application' && clause.type !== '*') continue
    const form = offered.find(({ subtype }) => clause.subtype === '*' || clause.subtype === subtype)
    if (form !== undefined) return form
  }
  return undefined
}

function documentReply(
  request: PathRequest,
  { bytes, hash }: ReadyDocument,
  contentType: string,
  more: Readonly<Record<string, string>>,
): HttpReply {
  const etag = `"${hash}"`
  const headers = { etag, vary: 'Accept', ...more }
  return hasCurrent(request, etag) ? notModified(headers) : bytesReply(bytes, contentType, headers)
}
