import { X509Certificate } from 'node:crypto'

/** Why a text has no certificates in PEM; undefined where it has. Other blocks are skipped. */
// upstream: client-go/util/cert, ParseCertsPEM
export function readCertificates(pem: string): string | undefined {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []
  for (const block of blocks) {
    if (!isCertificate(block)) return 'x509: malformed certificate'
  }
  return blocks.length > 0 ? undefined : 'data does not contain any valid RSA or ECDSA certificates'
}

function isCertificate(block: string): boolean {
  try {
    return new X509Certificate(block).raw.length > 0
  } catch {
    return false
  }
}
