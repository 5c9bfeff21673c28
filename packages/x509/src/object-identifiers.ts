import { Buffer } from 'node:buffer'

/** The content octets of an object identifier in dotted form, for example `2.5.29.17`. */
export function objectIdentifierBytes(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return Buffer.from([first * 40 + second, ...rest].flatMap(base128))
}

/** The digits of an arc, seven bits each; every one but the last has its high bit set. */
function base128(arc: number): number[] {
  const digits = [arc & 0x7f]
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) digits.unshift((rest & 0x7f) | 0x80)
  return digits
}

/** Object identifiers by name, as the hex of their content octets: readers compare them, and writers write them. */
export const oid = {
  // 2.5.4.3
  commonName: '550403',
  // 2.5.4.10
  organization: '55040a',

  // 2.5.29.14
  subjectKeyIdentifier: '551d0e',
  // 2.5.29.15
  keyUsage: '551d0f',
  // 2.5.29.17
  subjectAltName: '551d11',
  // 2.5.29.19
  basicConstraints: '551d13',
  // 2.5.29.30
  nameConstraints: '551d1e',
  // 2.5.29.32
  certificatePolicies: '551d20',
  // 2.5.29.35
  authorityKeyIdentifier: '551d23',
  // 2.5.29.37
  extendedKeyUsage: '551d25',
  // 1.2.840.113549.1.9.14
  extensionRequest: '2a864886f70d01090e',

  // 1.2.840.113549.1.1.1
  rsaEncryption: '2a864886f70d010101',
  // 1.2.840.10045.2.1
  ecPublicKey: '2a8648ce3d0201',
  // 1.3.132.0.33
  p224: '2b81040021',
  // 1.2.840.10045.3.1.7
  p256: '2a8648ce3d030107',
  // 1.3.132.0.34
  p384: '2b81040022',
  // 1.3.132.0.35
  p521: '2b81040023',

  // 1.2.840.113549.1.1.4
  md5WithRsa: '2a864886f70d010104',
  // 1.2.840.113549.1.1.5
  sha1WithRsa: '2a864886f70d010105',
  // 1.2.840.113549.1.1.10
  rsaPss: '2a864886f70d01010a',
  // 1.2.840.113549.1.1.11
  sha256WithRsa: '2a864886f70d01010b',
  // 1.2.840.113549.1.1.12
  sha384WithRsa: '2a864886f70d01010c',
  // 1.2.840.113549.1.1.13
  sha512WithRsa: '2a864886f70d01010d',
  // 1.2.840.10045.4.1
  ecdsaWithSha1: '2a8648ce3d0401',
  // 1.2.840.10045.4.3.2
  ecdsaWithSha256: '2a8648ce3d040302',
  // 1.2.840.10045.4.3.3
  ecdsaWithSha384: '2a8648ce3d040303',
  // 1.2.840.10045.4.3.4
  ecdsaWithSha512: '2a8648ce3d040304',
  // 1.3.101.112, of the key and of its signatures
  ed25519: '2b6570',
  // 2.16.840.1.101.3.4.2.1
  sha256: '608648016503040201',
  // 2.16.840.1.101.3.4.2.2
  sha384: '608648016503040202',
  // 2.16.840.1.101.3.4.2.3
  sha512: '608648016503040203',
} as const

/** Values of extended key usages, in dotted form. */
export const extendedKeyUsage = {
  any: '2.5.29.37.0',
  serverAuth: '1.3.6.1.5.5.7.3.1',
  clientAuth: '1.3.6.1.5.5.7.3.2',
} as const
