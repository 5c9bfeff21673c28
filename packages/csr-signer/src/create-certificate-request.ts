import { signCertificateRequest, type CertificateRequestFields } from '@pinnace/x509'
import { parsePrivateKey } from './key-pair.ts'

/** Options for {@link createCertificateRequest}. */
export interface CertificateRequestOptions extends CertificateRequestFields {
  /** PKCS#8, PKCS#1 or SEC 1. */
  readonly privateKeyPem: string
}

/** Creates a PKCS#10 request, signed with its own key. Returns PEM. */
export async function createCertificateRequest({
  privateKeyPem,
  ...fields
}: CertificateRequestOptions): Promise<string> {
  return signCertificateRequest(fields, parsePrivateKey(privateKeyPem))
}
