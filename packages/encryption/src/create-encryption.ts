import { BoundedMap, systemRandom, type Awaitable, type Random } from '@pinnace/meta'
import type { Encryption, EncryptionObserver, KmsEvent, Transformation, ValueTransformer } from '@pinnace/store'
import { createTransformers, type OpenTransformer, type TransformersByResource } from './create-transformers.ts'
import {
  EncryptionConfigurationError,
  type EncryptionConfiguration,
  type KmsConfiguration,
} from './encryption-configuration.ts'
import { createKmsEvents } from './kms-events.ts'
import { createMeasure } from './measure.ts'

/** A connected KMS plugin. */
export interface KmsProvider {
  readonly transformer: ValueTransformer
  /** Throws if the plugin does not answer, or cannot encrypt and decrypt. */
  check(): Promise<void>
  close(): Awaitable<void>
}

/** Connects KMS plugins: `connectKms` of `@pinnace/kms`. A plugin that does not answer is asked again, not rejected. */
export type ConnectKms = (configuration: KmsConfiguration, options?: ConnectKmsOptions) => Promise<KmsProvider>

/** What an encryption gives to {@link ConnectKms}. */
export interface ConnectKmsOptions {
  /** Called with what the plugin was asked, and what its keys were used for. */
  readonly report?: (event: KmsEvent) => void
}

/** Options for {@link createEncryption}. */
export interface EncryptionOptions {
  readonly configuration: EncryptionConfiguration
  readonly random?: Random
  /**
   * One health check for all KMS plugins, `kms-providers`, because they may change, instead of `kms-provider-0` and so on.
   * @default false
   */
  readonly joinHealthChecks?: boolean
  /** Required for a configuration with KMS plugins. */
  readonly connectKms?: ConnectKms
}

/** The encryption of a server, whose configuration can be replaced. */
export interface ReplaceableEncryption extends Encryption {
  readonly healthChecks: NonNullable<Encryption['healthChecks']>
  observe(observer: EncryptionObserver): () => void
  /**
   * Uses another configuration from now on, once its KMS plugins have answered; the earlier plugins are closed. Rejects,
   * and keeps the current configuration, for one that cannot be used.
   */
  replace(configuration: EncryptionConfiguration): Promise<void>
  close(): Promise<void>
}

interface Current {
  readonly transformers: TransformersByResource
  /** By resource. Custom resources come and go. */
  readonly opened: BoundedMap<string, ValueTransformer>
  readonly kms: readonly (KmsProvider & { readonly name: string })[]
}

/**
 * Creates the encryption of objects in the store. Values have the prefixes and layouts of kube-apiserver, so that either
 * can read what the other has written. Throws {@link EncryptionConfigurationError}.
 */
export async function createEncryption(options: EncryptionOptions): Promise<ReplaceableEncryption> {
  const observers = new Set<EncryptionObserver>()
  const kmsEvents = createKmsEvents(observers)
  let current = await open(options, options.configuration, kmsEvents.report)
  const reportAll = (transformation: Transformation): void => {
    for (const observer of observers) observer.transformed(transformation)
  }
  const report = (): typeof reportAll | undefined => (observers.size === 0 ? undefined : reportAll)
  const checkAll = async (): Promise<void> => {
    for (const { check } of current.kms) await check()
  }
  return {
    // upstream: apiserver/pkg/server/options/encryptionconfig/config.go – the names of the checks
    healthChecks:
      options.joinHealthChecks === true
        ? [{ name: 'kms-providers', check: checkAll }]
        : current.kms.map((_provider, index) => ({
            name: `kms-provider-${index}`,
            check: () => current.kms[index]?.check(),
          })),
    transformerOf({ group, resource }) {
      const name = group === '' ? resource : `${resource}.${group}`
      const known = current.opened.get(name)
      if (known !== undefined) return known
      const made = find(current.transformers, name, group)?.(createMeasure(name, report))
      if (made !== undefined) current.opened.set(name, made)
      return made
    },
    observe(observer) {
      kmsEvents.replay(observer)
      observers.add(observer)
      return () => void observers.delete(observer)
    },
    async replace(configuration) {
      const earlier = current
      const next = await open(options, configuration, kmsEvents.report)
      try {
        for (const { check } of next.kms) await check()
      } catch (error) {
        await closeAll(next.kms)
        throw error
      }
      current = next
      await closeAll(earlier.kms)
    },
    close: () => closeAll(current.kms),
  }
}

// upstream: apiserver/pkg/server/options/encryptionconfig/config.go, transformerFromOverrides
function find(transformers: TransformersByResource, name: string, group: string): OpenTransformer | undefined {
  return transformers.get(name) ?? transformers.get(`*.${group}`) ?? transformers.get('*.*')
}

async function open(
  { random = systemRandom, connectKms }: EncryptionOptions,
  configuration: EncryptionConfiguration,
  report: (event: KmsEvent) => void,
): Promise<Current> {
  const connected = new Map<string, KmsProvider & { readonly name: string }>()
  // Rejects what cannot be used before anything is connected.
  createTransformers(configuration, { random, kmsTransformerOf: () => notConnected })
  try {
    for (const kms of kmsConfigurations(configuration)) {
      if (connectKms === undefined) throw new EncryptionConfigurationError('connectKms is required for KMS plugins')
      const { name } = kms
      const provider = await connectKms(kms, { report })
      const { transformer } = provider
      connected.set(name, { name, transformer, check: () => provider.check(), close: () => provider.close() })
    }
    const kmsTransformerOf = ({ name }: KmsConfiguration): ValueTransformer =>
      connected.get(name)?.transformer ?? notConnected
    return {
      transformers: createTransformers(configuration, { random, kmsTransformerOf }),
      opened: new BoundedMap({ maxEntries: 4096 }),
      kms: [...connected.values()],
    }
  } catch (error) {
    await closeAll([...connected.values()])
    throw error
  }
}

/** Stands for a plugin while a configuration is checked, before anything is connected. */
const notConnected: ValueTransformer = {
  toStorage: () => {
    throw new TypeError('the KMS plugin is not connected')
  },
  fromStorage: () => {
    throw new TypeError('the KMS plugin is not connected')
  },
}

function kmsConfigurations({ resources }: EncryptionConfiguration): readonly KmsConfiguration[] {
  return resources.flatMap(({ providers }) => providers.flatMap(({ kms }) => kms ?? []))
}

async function closeAll(providers: readonly KmsProvider[]): Promise<void> {
  for (const provider of providers) await provider.close()
}
