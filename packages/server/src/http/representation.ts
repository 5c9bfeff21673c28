import {
  notAcceptable,
  type ApiObject,
  type Clock,
  type HttpRequest,
  type Status,
  type Vocabulary,
} from '@pinnace/meta'
import {
  createNegotiator,
  findChoice,
  formatYaml,
  loadProtobuf,
  mediaTypes,
  negotiateAccept,
  negotiateStream,
  parseIncludeObject,
  resourceOffers,
  type ResourceOfferOptions,
  wantsPretty,
  type MediaChoice,
  type MediaOffers,
  type NegotiateMedia,
  type Negotiator,
  type Protobuf,
  type TransformOptions,
} from '@pinnace/versioning'
import type { ServedResource } from '../storage/served-resource.ts'
import { formatText } from './json-text.ts'
import { assertRouteAccepts } from './route-types.ts'
import { writeProtobuf } from './write-protobuf.ts'

/** The negotiated form of one answer. */
export interface Representation {
  readonly choice: MediaChoice
  readonly pretty: boolean
  /** The kind that the answer is transformed into (Table, PartialObjectMetadata). */
  readonly transform: TransformOptions | undefined
  /** True for plain JSON: stored bytes of the requested version can be sent unchanged. */
  readonly isVerbatim: boolean
  /** Encodes the answer in protobuf; undefined for other media types. */
  readonly protobuf: Protobuf | undefined
}

/** The negotiators of one server. They cache their results. */
export interface Negotiators {
  readonly builtIn: KindNegotiators
  /** For built-in kinds that are only answered, such as reviews: they have no Table. */
  readonly answered: KindNegotiators
  /** For kinds of the host and CRDs, which have no protobuf form. */
  readonly defined: KindNegotiators
}

/** The negotiators of a class of kinds. */
export interface KindNegotiators {
  readonly object: Negotiator
  /** For lists: rejects with the media types of lists. */
  readonly list: Negotiator
  /** For watches: rejects media types without framing. */
  readonly stream: Negotiator
}

/** Creates the negotiators of a server. */
export function createNegotiators({ vocabulary }: { readonly vocabulary: Vocabulary }): Negotiators {
  const of = ({ protobuf, table = true }: ResourceOfferOptions): KindNegotiators => {
    const offers = resourceOffers(vocabulary, { protobuf: protobuf === true, table })
    // upstream: custom resources have no routes; their media types are negotiated only.
    if (protobuf !== true) {
      const defined = (choose: NegotiateMedia): Negotiator =>
        createNegotiator(offers, 256, (header, offered) => {
          assertDefinedAccepts(header, offered, vocabulary)
          return choose(header, offered)
        })
      const object = defined(negotiateAccept)
      return { object, list: object, stream: defined(negotiateStream) }
    }
    const routed = (choose: NegotiateMedia, isList: boolean): Negotiator =>
      createNegotiator(offers, 256, (header, offered) => {
        assertRouteAccepts(header, vocabulary, isList)
        return choose(header, offered)
      })
    return {
      object: routed(negotiateAccept, false),
      list: routed(negotiateAccept, true),
      stream: routed(negotiateStream, true),
    }
  }
  return { builtIn: of({ protobuf: true }), answered: of({ protobuf: true, table: false }), defined: of({}) }
}

// upstream: apiextensions-apiserver/pkg/apiserver – protobuf is named among what is accepted, and is not.
function assertDefinedAccepts(
  header: string | undefined,
  offers: MediaOffers,
  { protobufMediaType }: Vocabulary,
): void {
  if (findChoice(header, offers) !== undefined) return
  throw notAcceptable([mediaTypes.json, mediaTypes.yaml, protobufMediaType])
}

/** What content negotiation needs of the server. */
export interface RepresentationContext {
  readonly clock: Clock
  readonly negotiators: Negotiators
}

/** The resource and the request that a representation is negotiated for. */
export interface RepresentedRequest {
  readonly request: HttpRequest
  readonly query: URLSearchParams
  readonly served: ServedResource
  readonly form: keyof KindNegotiators
}

/** Negotiates the form of an answer. Throws 406 if no accepted type is supported. Only protobuf is asynchronous. */
export function represent(
  server: RepresentationContext,
  asked: RepresentedRequest,
): Representation | Promise<Representation> {
  const { request, served, form } = asked
  const negotiators = negotiatorsOf(server.negotiators, served)
  const choice = negotiators[form](request.header('accept'))
  const representation = representAs(server, asked, choice)
  return choice.format === 'protobuf' ? withProtobuf(representation) : representation
}

// upstream: endpoints/handlers/rest.go, AllowsMediaTypeTransform – a storage without rows has no Table.
function negotiatorsOf({ builtIn, answered, defined }: Negotiators, { definition }: ServedResource): KindNegotiators {
  if (!definition.builtIn) return defined
  return definition.virtual === true && !definition.verbs.includes('list') ? answered : builtIn
}

async function withProtobuf(representation: Representation): Promise<Representation> {
  return { ...representation, protobuf: await loadProtobuf() }
}

function representAs(
  { clock }: Pick<RepresentationContext, 'clock'>,
  { request, query, served }: RepresentedRequest,
  choice: MediaChoice,
): Representation {
  const pretty = choice.format === 'json' && wantsPretty(choice, query, request.header('user-agent'))
  const transform =
    choice.as === undefined
      ? undefined
      : {
          as: choice.as,
          definition: served.definition,
          nowMs: clock.now(),
          includeObject: parseIncludeObject(query.get('includeObject')),
        }
  const isVerbatim = transform === undefined && choice.format === 'json' && !pretty
  return { choice, pretty, transform, isVerbatim, protobuf: undefined }
}

/** Encodes any object in the negotiated format. */
export function writeObject(
  { choice, pretty, protobuf }: Representation,
  served: ServedResource,
  object: ApiObject | Status | object,
): Uint8Array {
  if (protobuf !== undefined) return writeProtobuf(protobuf, served, object)
  if (choice.format === 'yaml') return Buffer.from(formatYaml(object))
  return Buffer.from(formatText(object, pretty))
}
