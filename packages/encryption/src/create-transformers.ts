import { encryptedValuePrefix, type Random } from '@pinnace/meta'
import type { ValueTransformer } from '@pinnace/store'
import {
  EncryptionConfigurationError,
  type EncryptionConfiguration,
  type KeysConfiguration,
  type KmsConfiguration,
  type ProviderConfiguration,
} from './encryption-configuration.ts'
import {
  identityTransformer,
  localTransformer,
  prefixTransformers,
  type LocalTransformer,
  type PrefixTransformer,
} from './prefix-transformer.ts'
import type { Measure } from './measure.ts'
import { aesCbc, aesGcm } from './providers/block-ciphers.ts'
import { secretbox } from './providers/secretbox.ts'

/** Connects the provider of a KMS plugin. */
export type KmsTransformerOf = (configuration: KmsConfiguration) => ValueTransformer

/** Opens the transformer of a rule, whose transformations are measured. */
export type OpenTransformer = (measure: Measure) => ValueTransformer

/** The transformers by resource, as they are named in the configuration: `secrets`, `*.apps`. */
export type TransformersByResource = ReadonlyMap<string, OpenTransformer>

type OpenProvider = (measure: Measure) => PrefixTransformer

const noMatchingPrefix = 'no matching prefix found'

/** Creates the transformers of a configuration. Throws {@link EncryptionConfigurationError} for one that hides another. */
// upstream: apiserver/pkg/server/options/encryptionconfig/config.go, getTransformerOverridesAndKMSPluginProbes
export function createTransformers(
  { resources }: EncryptionConfiguration,
  { random, kmsTransformerOf }: { readonly random: Random; readonly kmsTransformerOf: KmsTransformerOf },
): TransformersByResource {
  const chains = new Map<string, OpenProvider[]>()
  for (const { resources: names, providers } of resources) {
    const own = providers.map((provider) => transformerOf(provider, random, kmsTransformerOf))
    for (const name of names) {
      const mask = maskOf(name, chains)
      if (mask !== undefined) {
        throw new EncryptionConfigurationError(`resource "${name}" is masked by earlier rule "${mask}"`)
      }
    }
    for (const name of names) chains.set(name, [...(chains.get(name) ?? []), ...own])
  }
  return new Map(
    [...chains].map(([name, chain]) => [
      name,
      (measure) =>
        prefixTransformers(
          chain.map((provider) => provider(measure)),
          noMatchingPrefix,
          measure,
        ),
    ]),
  )
}

/** The earlier rule with a wildcard that covers a resource or a group. */
function maskOf(name: string, earlier: ReadonlyMap<string, unknown>): string | undefined {
  if (name !== '*.*' && earlier.has('*.*')) return '*.*'
  const dot = name.indexOf('.')
  const group = `*.${dot < 0 ? '' : name.slice(dot + 1)}`
  return name !== group && earlier.has(group) ? group : undefined
}

function transformerOf(
  { aescbc, aesgcm, secretbox: box, identity, kms }: ProviderConfiguration,
  random: Random,
  kmsTransformerOf: KmsTransformerOf,
): OpenProvider {
  if (aescbc !== undefined) return withKeys('aescbc', aescbc, (key) => aesCbc(key, random))
  if (aesgcm !== undefined) return withKeys('aesgcm', aesgcm, (key) => aesGcm(key, random))
  if (box !== undefined) return withKeys('secretbox', box, (key) => secretbox(key, random))
  if (kms !== undefined) {
    if (kms.apiVersion !== 'v2') {
      throw new EncryptionConfigurationError(
        'KMSv1 is deprecated and will only receive security updates going forward. Use KMSv2 instead.  Set --feature-gates=KMSv1=true to use the deprecated KMSv1 feature.',
      )
    }
    const prefix = Buffer.from(`${encryptedValuePrefix}kms:v2:${kms.name}:`)
    const transformer = kmsTransformerOf(kms)
    return () => ({ prefix, transformer })
  }
  if (identity !== undefined) return () => ({ prefix: Buffer.alloc(0), transformer: identityTransformer })
  throw new EncryptionConfigurationError('provider does not contain any of the expected providers')
}

function withKeys(
  provider: string,
  { keys }: KeysConfiguration,
  create: (key: Uint8Array) => LocalTransformer,
): OpenProvider {
  const transformers = keys.map(({ name, secret }) => ({
    prefix: Buffer.from(`${name}:`),
    transformer: localTransformer(create(Buffer.from(secret, 'base64'))),
  }))
  const noMatch = `no matching key was found for the provided ${providerTitles[provider] ?? provider} transformer`
  const prefix = Buffer.from(`${encryptedValuePrefix}${provider}:v1:`)
  return (measure) => ({ prefix, transformer: prefixTransformers(transformers, noMatch, measure) })
}

const providerTitles: Readonly<Record<string, string>> = { aescbc: 'AES', aesgcm: 'AES', secretbox: 'Secretbox' }
