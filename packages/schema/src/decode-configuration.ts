import { DecodeError } from './decode-error.ts'
import { compileDecoder } from './decode.ts'
import type { ObjectSchema } from './schema.ts'

/** A document of a configuration file. */
export interface ConfigurationDocument {
  readonly value: unknown
  /** The text of the file, for messages. @default the value as JSON */
  readonly text?: string
  /** Complaints of the parser, such as keys that are given twice. @default none */
  readonly strictErrors?: readonly string[]
}

/** A kind of configuration files. */
export interface ConfigurationKind {
  readonly kind: string
  /** The accepted versions of the kind. */
  readonly apiVersions: readonly string[]
  /** Other kinds of these versions, which are named as they are in messages. */
  readonly siblings?: readonly string[]
  readonly schema: ObjectSchema
}

/**
 * Decodes a configuration file strictly: unknown fields and keys that are given twice are refused. Throws a TypeError
 * with the message of kube-apiserver.
 */
// upstream: apimachinery/pkg/runtime/serializer, with EnableStrict
export function decodeConfiguration(
  document: ConfigurationDocument,
  { kind, apiVersions, siblings = [], schema }: ConfigurationKind,
): Readonly<Record<string, unknown>> {
  const { value, text = JSON.stringify(value), strictErrors = [] } = document
  const given = headOf(value)
  for (const [name, word] of [
    ['Kind', given.kind],
    ['apiVersion', given.apiVersion],
  ] as const) {
    if (word === '') throw new TypeError(`Object '${name}' is missing in '${text}'`)
  }
  const isVersion = apiVersions.includes(given.apiVersion)
  if (isVersion && siblings.includes(given.kind)) {
    throw new TypeError(`expected ${kind}, got *apiserver.${given.kind}`)
  }
  if (!isVersion || given.kind !== kind) {
    throw new TypeError(
      `no kind ${JSON.stringify(given.kind)} is registered for version ${JSON.stringify(given.apiVersion)} in scheme "pkg/runtime/scheme.go:111"`,
    )
  }
  const unknown: string[] = []
  try {
    const decoded = compileDecoder(schema)(structuredClone(value), (path) => unknown.push(`unknown field "${path}"`))
    const problems = [...strictErrors, ...unknown]
    if (problems.length > 0) throw new TypeError(`strict decoding error: ${problems.join(', ')}`)
    return decoded as Readonly<Record<string, unknown>>
  } catch (error) {
    throw error instanceof DecodeError ? new TypeError(error.message, { cause: error }) : error
  }
}

/** Kind and version of a document. */
function headOf(value: unknown): { readonly kind: string; readonly apiVersion: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const word = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value
    if (value === null || value === undefined) return { kind: '', apiVersion: '' }
    throw new TypeError(
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${word} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`,
    )
  }
  const text = (word: unknown): string => (typeof word === 'string' ? word : '')
  const { kind, apiVersion } = value as { readonly kind?: unknown; readonly apiVersion?: unknown }
  return { kind: text(kind), apiVersion: text(apiVersion) }
}
