import type { Buffer } from 'node:buffer'
import { JSON_SCHEMA as jsonSchema, load } from 'js-yaml'
import { parseJson, quote, type Vocabulary } from '@pinnace/meta'
import { compileDecoder, type Decoder } from '@pinnace/schema'
import { loadType, loadTypeTables } from '@pinnace/types'
import { reviewApiVersion, reviewVersions, type ReviewVersion } from '../admission-review.ts'
import { messageOf } from '../message-of.ts'

const kind = 'AdmissionReview'
const decoders = new Map<ReviewVersion, Decoder>()

/** Reads the answer of a webhook as a review of that version. Throws an Error with the message of kube-apiserver. */
// upstream: apimachinery/pkg/runtime/serializer – JSON or YAML is recognized, and decoded into the type that is expected.
export async function decodeReview(body: Buffer, version: ReviewVersion, vocabulary: Vocabulary): Promise<unknown> {
  const value = parse(body)
  if (value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) {
    const word = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value
    const shape =
      'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }'
    throw new Error(
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${word} into Go value of type ${shape}`,
    )
  }
  assertKind(value as Readonly<Record<string, unknown>>, version, vocabulary)
  return (decoders.get(version) ?? (await loadDecoder(version)))(value)
}

async function loadDecoder(version: ReviewVersion): Promise<Decoder> {
  const type = `admission.${version}.${kind}`
  await loadTypeTables([type])
  const decoder = compileDecoder(loadType(type))
  decoders.set(version, decoder)
  return decoder
}

function parse(body: Buffer): unknown {
  try {
    return parseJson(body).value
  } catch (error) {
    try {
      return load(body.toString(), { schema: jsonSchema })
    } catch {
      throw new Error(`couldn't get version/kind; json parse error: ${messageOf(error)}`, { cause: error })
    }
  }
}

function assertKind(
  { apiVersion, kind: sent }: Readonly<Record<string, unknown>>,
  version: ReviewVersion,
  vocabulary: Vocabulary,
): void {
  const wanted = reviewApiVersion(vocabulary, version)
  const given = typeof apiVersion === 'string' && apiVersion !== '' ? apiVersion : wanted
  const name = typeof sent === 'string' && sent !== '' ? sent : kind
  if (given === wanted && name === kind) return
  const other = reviewVersions.find((one) => reviewApiVersion(vocabulary, one) === given)
  if (name === kind && other !== undefined)
    throw new Error(`converting (${other}.${kind}) to (${version}.${kind}): unknown conversion`)
  throw new Error(
    `no kind ${quote(name)} is registered for version ${quote(given)} in scheme "pkg/runtime/scheme.go:111"`,
  )
}
