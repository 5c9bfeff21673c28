import { nodeClientRule, nodeServingRule } from '@pinnace/csr-signer'
import type { Vocabulary } from '@pinnace/meta'
import type { CertificateSigningRequestSpec } from '@pinnace/types/certificates-v1beta1'
import { parseCertificateRequest } from '@pinnace/x509'
import { Buffer } from 'node:buffer'

/** The signer of a request that names none: derived from what it asks for, and otherwise the legacy signer, which v1 refuses (`validate-csr.ts`). */
// upstream: pkg/apis/certificates/v1beta1/defaults.go, DefaultSignerNameFromSpec
export function defaultSignerName(
  { request, usages = [] }: Pick<CertificateSigningRequestSpec, 'request' | 'usages'>,
  { signers }: Vocabulary,
): string {
  try {
    const parsed = parseCertificateRequest(Buffer.from(request ?? '', 'base64'))
    if (nodeClientRule(parsed, usages) === undefined) return signers.nodeClient
    if (nodeServingRule(parsed, usages) === undefined) return signers.nodeServing
  } catch {
    // What cannot be read is refused by validation, which says why.
  }
  return signers.legacyUnknown
}
