import {
  assertFewMembers,
  badRequest,
  createTimeSlices,
  JsonError,
  maxNestingDepth,
  parseJson,
  StatusError,
  type Clock,
  type HttpRequest,
  type Vocabulary,
} from '@pinnace/meta'
import { loadType } from '@pinnace/types'
import { parseContentType, parseYaml } from '@pinnace/versioning'
import type { ServedResource } from '../storage/served-resource.ts'
import { unrecognized } from '../request/decode-body.ts'
import { noType } from '../request/body-kind.ts'
import { largeBytes } from '../request/pace.ts'
import { duplicateField, summarize, type RawBody } from '../request/raw-body.ts'
import { readProtobufBody } from './read-protobuf-body.ts'

/** What bodies are read with. */
interface ReadContext {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
}

/** The maximum size of a request body, bytes. */
export const maxBodyBytes = 3_145_728

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
  if (isLargeJson(bytes, isYaml)) await assertFewInTurn(clock, bytes)
  if (bytes.length === 0 && !isYaml) throw unrecognized(kind, `${noType}unexpected end of JSON input`, '<empty>')
  return parseBody(bytes, isYaml, (reason, summary, format) =>
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
  if (isLargeJson(bytes, isYaml)) await assertFewInTurn(clock, bytes)
  return parseBody(bytes, isYaml, (reason, _summary, format) =>
    badRequest(format === 'json' ? noType + reason : reason),
  )
}

/** True for bytes that are parsed as JSON, and take long. */
export function isLargeJson(bytes: Buffer, isYaml: boolean): boolean {
  return bytes.length >= largeBytes && (!isYaml || bytes[0] === 0x7b)
}

/** Throws 413 for JSON with too many members, objects and arrays. It is parsed in the next turn. */
export async function assertFewInTurn(clock: Clock, bytes: Buffer): Promise<void> {
  assertFewMembers(bytes)
  await createTimeSlices({ clock }).next()
}

/** The bytes of a body. Throws 400 for a Content-Encoding: request bodies are never decompressed. */
export async function readBytes(request: HttpRequest): Promise<Buffer> {
  const encoding = request.header('content-encoding')
  if (encoding !== undefined && encoding !== '' && encoding.toLowerCase() !== 'identity') {
    throw badRequest(`request bodies are not decoded: content-encoding ${JSON.stringify(encoding)} is not supported`)
  }
  return request.body(maxBodyBytes)
}

/** The error of a body that is no JSON or no YAML, with the beginning of the body. */
export type RefuseBody = (reason: string, summary: string, format: 'json' | 'yaml') => Error

/** Parses JSON or YAML. A YAML body that begins with a brace is tried as JSON first, which is faster. */
export function parseBody(bytes: Buffer, yaml: boolean, refuse: RefuseBody): RawBody {
  const summary = (): string => summarize(bytes)
  const text = (): string => bytes.toString('utf8')
  try {
    if (yaml && bytes[0] !== 0x7b) return yamlBody(bytes, refuse, { summary, text })
    const parsed = parseJson(bytes, { maxDepth: maxNestingDepth })
    let found: readonly string[] | undefined
    const strictErrors = (): readonly string[] => (found ??= parsed.duplicates().map(duplicateField))
    const { withLiterals } = parsed
    return {
      value: parsed.value,
      byteLength: bytes.length,
      strictErrors,
      summary,
      text,
      ...(withLiterals && { withLiterals }),
      merged: () => parsed.merged(),
      inOrder: (repeated, unknown) => parsed.inOrder(repeated, unknown),
    }
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    if (yaml) return yamlBody(bytes, refuse, { summary, text })
    throw refuse(error.message, summary(), 'json')
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
    strictErrors: () => body().strictErrors(),
    summary: () => body().summary(),
    text: () => body().text(),
  }
}

function yamlBody(bytes: Buffer, refuse: RefuseBody, forms: Pick<RawBody, 'summary' | 'text'>): RawBody {
  try {
    const { value, strictErrors } = parseYaml(bytes.toString('utf8'))
    return { value, byteLength: bytes.length, strictErrors: () => strictErrors, ...forms }
  } catch (error) {
    if (!(error instanceof StatusError) || error.reason === 'RequestEntityTooLarge') throw error
    throw refuse(error.message, forms.summary(), 'yaml')
  }
}
