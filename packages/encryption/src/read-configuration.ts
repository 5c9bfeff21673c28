import { platformVocabulary, type Vocabulary } from '@pinnace/meta'
import { compileDecoder, type Field, type ObjectSchema, type Schema } from '@pinnace/schema'
import { EncryptionConfigurationError, type EncryptionConfiguration } from './encryption-configuration.ts'
import { validateConfiguration } from './validate-configuration.ts'

const kind = 'EncryptionConfiguration'

/** Options for {@link readEncryptionConfiguration}. */
export interface ReadConfigurationOptions {
  /** The name of the file, for messages. */
  readonly file: string
  /** The vocabulary of the server. @default platform */
  readonly vocabulary?: Vocabulary
}

/**
 * Reads an `EncryptionConfiguration` from a parsed YAML or JSON document of the version `apiserver.config.<domain>/v1`,
 * with the group domain of the vocabulary. Throws {@link EncryptionConfigurationError}.
 */
// upstream: apiserver/pkg/server/options/encryptionconfig/config.go, loadConfig
export function readEncryptionConfiguration(
  document: unknown,
  { file, vocabulary = platformVocabulary }: ReadConfigurationOptions,
): EncryptionConfiguration {
  if (document === undefined || document === null) {
    throw new EncryptionConfigurationError(`encryption provider configuration file ${JSON.stringify(file)} is empty`)
  }
  const configuration = decode(document, file, `apiserver.config.${vocabulary.groupDomain}/v1`)
  const errors = validateConfiguration(configuration, vocabulary.group('events'))
  if (errors.length > 0) throw new EncryptionConfigurationError(joinErrors(errors))
  return configuration
}

function joinErrors(errors: readonly string[]): string {
  return errors.length === 1 ? (errors[0] ?? '') : `[${errors.join(', ')}]`
}

function decode(document: unknown, file: string, apiVersion: string): EncryptionConfiguration {
  const fail = (text: string, cause?: unknown): never => {
    const message = `error decoding encryption provider configuration file ${JSON.stringify(file)}: ${text}`
    throw new EncryptionConfigurationError(message, { cause })
  }
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    return fail(`the document must be an object`)
  }
  const { apiVersion: givenVersion = '', kind: givenKind = '' } = document as { apiVersion?: unknown; kind?: unknown }
  if (givenKind !== kind || givenVersion !== apiVersion) {
    return fail(`no kind "${String(givenKind)}" is registered for version "${String(givenVersion)}"`)
  }
  const unknown: string[] = []
  try {
    const decoded = decoder({ ...document }, (path) => unknown.push(`unknown field "${path}"`))
    if (unknown.length > 0) return fail(`strict decoding error: ${unknown.join(', ')}`)
    return { resources: [], ...decoded } as unknown as EncryptionConfiguration
  } catch (error) {
    if (error instanceof EncryptionConfigurationError) throw error
    return fail(error instanceof Error ? error.message : String(error), error)
  }
}

function struct(name: string, fields: Readonly<Record<string, Schema>>): ObjectSchema {
  const entries = Object.entries(fields).map(([field, schema]): [string, Field] => [
    field,
    { name: field, schema, pointer: true, omitEmpty: true },
  ])
  return { type: 'object', name, fields: new Map(entries) }
}

const text: Schema = { type: 'string' }
const key = struct('Key', { name: text, secret: text })
const keys = struct('Keys', { keys: { type: 'list', items: key } })
const kms = struct('KMSConfiguration', {
  apiVersion: text,
  name: text,
  cachesize: { type: 'integer', format: 'int32' },
  endpoint: text,
  timeout: text,
})
const provider = struct('ProviderConfiguration', {
  aesgcm: keys,
  aescbc: keys,
  secretbox: keys,
  identity: struct('IdentityConfiguration', {}),
  kms,
})
const resource = struct('ResourceConfiguration', {
  resources: { type: 'list', items: text },
  providers: { type: 'list', items: provider },
})
const decoder = compileDecoder(
  struct(kind, { apiVersion: text, kind: text, resources: { type: 'list', items: resource } }),
)
