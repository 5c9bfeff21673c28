/** `EncryptionConfiguration` of version v1. */
export interface EncryptionConfiguration {
  readonly resources: readonly ResourceConfiguration[]
}

/** The providers of some resources: the first encrypts, all of them decrypt. */
export interface ResourceConfiguration {
  /** `secrets`, `deployments.apps`, `*.apps`, `*.` (the core group), `*.*`. */
  readonly resources: readonly string[]
  readonly providers: readonly ProviderConfiguration[]
}

/** One provider: exactly one of its members is set. */
export interface ProviderConfiguration {
  readonly aescbc?: KeysConfiguration
  readonly aesgcm?: KeysConfiguration
  readonly secretbox?: KeysConfiguration
  readonly identity?: object
  readonly kms?: KmsConfiguration
}

/** Keys, the first of which encrypts. */
export interface KeysConfiguration {
  readonly keys: readonly KeyConfiguration[]
}

export interface KeyConfiguration {
  readonly name: string
  /** Base64. */
  readonly secret: string
}

/** A KMS plugin. */
export interface KmsConfiguration {
  readonly apiVersion: string
  readonly name: string
  readonly endpoint: string
  /** A duration. @default 3s */
  readonly timeout?: string
  readonly cachesize?: number
}

/** An encryption configuration that cannot be used. The message names the place, in the words of kube-apiserver. */
export class EncryptionConfigurationError extends Error {
  override readonly name = 'EncryptionConfigurationError'
}
