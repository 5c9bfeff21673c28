import { formatJson, type ApiObject, type Clock, type HttpRequest, type Status, type Vocabulary } from '@pinnace/meta'
import {
  createNegotiator,
  formatYaml,
  loadProtobuf,
  negotiateStream,
  parseIncludeObject,
  resourceOffers,
  wantsPretty,
  type MediaChoice,
  type Negotiator,
  type Protobuf,
  type TransformOptions,
} from '@pinnace/versioning'
import type { ServedResource } from '../storage/served-resource.ts'
import { writeProtobuf } from './write-protobuf.ts'

/** How one answer is written. */
export interface Representation {
  readonly choice: MediaChoice
  readonly pretty: boolean
  /** Another kind the answer is turned into. */
  readonly transform: TransformOptions | undefined
  /** JSON as the store has it: bytes can be sent as they are, where they are of the version asked for. */
  readonly isVerbatim: boolean
  /** Writes the answer, where protobuf was agreed on. */
  readonly protobuf: Protobuf | undefined
}

/** Negotiators of one server, made once so that what they agreed on is remembered. */
export interface Negotiators {
  readonly builtIn: KindNegotiators
  /** Of hosts' kinds, which have no protobuf form: their fields have no numbers. */
  readonly defined: KindNegotiators
}

/** How the answers of some kinds are agreed on. */
export interface KindNegotiators {
  readonly object: Negotiator
  /** Watches: what cannot be framed is refused. */
  readonly stream: Negotiator
}

/** Makes the negotiators of a server. */
export function createNegotiators({ vocabulary }: { readonly vocabulary: Vocabulary }): Negotiators {
  const of = (protobuf: boolean): KindNegotiators => {
    const offers = resourceOffers(vocabulary, { protobuf })
    return { object: createNegotiator(offers), stream: createNegotiator(offers, 256, negotiateStream) }
  }
  return { builtIn: of(true), defined: of(false) }
}

/** What agreeing on an answer needs of the server. */
export interface RepresentationContext {
  readonly clock: Clock
  readonly negotiators: Negotiators
}

/** What an answer is agreed on for. */
export interface RepresentedRequest {
  readonly request: HttpRequest
  readonly query: URLSearchParams
  readonly served: ServedResource
  readonly form: keyof KindNegotiators
}

/** Agrees on how a resource is answered. Throws 406 where no accepted format fits. Only protobuf has to wait. */
export function represent(
  server: RepresentationContext,
  asked: RepresentedRequest,
): Representation | Promise<Representation> {
  const { request, served, form } = asked
  const negotiators = served.definition.builtIn ? server.negotiators.builtIn : server.negotiators.defined
  const choice = negotiators[form](request.header('accept'))
  const representation = representAs(server, asked, choice)
  return choice.format === 'protobuf' ? withProtobuf(representation) : representation
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

/** Any object in the format agreed on. */
export function writeObject(
  { choice, pretty, protobuf }: Representation,
  served: ServedResource,
  object: ApiObject | Status | object,
): Uint8Array {
  if (protobuf !== undefined) return writeProtobuf(protobuf, served, object)
  if (choice.format === 'yaml') return Buffer.from(formatYaml(object))
  return Buffer.from(pretty ? `${indent(object)}\n` : formatJson(object))
}

function indent(object: object): string {
  try {
    return JSON.stringify(object, undefined, 2)
  } catch {
    // Integers beyond 2^53 and very deep nesting have no indented form; they are written exactly instead.
    return formatJson(object)
  }
}
