import { BoundedMap, notAcceptable, type Vocabulary } from '@pinnace/meta'
import { parseAccept, type AcceptClause } from './accept.ts'

/** How bytes are written. */
export type MediaFormat = 'json' | 'yaml' | 'protobuf'

/** Another kind an answer can be turned into: `as`, `g` and `v` of a media type. */
export interface MediaTransform {
  readonly group: string
  readonly version: string
  readonly kind: string
}

/** What an endpoint can answer with. Made once per kind of endpoint: results are cached by its identity. */
export interface MediaOffers {
  /** In the server's order of preference; the first is the answer to an empty header and to wildcards. */
  readonly formats: readonly MediaFormat[]
  /** Media type of the format `protobuf`, which depends on the vocabulary; without it that format is not offered. */
  readonly protobufMediaType?: string
  /** The object may be answered as it is. @default true */
  readonly plain?: boolean
  readonly transforms: readonly MediaTransform[]
}

/** What was agreed on. */
export interface MediaChoice {
  readonly format: MediaFormat
  /** `application/json`, `application/yaml` or the protobuf one of the vocabulary. */
  readonly mediaType: string
  /** The kind to turn the answer into; `undefined` for the object itself. */
  readonly as: MediaTransform | undefined
  /** `stream=watch` was asked for. */
  readonly stream: boolean
  /** `pretty=1` was asked for. */
  readonly pretty: boolean
}

/** Chooses among the offers of one endpoint; 406 where nothing fits. */
export type Negotiator = (header: string | undefined) => MediaChoice

/** {@link negotiateAccept} or {@link negotiateStream}. */
export type NegotiateMedia = (header: string | undefined, offers: MediaOffers) => MediaChoice

/** Media types of the formats that have the same one in every vocabulary. */
export const mediaTypes: Readonly<Record<'json' | 'yaml', string>> = Object.freeze({
  json: 'application/json',
  yaml: 'application/yaml',
})

/** What an endpoint of a resource can do beyond JSON and YAML. */
export interface ResourceOfferOptions {
  /** @default true */
  readonly table?: boolean
  /** Protobuf, for built-in kinds: only their fields have numbers. @default false */
  readonly protobuf?: boolean
}

/** What every resource endpoint offers: the object, its metadata alone, and, where `table` is not false, a Table. */
// upstream: apiserver/pkg/endpoints/handlers/rest.go, RequestScope.AllowsMediaTypeTransform
export function resourceOffers(vocabulary: Vocabulary, options: ResourceOfferOptions = {}): MediaOffers {
  const group = vocabulary.group('meta')
  const kinds = ['PartialObjectMetadata', 'PartialObjectMetadataList', ...(options.table === false ? [] : ['Table'])]
  const transforms = ['v1', 'v1beta1'].flatMap((version) => kinds.map((kind) => ({ group, version, kind })))
  if (options.protobuf !== true) return Object.freeze({ formats: ['json', 'yaml'] as const, transforms })
  const { protobufMediaType } = vocabulary
  return Object.freeze({ formats: ['json', 'yaml', 'protobuf'] as const, protobufMediaType, transforms })
}

/** A longer header is not cached. */
const maxCachedHeaderLength = 1024

/** Creates a {@link Negotiator} that caches the choices for up to `limit` headers; the oldest is evicted first. */
export function createNegotiator(
  offers: MediaOffers,
  limit = 256,
  choose: NegotiateMedia = negotiateAccept,
): Negotiator {
  const choices = new BoundedMap<string, MediaChoice>({ maxEntries: limit, evict: 'oldest' })
  return (header = '') => {
    const known = choices.get(header)
    if (known !== undefined) return known
    const choice = choose(header, offers)
    if (header.length <= maxCachedHeaderLength) choices.set(header, choice)
    return choice
  }
}

/** Chooses the answer to an Accept header. Throws NotAcceptable (406) where nothing in it is offered. */
export function negotiateAccept(header: string | undefined, offers: MediaOffers): MediaChoice {
  const choice = findChoice(header, offers)
  if (choice === undefined) throw notAcceptable(offers.formats.map((format) => mediaTypeOf(format, offers)))
  return choice
}

/**
 * Chooses the answer of a watch, which is JSON or protobuf. Throws NotAcceptable (406) where another format is wanted
 * more.
 */
// upstream: negotiation.NegotiateOutputMediaTypeStream – only formats with a framing can be streamed.
export function negotiateStream(header: string | undefined, offers: MediaOffers): MediaChoice {
  const choice = findChoice(header, offers)
  if (choice === undefined || !isFramed(choice.format)) {
    const framed = offers.formats.filter(isFramed)
    throw notAcceptable(framed.map((format) => `${mediaTypeOf(format, offers)};stream=watch`))
  }
  return choice
}

/** The best choice, or `undefined` where nothing fits. */
// upstream: negotiation.NegotiateMediaTypeOptions – an entry whose parameters do not fit is passed over.
export function findChoice(header: string | undefined, offers: MediaOffers): MediaChoice | undefined {
  if (header === undefined || header === '') return plainChoice(offers.formats[0]!, offers)
  for (const clause of parseAccept(header)) {
    for (const format of offers.formats) {
      if (!matches(clause, mediaTypeOf(format, offers))) continue
      const choice = toChoice(clause, format, offers)
      if (choice !== undefined) return choice
    }
  }
  return undefined
}

function mediaTypeOf(format: MediaFormat, { protobufMediaType = '' }: MediaOffers): string {
  return format === 'protobuf' ? protobufMediaType : mediaTypes[format]
}

function isFramed(format: MediaFormat): boolean {
  return format !== 'yaml'
}

function plainChoice(format: MediaFormat, offers: MediaOffers): MediaChoice {
  return { format, mediaType: mediaTypeOf(format, offers), as: undefined, stream: false, pretty: false }
}

function matches({ type, subtype }: AcceptClause, mediaType: string): boolean {
  if (type === '*') return subtype === '*'
  const slash = mediaType.indexOf('/')
  return type === mediaType.slice(0, slash) && (subtype === '*' || subtype === mediaType.slice(slash + 1))
}

function toChoice({ parameters }: AcceptClause, format: MediaFormat, offers: MediaOffers): MediaChoice | undefined {
  const stream = parameters.get('stream')
  if (stream !== undefined && (stream !== 'watch' || !isFramed(format))) return undefined
  const serverVersion = parameters.get('sv')
  if (serverVersion !== undefined && serverVersion !== 'v1') return undefined
  const as = findTransform(parameters, offers)
  if (as === 'refused') return undefined
  // upstream: rows of a table are objects of any type, and those have no protobuf form.
  if (format === 'protobuf' && as?.kind === 'Table') return undefined
  return {
    format,
    mediaType: mediaTypeOf(format, offers),
    as,
    stream: stream !== undefined,
    pretty: parameters.get('pretty') === '1',
  }
}

function findTransform(
  parameters: ReadonlyMap<string, string>,
  offers: MediaOffers,
): MediaTransform | undefined | 'refused' {
  const kind = parameters.get('as')
  const group = parameters.get('g')
  const version = parameters.get('v')
  if (kind === undefined && group === undefined && version === undefined) {
    return offers.plain === false ? 'refused' : undefined
  }
  const found = offers.transforms.find(
    (offer) => offer.kind === kind && offer.group === group && offer.version === version,
  )
  return found ?? 'refused'
}
