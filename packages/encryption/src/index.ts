export {
  createEncryption,
  type ConnectKms,
  type ConnectKmsOptions,
  type EncryptionOptions,
  type KmsProvider,
  type ReplaceableEncryption,
} from './create-encryption.ts'
export {
  EncryptionConfigurationError,
  type EncryptionConfiguration,
  type KeyConfiguration,
  type KeysConfiguration,
  type KmsConfiguration,
  type ProviderConfiguration,
  type ResourceConfiguration,
} from './encryption-configuration.ts'
export { loadEncryption, type LoadEncryptionOptions, type LoadedEncryption } from './load-encryption.ts'
export { grpcStatusOf } from './measure.ts'
export type { LocalTransformer } from './prefix-transformer.ts'
export { aesGcm } from './providers/block-ciphers.ts'
export { readEncryptionConfiguration, type ReadConfigurationOptions } from './read-configuration.ts'
