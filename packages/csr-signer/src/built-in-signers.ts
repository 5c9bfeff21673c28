import type { Clock, Vocabulary } from '@pinnace/meta'
import { createAuthoritySigner } from './authority-signer.ts'
import type { CertificateAuthority } from './certificate-authority.ts'
import { clientRule, legacyRule, nodeClientRule, nodeServingRule } from './signer-request-rules.ts'
import type { Signer } from './signer.ts'

/** The authority of a built-in signer; a function where it can change. */
export type AuthoritySource = CertificateAuthority | (() => CertificateAuthority)

/** Options for {@link createBuiltInSigners}. */
export interface BuiltInSignersOptions {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  /** The authority of all signers, or one for each; signers without one are left out. */
  readonly authority: AuthoritySource | Partial<Readonly<Record<keyof Vocabulary['signers'], AuthoritySource>>>
  /** Longest validity of a certificate, in seconds. @default a year */
  readonly durationSeconds?: number
}

const rules = {
  apiserverClient: clientRule,
  nodeClient: nodeClientRule,
  nodeServing: nodeServingRule,
  legacyUnknown: legacyRule,
} as const

/** Creates the built-in signers of Kubernetes: API server clients, kubelet clients, kubelet serving, legacy unknown. */
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
