import { formatJson, type ApiObject, type HttpRequest, type Status } from '@pinnace/meta'
import {
  createNegotiator,
  formatYaml,
  parseIncludeObject,
  resourceOffers,
  wantsPretty,
  type MediaChoice,
  type Negotiator,
  type TransformOptions,
} from '@pinnace/versioning'
import type { ServerCore } from '../core.ts'
import type { Received } from '../line/receive.ts'
import type { ServedResource } from '../served-resource.ts'

/** How one answer is written. */
export interface Representation {
  readonly choice: MediaChoice
  readonly pretty: boolean
  /** Another kind the answer is turned into. */
  readonly transform: TransformOptions | undefined
  /** Stored bytes can be sent as they are. */
  readonly isVerbatim: boolean
}

/** Negotiators of one server, made once so that what they agreed on is remembered. */
export interface Negotiators {
  readonly resource: Negotiator
}

/** Makes the negotiators of a server. */
export function createNegotiators({ vocabulary }: Pick<ServerCore, 'vocabulary'>): Negotiators {
  return { resource: createNegotiator(resourceOffers(vocabulary)) }
}

/** Agrees on how a resource is answered; 406 where nothing that is accepted can be. */
export function represent(core: ServerCore, received: Received, served: ServedResource): Representation {
  const { request, info } = received
  return representAs(core, request, info.query, served, core.negotiators.resource(request.header('accept')))
}

/** As {@link represent}, once the media type is known. */
function representAs(
  core: ServerCore,
  request: HttpRequest,
  query: URLSearchParams,
  served: ServedResource,
  choice: MediaChoice,
): Representation {
  const pretty = choice.format === 'json' && wantsPretty(choice, query, request.header('user-agent'))
  const transform =
    choice.as === undefined
      ? undefined
      : {
          as: choice.as,
          definition: served.definition,
          nowMs: core.clock.now(),
          includeObject: parseIncludeObject(query.get('includeObject')),
        }
  const isVerbatim = transform === undefined && choice.format === 'json' && !pretty && served.codec.isStorageVersion
  return { choice, pretty, transform, isVerbatim }
}

/** Any object in the format agreed on. */
export function writeObject({ choice, pretty }: Representation, object: ApiObject | Status | object): Buffer {
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
