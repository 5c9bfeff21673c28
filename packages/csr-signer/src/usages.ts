import { quote } from '@pinnace/meta'

/** Usages as a certificate says them. */
export interface CertificateUsages {
  /** Bits of keyUsage, the first bit lowest. */
  readonly keyUsage: number
  /** Object identifiers of extKeyUsage. */
  readonly extended: readonly string[]
}

const keyUsages: ReadonlyMap<string, number> = new Map([
  ['signing', 1],
  ['digital signature', 1],
  ['content commitment', 2],
  ['key encipherment', 4],
  ['data encipherment', 8],
  ['key agreement', 16],
  ['cert sign', 32],
  ['crl sign', 64],
  ['encipher only', 128],
  ['decipher only', 256],
])

// In the order certificates list them.
const extendedUsages: ReadonlyMap<string, string> = new Map([
  ['any', '2.5.29.37.0'],
  ['server auth', '1.3.6.1.5.5.7.3.1'],
  ['client auth', '1.3.6.1.5.5.7.3.2'],
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

/** Reads usages as requests name them. Throws where one is not known. */
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
