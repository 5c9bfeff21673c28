import type { Buffer } from 'node:buffer'
import { createHash, type X509Certificate } from 'node:crypto'

import { readDer, readDerElements, type DerElement } from '@pinnace/x509'

// What node's crypto does not tell of a certificate, read from its DER, which node's crypto has parsed before.

/** The name of the subject. */
export function subjectOf(certificate: X509Certificate): Buffer {
  // Serial number, algorithm, issuer, validity, subject; a version before them is tagged.
  return certifiedFields(certificate).filter(({ tag }) => tag !== 0xa0)[4]!.whole
}

const subjectKeyIdentifier = '551d0e'

/** What a certificate calls its key, which is what those it signs must call it: `undefined` where it has no name. */
export function keyIdentifierOf(certificate: X509Certificate): Buffer | undefined {
  const field = certifiedFields(certificate).find(({ tag }) => tag === 0xa3)
  if (field === undefined) return undefined
  for (const { content } of readDerElements(readDer(field.content).content)) {
    const [id, ...rest] = readDerElements(content)
    if (id?.content.toString('hex') === subjectKeyIdentifier) return readDer(rest.at(-1)!.content).content
  }
  return undefined
}

/** What a key is called where nobody has named it. */
// upstream: RFC 5280, 4.2.1.2 – SHA-1 of the key's bits; a name for a key, not a proof.
export function keyIdentifierFor(spki: Buffer): Buffer {
  const [, bits] = readDerElements(readDer(spki).content)
  return createHash('sha1').update(bits!.content.subarray(1)).digest()
}

function certifiedFields(certificate: X509Certificate): DerElement[] {
  return readDerElements(readDer(readDer(certificate.raw).content).content)
}
