import { createPrivateKey, X509Certificate } from 'node:crypto'

/** Throws an Error where the key does not belong to the certificate. */
// upstream: crypto/tls, X509KeyPair
export function assertPair(cert: string, key: string): void {
  try {
    if (new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) return
  } catch (cause) {
    throw new Error(`failed parsing client key/certificate: ${(cause as Error).message}`, { cause })
  }
  throw new Error('failed parsing client key/certificate: private key does not match public key')
}
