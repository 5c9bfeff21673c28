import { badRequest, JsonError, parseJson, type HttpRequest } from '@pinnace/meta'
import { parseContentType, parseYaml } from '@pinnace/versioning'
import { maxBodyBytes } from '../core.ts'
import { unreadableBody } from './decode-body.ts'
import type { RawBody } from './raw-body.ts'

const objectTypes = ['application/json', 'application/yaml']

/** Reads the body of a create, update or delete; `undefined` for an empty one. 413, 415 and 400 for what cannot be read. */
export async function readBody(request: HttpRequest, kind: string): Promise<RawBody | undefined> {
  const mediaType = parseContentType(request.header('content-type'), objectTypes, 'application/json')
  const bytes = await readBytes(request)
  return bytes.length === 0 ? undefined : parseBody(bytes, mediaType === 'application/yaml', kind)
}

/** The bytes of a body. Encoded ones are refused: nothing here inflates what a stranger has compressed. */
export async function readBytes(request: HttpRequest): Promise<Buffer> {
  const encoding = request.header('content-encoding')
  if (encoding !== undefined && encoding !== '' && encoding.toLowerCase() !== 'identity') {
    throw badRequest(`request bodies are not decoded: content-encoding ${JSON.stringify(encoding)} is not supported`)
  }
  return request.body(maxBodyBytes)
}

/** Parses JSON or YAML. A YAML body that begins with a brace is read as JSON, which is faster, where it is JSON. */
export function parseBody(bytes: Buffer, yaml: boolean, kind: string): RawBody {
  const summary = (): string => summarize(bytes)
  try {
    if (yaml && bytes[0] !== 0x7b) return yamlBody(bytes, summary)
    const parsed = parseJson(bytes)
    const strictErrors = (): readonly string[] => parsed.duplicates().map((path) => `duplicate field "${path}"`)
    return { value: parsed.value, strictErrors, summary }
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    if (yaml) return yamlBody(bytes, summary)
    throw unreadableBody(kind, error, summary())
  }
}

function yamlBody(bytes: Buffer, summary: () => string): RawBody {
  const { value, strictErrors } = parseYaml(bytes.toString('utf8'))
  return { value, strictErrors: () => strictErrors, summary }
}

/** The body of a request that must have one. */
export function requireBody(body: RawBody | undefined, kind: string): RawBody {
  if (body === undefined) throw unreadableBody(kind, new JsonError('unexpected end of JSON input'), '<empty>')
  return body
}

// upstream: endpoints/handlers/rest.go, summarizeData
function summarize(bytes: Buffer): string {
  if (bytes.length === 0) return '<empty>'
  const encoding = bytes[0] === 0x7b ? 'utf8' : 'hex'
  return bytes.subarray(0, 30).toString(encoding) + (bytes.length > 30 ? ' ...' : '')
}
