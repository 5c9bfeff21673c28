import type { Clock, Vocabulary } from '@pinnace/meta'
import { createAuthoritySigner } from './authority-signer.ts'
import type { CertificateAuthority } from './certificate-authority.ts'
import { clientRule, legacyRule, nodeClientRule, nodeServingRule } from './request-rules.ts'
import type { Signer } from './signer.ts'

/** What signs for one of the built-in signers; a function where it changes. */
export type AuthoritySource = CertificateAuthority | (() => CertificateAuthority)

/** Options for {@link createBuiltInSigners}. */
export interface BuiltInSignersOptions {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  /** Signs for all of them; or one for each, and those without one do not sign. */
  readonly authority: AuthoritySource | Partial<Readonly<Record<keyof Vocabulary['signers'], AuthoritySource>>>
  /** Seconds a certificate lives at most. @default a year */
  readonly durationSeconds?: number
}

const rules = {
  apiserverClient: clientRule,
  nodeClient: nodeClientRule,
  nodeServing: nodeServingRule,
  legacyUnknown: legacyRule,
} as const

/** The signers every cluster has: of clients, of nodes as clients and as servers, and of whatever came before those. */
// upstream: pkg/controller/certificates/signer/signer.go, getCSRVerificationFuncForSignerName
export function createBuiltInSigners(options: BuiltInSignersOptions): readonly Signer[] {
  const { vocabulary, authority, ...others } = options
  const sources: Partial<Readonly<Record<keyof typeof rules, AuthoritySource>>> =
    typeof authority === 'function' || isAuthority(authority)
      ? { apiserverClient: authority, nodeClient: authority, nodeServing: authority, legacyUnknown: authority }
      : authority
  return (Object.keys(rules) as (keyof typeof rules)[]).flatMap((word) => {
    const source = sources[word]
    if (source === undefined) return []
    const signerName = vocabulary.signers[word]
    return [createAuthoritySigner({ ...others, signerName, authority: source, rule: rules[word] })]
  })
}

function isAuthority(given: object): given is CertificateAuthority {
  return 'certificatePem' in given
}
