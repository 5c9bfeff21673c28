import {
  bytesReply,
  hasCurrent,
  methodNotSupported,
  notModified,
  parseGroupVersion,
  unknownResource,
  type Awaitable,
  type HttpReply,
  type PathInfo,
  type PathRequest,
  type Vocabulary,
} from '@pinnace/meta'
import type { Registry } from '@pinnace/resources'
import { loadType } from '@pinnace/types'
import {
  assertRouteProduces,
  createNegotiator,
  findChoice,
  formatYaml,
  loadProtobuf,
  mediaTypes,
  wantsPretty,
  type MediaChoice,
  type MediaOffers,
} from '@pinnace/versioning'
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
  /**
   * The same with what peers of this server serve: aggregated discovery at `/apis`, unless the media type has
   * `profile=nopeer`. @default undefined, the server has no peers
   */
  readonly discoveredWithPeers?: (() => Discovered) | undefined
  /** Host and port of the server. @default '' */
  readonly serverAddress?: () => string
}

/**
 * Creates the handler of discovery: `/api`, `/apis`, groups and group versions, and aggregated discovery at `/api` and
 * `/apis`. Documents are created when they are requested, and kept encoded until the registry changes.
 */
export function createDiscovery(options: DiscoveryOptions): DiscoveryHandler {
  const { vocabulary, registry, discovered = registry, serverAddress = () => '' } = options
  const { protobufMediaType } = vocabulary
  const plainOffers: MediaOffers = { formats: ['json', 'yaml', 'protobuf'], protobufMediaType, transforms: [] }
  const produced = [mediaTypes.json, mediaTypes.yaml, protobufMediaType]
  const negotiatePlain = createNegotiator(plainOffers)
  const group = vocabulary.group('apidiscovery')
  // upstream: endpoints/discovery/aggregated/negotiation.go – the aggregated form is found anywhere in the header, also
  // after a plain type.
  const aggregatedOffers: MediaOffers = {
    formats: ['json', 'yaml'],
    plain: false,
    transforms: [{ group, version: aggregatedVersion, kind: 'APIGroupDiscoveryList' }],
  }
  const { discoveredWithPeers } = options
  let documents = new DocumentCache(registry(), discovered())
  let withPeers: DocumentCache | undefined
  return (request, info) => {
    const path = info.path.endsWith('/') ? info.path.slice(0, -1) : info.path
    if (!isDiscoveryPath(path)) return undefined
    const current = registry()
    const all = discovered()
    documents = currentDocuments(documents, current, all)
    const accept = request.header('accept')
    if (path === '/api' || path === '/apis') {
      if (path === '/api') assertRoute(request, produced)
      const choice = accept?.includes('APIGroupDiscoveryList') ? findChoice(accept, aggregatedOffers) : undefined
      if (choice !== undefined) {
        const isMerged = discoveredWithPeers !== undefined && path === '/apis' && !isWithoutPeers(accept)
        if (isMerged) withPeers = currentDocuments(withPeers, current, discoveredWithPeers())
        const shown = isMerged ? (withPeers ?? documents) : documents
        return aggregatedReply(shown, { path, choice, request, vocabulary, info })
      }
    }
    const address = path === '/api' ? serverAddress() : ''
    const document = documents.plain(path, address)
    if (document === undefined) {
      if (documents.hasRoutes(path)) throw unknownResource()
      return undefined
    }
    if (documents.isRoute(path)) assertRoute(request, produced)
    const choice = negotiatePlain(accept)
    const isPretty = wantsPretty(choice, info.query, request.header('user-agent'))
    if (choice.format === 'protobuf') return protobufReply(document(), choice)
    const key = `${path} ${address} ${choice.format} ${isPretty}`
    return bytesReply(
      documents.bytes(key, { choice, isPretty }, () => document()),
      choice.mediaType,
    )
  }
}

function currentDocuments(known: DocumentCache | undefined, registry: Registry, discovered: Discovered): DocumentCache {
  const isCurrent = known?.registry === registry && known.discovered === discovered
  return isCurrent ? known : new DocumentCache(registry, discovered)
}

// upstream: endpoints/discovery/aggregated/negotiation.go
function isWithoutPeers(accept: string | undefined): boolean {
  return accept?.replaceAll(' ', '').includes('profile=nopeer') === true
}

/** Discovery is a route of the built-in groups, and a handler of any method for lists of groups and custom resources. */
// upstream: apiserver/pkg/endpoints/discovery – legacy.go and version.go; group.go, root.go and apiextensions have no route
function assertRoute(request: PathRequest, produced: readonly string[]): void {
  if (request.method !== 'GET') throw methodNotSupported({ group: '', resource: '' }, request.method.toLowerCase())
  assertRouteProduces(request.header('accept'), produced)
}

async function protobufReply(document: DiscoveryDocument, { mediaType }: MediaChoice): Promise<HttpReply> {
  const { writeEnvelope } = await loadProtobuf()
  return bytesReply(writeEnvelope(loadType(`meta.v1.${document.kind}`), document), mediaType)
}

function isDiscoveryPath(path: string): boolean {
  return path === '/api' || path === '/apis' || path.startsWith('/api/') || path.startsWith('/apis/')
}

/** Handles the paths of discovery. Returns a promise only for protobuf. */
export type DiscoveryHandler = (request: PathRequest, info: PathInfo) => Awaitable<HttpReply | undefined>

interface DiscoveryDocument {
  readonly kind: string
  readonly apiVersion?: string
}

interface AggregatedRequest {
  readonly path: string
  readonly choice: MediaChoice
  readonly request: PathRequest
  readonly vocabulary: Vocabulary
  readonly info: PathInfo
}

// upstream: endpoints/discovery/aggregated/etag.go
function aggregatedReply(
  documents: DocumentCache,
  { path, choice, request, vocabulary, info }: AggregatedRequest,
): HttpReply {
  const as = `g=${vocabulary.group('apidiscovery')};v=${aggregatedVersion};as=APIGroupDiscoveryList`
  const groups = documents.discovered.groups.filter((entry) => (entry.group === '') === (path === '/api'))
  const isPretty = wantsPretty(choice, info.query, request.header('user-agent'))
  const key = `${path} aggregated ${choice.format} ${isPretty}`
  const body = documents.bytes(key, { choice, isPretty }, () => toApiGroupDiscoveryList(groups, vocabulary))
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
  plain(path: string, serverAddress: string): (() => DiscoveryDocument) | undefined {
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

  /** True for a path below the core group or a group of built-in kinds: its Status comes from the routes of that group. */
  hasRoutes(path: string): boolean {
    if (path.startsWith('/api/')) return this.registry.group('') !== undefined
    const [group = ''] = path.slice('/apis/'.length).split('/')
    if (group === '') return false
    const versions = this.registry.group(group)?.versions ?? []
    return versions.some(({ resources }) => resources.some(({ builtIn }) => builtIn))
  }

  /** True for a version of a group of built-in kinds. */
  isRoute(path: string): boolean {
    const isCore = path.startsWith('/api/')
    const [group, version] = path.slice(isCore ? '/api/'.length : '/apis/'.length).split('/')
    if (!isCore && version === undefined) return false
    const { versions = [] } = this.registry.group(isCore ? '' : (group ?? '')) ?? {}
    return versions.some(({ resources }) => resources.some(({ builtIn }) => builtIn))
  }

  bytes(key: string, { choice, isPretty }: EncodedForm, make: () => object): Buffer {
    let bytes = this.#bytes.get(key)
    if (bytes === undefined) {
      const document = make()
      bytes = Buffer.from(choice.format === 'yaml' ? formatYaml(document) : jsonOf(document, isPretty))
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

interface EncodedForm {
  readonly choice: MediaChoice
  readonly isPretty: boolean
}

// upstream: the JSON serializer ends a document with a line feed, unless it is indented.
function jsonOf(document: object, isPretty: boolean): string {
  return isPretty ? JSON.stringify(document, undefined, 2) : `${JSON.stringify(document)}\n`
}
