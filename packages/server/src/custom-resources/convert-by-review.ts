import { readUnexpectedReply, type UnexpectedReply } from '@pinnace/http-client'
import {
  formatJson,
  parseGroupVersion,
  parseJson,
  quote,
  unclassifiedError,
  type ApiObject,
  type Random,
  type Vocabulary,
} from '@pinnace/meta'
import { parseYaml } from '@pinnace/versioning'
import { noType, unreadableType } from '../options/body-kind.ts'
import { restoreMetadata } from './restore-metadata.ts'

/** The webhook of {@link convertByReview}. */
export interface ConversionReviewer {
  readonly vocabulary: Vocabulary
  readonly random: Random
  /** The versions of ConversionReview it accepts, the preferred one first. */
  readonly versions: readonly string[]
  post(body: string): Promise<UnexpectedReply>
}

type Fields = Readonly<Record<string, unknown>>

/** The objects of a request, and their JSON. */
export interface ReviewedObjects {
  readonly objects: readonly ApiObject[]
  readonly texts: readonly string[]
}

/** Converts objects through a webhook. Throws 500 without a reason if its response is not valid. */
// upstream: apiextensions-apiserver/pkg/apiserver/conversion/webhook_converter.go, webhookConverter.Convert
export async function convertByReview(
  { vocabulary, random, versions, post }: ConversionReviewer,
  { objects, texts }: ReviewedObjects,
  desiredAPIVersion: string,
): Promise<readonly ApiObject[]> {
  if (objects.length === 0) return objects
  const what = `conversion webhook for ${describe(objects[0]!)}`
  const version = versions.find((name) => name === 'v1' || name === 'v1beta1')
  if (version === undefined) throw failure('no supported conversion review versions')
  const apiVersion = `${vocabulary.group('apiextensions')}/${version}`
  const uid = random.uid()
  const request = formatJson({ apiVersion, kind: 'ConversionReview', request: { uid, desiredAPIVersion } })
  const body = `${request.slice(0, -2)},"objects":[${texts.join(',')}]}}`
  const converted = await send()
  if (converted.length !== objects.length) {
    throw failure(`${what} returned ${converted.length} objects, expected ${objects.length}`)
  }
  return objects.map((object, index) => check(object, converted[index], index))

  async function send(): Promise<readonly unknown[]> {
    try {
      const reply = await post(body)
      if (reply.status < 200 || reply.status > 206) throw new TypeError(readUnexpectedReply(reply).text)
      return readReview(readBody(reply.body), version === 'v1' ? { uid, apiVersion } : undefined)
    } catch (cause) {
      throw failure(`${what} failed: ${cause instanceof Error ? cause.message : String(cause)}`, cause)
    }
  }

  function check(original: ApiObject, answer: unknown, index: number): ApiObject {
    const at = objects.length === 1 ? 'invalid object at index 0' : `invalid converted object at index ${index + 1}`
    if (!isFields(answer)) throw failure(`${what} returned ${at}: not an object`)
    if (answer['apiVersion'] !== desiredAPIVersion) {
      const received = text(answer['apiVersion'])
      throw failure(
        `${what} returned ${at}: invalid groupVersion (expected ${desiredAPIVersion}, received ${received})`,
      )
    }
    if (answer['kind'] !== original.kind) {
      const received = text(answer['kind'])
      throw failure(`${what} returned ${at}: invalid kind (expected ${original.kind}, received ${received})`)
    }
    const plain = objects.length === 1 ? 'invalid object' : at
    const differing = differenceOf(original, answer)
    if (differing !== undefined) throw failure(`${what} returned ${plain}: ${differing}`)
    const restored = restoreMetadata(original, answer)
    if (typeof restored !== 'string') return restored
    const where = objects.length === 1 ? 'invalid metadata' : `invalid metadata in object at index ${index + 1}`
    throw failure(`${what} returned ${where}: ${restored}`)
  }
}

// upstream: apimachinery/pkg/runtime/serializer/json – what does not begin like an object is read as YAML.
function readBody(body: Buffer): unknown {
  const value = isObjectText(body) ? readJson(body) : parseYaml(body.toString()).value
  if (isFields(value) || value === null) return value
  throw new TypeError(
    unreadableType(Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value),
  )
}

function isObjectText(body: Buffer): boolean {
  const first = body.find((byte) => !whitespace.has(byte))
  return first === openingBrace
}

const openingBrace = 0x7b
const whitespace: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20])

function readJson(body: Buffer): unknown {
  try {
    return parseJson(body).value
  } catch (cause) {
    throw new TypeError(noType + (cause instanceof Error ? cause.message : String(cause)), { cause })
  }
}

// upstream: getConvertedObjectsFromResponse – the kind and the uid of v1beta1 responses are not checked.
function readReview(
  review: unknown,
  expected: { readonly uid: string; readonly apiVersion: string } | undefined,
): readonly unknown[] {
  const { apiVersion, kind, response } = isFields(review) ? review : {}
  if (expected !== undefined && (apiVersion !== expected.apiVersion || kind !== 'ConversionReview')) {
    const wanted = describe({ apiVersion: expected.apiVersion, kind: 'ConversionReview' })
    const got = describe({ apiVersion: text(apiVersion), kind: text(kind) })
    throw new TypeError(`expected webhook response of ${wanted}, got ${got}`)
  }
  if (!isFields(response)) throw new TypeError('no response provided')
  if (expected !== undefined && response['uid'] !== expected.uid) {
    throw new TypeError(`expected response.uid=${quote(expected.uid)}, got ${quote(text(response['uid']))}`)
  }
  const result = isFields(response['result']) ? response['result'] : {}
  if (result['status'] !== 'Success') {
    const message = text(result['message'])
    throw new TypeError(
      message === '' ? `response.result.status was '${text(result['status'])}', not 'Success'` : message,
    )
  }
  const converted = response['convertedObjects']
  return Array.isArray(converted) ? converted : []
}

// upstream: validateConvertedObject
function differenceOf(original: ApiObject, answer: Fields): string | undefined {
  const metadata = isFields(answer['metadata']) ? answer['metadata'] : {}
  for (const [field, name] of [
    ['name', 'name'],
    ['namespace', 'namespace'],
    ['uid', 'UID'],
  ] as const) {
    const before = original.metadata[field] ?? ''
    const after = text(metadata[field])
    if (before !== after) return `must have the same ${name}: ${before} != ${after}`
  }
  return undefined
}

function describe({ apiVersion = '', kind = '' }: Pick<ApiObject, 'apiVersion' | 'kind'>): string {
  const { group, version } = parseGroupVersion(apiVersion) ?? { group: '', version: '' }
  return `${group}/${version}, Kind=${kind}`
}

function failure(message: string, cause?: unknown): Error {
  return Object.assign(unclassifiedError(message), cause === undefined ? {} : { cause })
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
