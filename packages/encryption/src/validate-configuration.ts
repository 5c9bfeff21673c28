import { parseDuration } from '@pinnace/meta'
import type {
  EncryptionConfiguration,
  KeysConfiguration,
  KmsConfiguration,
  ProviderConfiguration,
  ResourceConfiguration,
} from './encryption-configuration.ts'

/** The lengths of secrets, in bytes, by provider. */
const secretLengths = { aesgcm: [16, 24, 32], aescbc: [16, 24, 32], secretbox: [32] } as const

/** The messages of kube-apiserver for what is wrong with a configuration. */
// upstream: apiserver/pkg/apis/apiserver/validation/validation_encryption.go
export function validateConfiguration(
  { resources = [] }: EncryptionConfiguration,
  eventsGroup: string,
): readonly string[] {
  if (resources.length === 0) return ['resources: Required value: at least one resources is required']
  const context = { kmsNames: new Set<string>(), eventsGroup }
  return resources.flatMap((configuration, index) => validateResource(configuration, `resources[${index}]`, context))
}

interface ValidationContext {
  /** The names of the KMS plugins so far. */
  readonly kmsNames: Set<string>
  readonly eventsGroup: string
}

function validateResource(
  { resources = [], providers = [] }: ResourceConfiguration,
  path: string,
  { kmsNames, eventsGroup }: ValidationContext,
): string[] {
  const errors: string[] = []
  if (resources.length === 0)
    errors.push(`${path}.resources: Required value: at least one ${path}.resources is required`)
  else errors.push(...validateNames(resources, `${path}.resources`, eventsGroup))
  if (providers.length === 0)
    errors.push(`${path}.providers: Required value: at least one ${path}.providers is required`)
  for (const [index, provider] of providers.entries()) {
    errors.push(...validateProvider(provider, `${path}.providers[${index}]`, kmsNames))
  }
  return errors
}

function validateNames(names: readonly string[], path: string, eventsGroup: string): string[] {
  const errors = names.flatMap((name, index) => {
    const reason = refusalOf(name, eventsGroup)
    return reason === undefined ? [] : [`${path}[${index}]: Invalid value: ${JSON.stringify(name)}: ${reason}`]
  })
  const invalid = `${path}: Invalid value: ${JSON.stringify(names)}:`
  if (new Set(names).size < names.length) errors.push(`${invalid} the same resource cannot be specified multiple times`)
  else if (overlaps(names)) {
    errors.push(
      `${invalid} using overlapping resources such as 'secrets' and '*.' in the same resource list is not allowed as they will be masked`,
    )
  }
  return errors
}

function refusalOf(name: string, eventsGroup: string): string | undefined {
  if (name !== name.toLowerCase()) return 'resource name should not contain capital letters'
  if (unservedNames.has(name)) return 'resources which do not have REST API/s cannot be encrypted'
  if (name === '*') return "use '*.' to encrypt all the resources from core API group or *.* to encrypt all resources"
  if (name !== '*.*' && name.endsWith('.*')) return 'encrypting the same resource across groups is not supported'
  const group = groupOf(name)
  if (group === 'extensions') return "'extensions' group has been removed and cannot be used for encryption"
  if (group === eventsGroup) {
    return `'*.${eventsGroup}' objects are stored using the 'events' API group in etcd. Use 'events' instead in the config file`
  }
  return undefined
}

const unservedNames: ReadonlySet<string> = new Set([
  'apiserveripinfo',
  'serviceipallocations',
  'servicenodeportallocations',
])

function overlaps(names: readonly string[]): boolean {
  if (names.length > 1 && names.includes('*.*')) return true
  const groups = new Set(names.filter((name) => name.startsWith('*.')).map(groupOf))
  return names.some((name) => !name.startsWith('*.') && groups.has(groupOf(name)))
}

function groupOf(name: string): string {
  const dot = name.indexOf('.')
  return dot < 0 ? '' : name.slice(dot + 1)
}

const providerNames = ['aesgcm', 'aescbc', 'secretbox', 'identity', 'kms'] as const

function validateProvider(provider: ProviderConfiguration, path: string, kmsNames: Set<string>): string[] {
  const given = providerNames.filter((name) => provider[name] !== undefined)
  if (given.length === 0) {
    return [
      `${path}: Invalid value: {}: provider does not contain any of the expected providers: KMS, AESGCM, AESCBC, Secretbox, Identity`,
    ]
  }
  if (given.length > 1) {
    // The secrets of the element, which kube-apiserver prints, are left out.
    return [
      `${path}: Invalid value: ${JSON.stringify(given)}: more than one provider specified in a single element, should split into different list elements`,
    ]
  }
  for (const name of ['aesgcm', 'aescbc', 'secretbox'] as const) {
    const keys = provider[name]
    if (keys !== undefined) return validateKeys(keys, `${path}.${name}.keys`, secretLengths[name])
  }
  return provider.kms === undefined ? [] : validateKms(provider.kms, `${path}.kms`, kmsNames)
}

function validateKeys({ keys = [] }: KeysConfiguration, path: string, lengths: readonly number[]): string[] {
  if (keys.length === 0) return [`${path}: Required value: at least one keys is required`]
  return keys.flatMap(({ name = '', secret = '' }, index) => {
    const errors: string[] = []
    if (name === '') errors.push(`${path}[${index}].name: Required value: name is a mandatory field for a key`)
    const at = `${path}[${index}].secret`
    if (secret === '') return [...errors, `${at}: Required value: secret is a mandatory field for a key`]
    const bytes = Buffer.from(secret, 'base64')
    if (bytes.toString('base64') !== secret.replaceAll(/[\r\n]/g, '')) {
      return [...errors, `${at}: Invalid value: "REDACTED": secrets must be base64 encoded`]
    }
    if (!lengths.includes(bytes.length)) {
      errors.push(
        `${at}: Invalid value: "REDACTED": secret is not of the expected length, got ${bytes.length}, expected one of [${lengths.join(' ')}]`,
      )
    }
    return errors
  })
}

function validateKms(kms: KmsConfiguration, path: string, kmsNames: Set<string>): string[] {
  const { apiVersion = 'v1', name = '', endpoint = '', timeout, cachesize } = kms
  const errors: string[] = []
  const invalid = (field: string, value: unknown, reason: string): void => {
    errors.push(`${path}.${field}: Invalid value: ${JSON.stringify(value)}: ${reason}`)
  }
  if (apiVersion !== 'v1' && apiVersion !== 'v2') {
    invalid(
      'apiVersion',
      apiVersion,
      'unsupported apiVersion apiVersion for KMS provider, only v1 and v2 are supported',
    )
  }
  if (name === '') errors.push(`${path}.name: Required value: name is a mandatory field for a provider`)
  else if (apiVersion !== 'v1' && name.includes(':')) {
    invalid('name', name, `invalid KMS provider name ${name}, must not contain ':'`)
  } else if (kmsNames.has(name)) invalid('name', name, `duplicate KMS provider name ${name}, names must be unique`)
  kmsNames.add(name)
  if (timeout !== undefined && (parseDuration(timeout) ?? 0) <= 0) {
    invalid('timeout', timeout, 'timeout should be a positive value')
  }
  if (endpoint === '') invalid('endpoint', endpoint, 'endpoint is a mandatory field for a kms')
  else if (!URL.canParse(endpoint)) {
    invalid(
      'endpoint',
      endpoint,
      `invalid endpoint for kms provider, error: parse ${JSON.stringify(endpoint)}: missing protocol scheme`,
    )
  } else if (new URL(endpoint).protocol !== 'unix:') {
    const scheme = new URL(endpoint).protocol.slice(0, -1)
    invalid(
      'endpoint',
      endpoint,
      `unsupported scheme ${JSON.stringify(scheme)} for KMS provider, only unix is supported`,
    )
  }
  if (apiVersion === 'v2' && cachesize !== undefined && cachesize !== 0) {
    invalid('cachesize', cachesize, 'cachesize is not supported in v2')
  }
  return errors
}
