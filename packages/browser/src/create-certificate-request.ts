import { generateKeyPairSync } from 'node:crypto'
import { signCertificateRequest } from '@pinnace/x509'

/** Options for {@link createCertificateRequest}. */
export interface CertificateRequestOptions {
  /** The common name: the user. */
  readonly username: string
  /** The organizations: the groups of the user. */
  readonly groups?: readonly string[]
}

/** Makes a key on P-256 and a PKCS#10 request for it, both PEM. The key never leaves the page. */
export async function createCertificateRequest({ username, groups = [] }: CertificateRequestOptions): Promise<{
  readonly request: string
  readonly key: string
}> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    request: await signCertificateRequest({ commonName: username, organizations: groups }, privateKey),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
