import {
  assertReads,
  bytesReply,
  hasCurrent,
  type HttpReply,
  notModified,
  parseGroupVersion,
  type PathHandler,
  type PathRequest,
  type Vocabulary,
} from '@pinnace/meta'
import type { Registry } from '@pinnace/resources'
import { createNegotiator, findChoice, formatYaml, type MediaChoice, type MediaOffers } from '@pinnace/versioning'
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { aggregatedVersion, toApiGroupDiscoveryList } from './aggregated.ts'
import { toApiGroup, toApiGroupList, toApiVersions } from './api-groups.ts'
import { toApiResourceList } from './api-resources.ts'
import type { Discovered } from './discovered-groups.ts'

/** Options for {@link createDiscovery}. */
export interface DiscoveryOptions {
  readonly vocabulary: Vocabulary
  /** What is served now. When it changes, documents are created again. */
  readonly registry: () => Registry
  /** The groups of this and other servers; also creates documents again when it changes. @default those of the registry */
  readonly discovered?: () => Discovered
  /** Host and port of the server. @default '' */
  readonly serverAddress?: () => string
}

/**
 * Creates the handler of discovery: `/api`, `/apis`, groups and group versions, and aggregated discovery at `/api` and
 * `/apis`. Documents are created when they are requested, and kept encoded until the registry changes.
 */
export function createDiscovery(options: DiscoveryOptions): PathHandler {
  const { vocabulary, registry, discovered = registry, serverAddress = () => '' } = options
  const plainOffers: MediaOffers = { formats: ['json', 'yaml'], transforms: [] }
  const negotiatePlain = createNegotiator(plainOffers)
  const group = vocabulary.group('apidiscovery')
  // upstream: endpoints/discovery/aggregated/negotiation.go – the aggregated form is found anywhere in the header, also
  // after a plain type.
  const aggregatedOffers: MediaOffers = {
    formats: ['json', 'yaml'],
    plain: false,
    transforms: [{ group, version: aggregatedVersion, kind: 'APIGroupDiscoveryList' }],
  }
  let documents = new DocumentCache(registry(), discovered())
  return (request, info) => {
    const path = info.path.endsWith('/') ? info.path.slice(0, -1) : info.path
    if (!isDiscoveryPath(path)) return undefined
    const current = registry()
    const all = discovered()
    if (documents.registry !== current || documents.discovered !== all) documents = new DocumentCache(current, all)
    if (path === '/api' || path === '/apis') {
      assertReads(request)
      const accept = request.header('accept')
      const choice = accept?.includes('APIGroupDiscoveryList') ? findChoice(accept, aggregatedOffers) : undefined
      if (choice !== undefined) return aggregatedReply(documents, { path, choice, request, vocabulary })
    }
    const address = path === '/api' ? serverAddress() : ''
    const document = documents.plain(path, address)
    if (document === undefined) return undefined
    assertReads(request)
    const choice = negotiatePlain(request.header('accept'))
    return bytesReply(
      documents.bytes(`${path} ${address} ${choice.format}`, choice, () => document()),
      choice.mediaType,
    )
  }
}

function isDiscoveryPath(path: string): boolean {
  return path === '/api' || path === '/apis' || path.startsWith('/api/') || path.startsWith('/apis/')
}

interface AggregatedRequest {
  readonly path: string
  readonly choice: MediaChoice
  readonly request: PathRequest
  readonly vocabulary: Vocabulary
}

// upstream: endpoints/discovery/aggregated/etag.go
function aggregatedReply(
  documents: DocumentCache,
  { path, choice, request, vocabulary }: AggregatedRequest,
): HttpReply {
  const as = `g=${vocabulary.group('apidiscovery')};v=${aggregatedVersion};as=APIGroupDiscoveryList`
  const groups = documents.discovered.groups.filter((entry) => (entry.group === '') === (path === '/api'))
  const key = `${path} aggregated ${choice.format}`
  const body = documents.bytes(key, choice, () => toApiGroupDiscoveryList(groups, vocabulary))
  const etag = documents.etag(key, body)
  const headers = { etag, vary: 'Accept', 'cache-control': 'public' }
  if (hasCurrent(request, etag)) return notModified(headers)
  return bytesReply(body, `${choice.mediaType};${as}`, headers)
}

/** Encoded documents of a registry: as many as there are paths and formats. */
class DocumentCache {
  readonly registry: Registry
  readonly discovered: Discovered
  readonly #bytes = new Map<string, Buffer>()
  readonly #etags = new Map<string, string>()

  constructor(registry: Registry, discovered: Discovered) {
    this.registry = registry
    this.discovered = discovered
  }

  /** A function that creates the plain document of a path; undefined for a path without one. */
  plain(path: string, serverAddress: string): (() => object) | undefined {
    if (path === '/api') return () => toApiVersions(this.registry, serverAddress)
    if (path === '/apis') return () => toApiGroupList(this.discovered)
    const isCore = path.startsWith('/api/')
    const rest = path.slice(isCore ? '/api/'.length : '/apis/'.length)
    const group = this.discovered.groups.find((candidate) => candidate.group === (isCore ? '' : rest))
    if (!isCore && group !== undefined && group.group !== '') {
      return () => ({ kind: 'APIGroup', apiVersion: 'v1', ...toApiGroup(group) })
    }
    const groupVersion = parseGroupVersion(rest)
    if (groupVersion === undefined || (groupVersion.group === '') !== isCore) return undefined
    const version = this.registry
      .group(groupVersion.group)
      ?.versions.find((served) => served.version === groupVersion.version)
    return version && (() => toApiResourceList(groupVersion.group, version, this.registry))
  }

  bytes(key: string, choice: MediaChoice, make: () => object): Buffer {
    let bytes = this.#bytes.get(key)
    if (bytes === undefined) {
      const document = make()
      // upstream: the JSON serializer ends a document with a line feed.
      bytes = Buffer.from(choice.format === 'yaml' ? formatYaml(document) : `${JSON.stringify(document)}\n`)
      this.#bytes.set(key, bytes)
    }
    return bytes
  }

  etag(key: string, bytes: Buffer): string {
    let etag = this.#etags.get(key)
    if (etag === undefined) {
      etag = `"${createHash('sha512').update(bytes).digest('hex').toUpperCase()}"`
      this.#etags.set(key, etag)
    }
    return etag
  }
}
