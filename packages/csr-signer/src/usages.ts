import { quote } from '@pinnace/meta'
import { extendedKeyUsage, keyUsage, type CertificateUsages } from '@pinnace/x509'

const keyUsages: ReadonlyMap<string, number> = new Map([
  ['signing', keyUsage.digitalSignature],
  ['digital signature', keyUsage.digitalSignature],
  ['content commitment', keyUsage.contentCommitment],
  ['key encipherment', keyUsage.keyEncipherment],
  ['data encipherment', keyUsage.dataEncipherment],
  ['key agreement', keyUsage.keyAgreement],
  ['cert sign', keyUsage.certSign],
  ['crl sign', keyUsage.crlSign],
  ['encipher only', keyUsage.encipherOnly],
  ['decipher only', keyUsage.decipherOnly],
])

// In the order in which certificates list them.
const extendedUsages: ReadonlyMap<string, string> = new Map([
  ['any', extendedKeyUsage.any],
  ['server auth', extendedKeyUsage.serverAuth],
  ['client auth', extendedKeyUsage.clientAuth],
  ['code signing', '1.3.6.1.5.5.7.3.3'],
  ['email protection', '1.3.6.1.5.5.7.3.4'],
  ['s/mime', '1.3.6.1.5.5.7.3.4'],
  ['ipsec end system', '1.3.6.1.5.5.7.3.5'],
  ['ipsec tunnel', '1.3.6.1.5.5.7.3.6'],
  ['ipsec user', '1.3.6.1.5.5.7.3.7'],
  ['timestamping', '1.3.6.1.5.5.7.3.8'],
  ['ocsp signing', '1.3.6.1.5.5.7.3.9'],
  ['microsoft sgc', '1.3.6.1.4.1.311.10.3.3'],
  ['netscape sgc', '2.16.840.1.113730.4.1'],
])

/** Converts the usages of a request to those of a certificate. Throws a TypeError for an unknown one. */
// upstream: pkg/controller/certificates/authority/policies.go, keyUsagesFromStrings
export function readUsages(usages: readonly string[]): CertificateUsages {
  const unknown = usages.filter((usage) => !keyUsages.has(usage) && !extendedUsages.has(usage))
  if (unknown.length > 0) throw new TypeError(`unrecognized usage values: [${unknown.map(quote).join(' ')}]`)
  const asked = new Set(usages)
  return {
    keyUsage: usages.reduce((bits, usage) => bits | (keyUsages.get(usage) ?? 0), 0),
    extended: [...new Set([...extendedUsages].filter(([usage]) => asked.has(usage)).map(([, oid]) => oid))],
  }
}
