import {
  assertFewMembers,
  badRequest,
  createTimeSlices,
  JsonError,
  maxNestingDepth,
  parseJson,
  scanJson,
  type Clock,
  type HttpRequest,
  type JsonScan,
  type Vocabulary,
} from '@pinnace/meta'
import { loadType } from '@pinnace/types'
import { parseContentType } from '@pinnace/versioning'
import type { ServedResource } from '../storage/served-resource.ts'
import { duplicateField } from '../request/field-validation.ts'
import { noType } from '../options/body-kind.ts'
import { largeBytes } from '../request/pace.ts'
import { summarize, type RawBody } from '../request/raw-body.ts'
import { unrecognized } from '../request/sent-kind.ts'
import { formsOf, largeYamlBody, yamlBody, type RefuseBody } from './yaml-body.ts'
import { readProtobufBody } from './read-protobuf-body.ts'

/** What bodies are read with. */
interface ReadContext {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
}

/** The maximum size of a request body, bytes. */
export const maxBodyBytes = 3_145_728

const openBrace = 0x7b

const textTypes = ['application/json', 'application/yaml']

/**
 * Reads the body of a create or an update. Throws 413, 415 or 400 for a body that cannot be read. Protobuf is supported
 * for built-in kinds only: other kinds have no field numbers.
 */
export async function readObject(
  { vocabulary, clock }: ReadContext,
  request: HttpRequest,
  { definition, gvk, apiVersion }: ServedResource,
): Promise<RawBody> {
  const { kind } = gvk
  const { protobufMediaType } = vocabulary
  const types = definition.builtIn ? [...textTypes, protobufMediaType] : textTypes
  const mediaType = parseContentType(request.header('content-type'), types, 'application/json')
  const bytes = await readBytes(request)
  if (mediaType === protobufMediaType) {
    return readProtobufBody(bytes, summarize(bytes), { kind, apiVersion, schema: definition.schema })
  }
  const isYaml = mediaType === 'application/yaml'
  if (bytes.length === 0 && !isYaml) throw unrecognized(kind, `${noType}unexpected end of JSON input`, '<empty>')
  return parseInTurns({ bytes, isYaml, clock, request }, (reason, summary, format) =>
    unrecognized(kind, format === 'json' ? noType + reason : reason, summary),
  )
}

/** Reads the DeleteOptions of a delete; `undefined` for an empty body. Throws the errors of {@link readObject}. */
// upstream: endpoints/handlers/delete.go – read as any format whatever the resource, in the version of any group.
export async function readDeleteBody(
  { vocabulary, clock }: ReadContext,
  request: HttpRequest,
): Promise<RawBody | undefined> {
  const kind = 'DeleteOptions'
  const { protobufMediaType } = vocabulary
  const types = [...textTypes, protobufMediaType]
  const mediaType = parseContentType(request.header('content-type'), types, 'application/json')
  const bytes = await readBytes(request)
  if (bytes.length === 0) return undefined
  if (mediaType === protobufMediaType) {
    return readProtobufBody(bytes, summarize(bytes), {
      kind,
      schema: () => loadType('meta.v1.DeleteOptions'),
      refuse: badRequest,
    })
  }
  const isYaml = mediaType === 'application/yaml'
  return parseInTurns({ bytes, isYaml, clock, request }, (reason, _summary, format) =>
    badRequest(format === 'json' ? noType + reason : reason),
  )
}

/** A body in JSON or YAML, and the turns that a large one is parsed in. */
export interface TextBody {
  readonly bytes: Buffer
  readonly isYaml: boolean
  readonly clock: Clock
  /** Its signal is made when it is first asked for: by a large body. */
  readonly request: Pick<HttpRequest, 'signal'>
}

/** Parses a body; a large one in turns of its own, in YAML in another thread. Throws 413 for too many members and values. */
async function parseInTurns(body: TextBody, refuse: RefuseBody): Promise<RawBody> {
  return (await prepareBody(body, refuse))()
}

/**
 * Does what comes before the parsing of a body, which the result does: a large body has few enough members and values, or
 * 413 is thrown, and is scanned; one in YAML is parsed.
 */
export async function prepareBody(
  { bytes, isYaml, clock, request }: TextBody,
  refuse: RefuseBody,
): Promise<() => RawBody> {
  if (bytes.length < largeBytes) return () => parseBody(bytes, isYaml, refuse)
  const slices = createTimeSlices({ clock, signal: request.signal })
  if (bytes[0] === openBrace || !isYaml) {
    assertFewMembers(bytes)
    await slices.next()
    const scan = scanJson(bytes, maxNestingDepth)
    await slices.next()
    if (!isYaml) return () => parseBody(bytes, isYaml, refuse, scan)
    const body = jsonBody(bytes, scan)
    if (!(body instanceof JsonError)) return () => body
  }
  const body = await largeYamlBody(bytes, { clock, slices }, refuse)
  return () => body
}

/** The bytes of a body. Throws 400 for a Content-Encoding: request bodies are never decompressed. */
export async function readBytes(request: HttpRequest): Promise<Buffer> {
  const encoding = request.header('content-encoding')
  if (encoding !== undefined && encoding !== '' && encoding.toLowerCase() !== 'identity') {
    throw badRequest(`request bodies are not decoded: content-encoding ${JSON.stringify(encoding)} is not supported`)
  }
  return request.body(maxBodyBytes)
}

/** Parses JSON or YAML. A YAML body that begins with a brace is tried as JSON first, which is faster. */
function parseBody(bytes: Buffer, isYaml: boolean, refuse: RefuseBody, scan?: JsonScan): RawBody {
  if (isYaml && bytes[0] !== openBrace) return yamlBody(bytes, refuse)
  const body = jsonBody(bytes, scan)
  if (!(body instanceof JsonError)) return body
  if (isYaml) return yamlBody(bytes, refuse)
  throw refuse(body.message, summarize(bytes), 'json')
}

function jsonBody(bytes: Buffer, scan?: JsonScan): RawBody | JsonError {
  try {
    const parsed = parseJson(bytes, { maxDepth: maxNestingDepth, ...(scan && { scan }) })
    let found: readonly string[] | undefined
    const { withLiterals } = parsed
    return {
      value: parsed.value,
      byteLength: bytes.length,
      strictErrors: () => (found ??= parsed.duplicates().map(duplicateField)),
      ...formsOf(bytes),
      ...(withLiterals && { withLiterals }),
      merged: () => parsed.merged(),
      inOrder: (repeated, unknown) => parsed.inOrder(repeated, unknown),
    }
  } catch (error) {
    if (error instanceof JsonError) return error
    throw error
  }
}

/** A body that is parsed when it is first used: a patch is read once its object has been found. */
export function parsedOnUse(byteLength: number, parse: () => RawBody): RawBody {
  let parsed: RawBody | undefined
  const body = (): RawBody => (parsed ??= parse())
  return {
    byteLength,
    get value() {
      return body().value
    },
    get withLiterals() {
      return body().withLiterals
    },
    strictErrors: () => body().strictErrors(),
    summary: () => body().summary(),
    text: () => body().text(),
  }
}
