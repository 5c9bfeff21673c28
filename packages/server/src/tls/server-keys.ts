import { systemClock, systemRandom, vocabularyNamed, type Clock, type Random, type VocabularyName } from '@pinnace/meta'
import { generateP256KeyPair } from '@pinnace/x509'
import { createServingCertificates, type CertificateAndKey } from './serving-certificates.ts'

/** Options of {@link createServerKeys}. */
export interface ServerKeysOptions {
  /** Whose names the authority has. @default 'platform' */
  readonly vocabulary?: VocabularyName
  readonly clock?: Clock
  readonly random?: Random
}

/**
 * The keys that servers over one store share, and that a server keeps over restarts, so that certificates and tokens stay
 * valid: pass them as `certificateAuthority` and `authentication.serviceAccounts.signingKey`. Their holder can act as
 * any user.
 */
export interface ServerKeys {
  readonly certificateAuthority: CertificateAndKey
  /** Signs the tokens of service accounts, PEM. */
  readonly tokenKey: string
}

/** Creates new keys, in plain data that can be stored or sent to another process. */
export function createServerKeys({
  vocabulary = 'platform',
  clock = systemClock,
  random = systemRandom,
}: ServerKeysOptions = {}): ServerKeys {
  const { ca, caKey } = createServingCertificates({ vocabulary: vocabularyNamed(vocabulary), clock, random })
  return { certificateAuthority: { cert: ca, key: caKey }, tokenKey: createTokenKey() }
}

/** Creates a key for the tokens of service accounts, PEM. */
export function createTokenKey(): string {
  return generateP256KeyPair().pem()
}
