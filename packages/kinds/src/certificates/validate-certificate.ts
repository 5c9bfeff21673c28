import { Buffer } from 'node:buffer'
import { X509Certificate } from 'node:crypto'
import { quote } from '@pinnace/meta'
import { readDer, readPemBlocks } from '@pinnace/x509'

/** What is wrong with an issued certificate, in base64 as on the wire; `undefined` where nothing is, or none is there. */
// upstream: pkg/apis/certificates/validation, validateCertificate
export function certificateError(base64: string): string | undefined {
  if (base64 === '') return undefined
  let count = 0
  for (const { type, headers, bytes } of readPemBlocks(Buffer.from(base64, 'base64'))) {
    if (type !== 'CERTIFICATE') return `only CERTIFICATE PEM blocks are allowed, found ${quote(type)}`
    if (headers.size > 0) return 'no PEM block headers are permitted'
    if (bytes.length === 0) return 'found CERTIFICATE PEM block containing 0 certificates'
    if (!areCertificates(bytes)) return 'x509: malformed certificate'
    count++
  }
  return count === 0 ? 'must contain at least one CERTIFICATE PEM block' : undefined
}

// A block may hold several certificates, one after the other.
function areCertificates(bytes: Buffer): boolean {
  try {
    for (let rest = bytes; rest.length > 0;) {
      const { raw } = new X509Certificate(readDer(rest).whole)
      rest = rest.subarray(raw.length)
    }
    return true
  } catch {
    return false
  }
}
