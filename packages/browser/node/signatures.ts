import { ed25519 } from '@noble/curves/ed25519.js'
import { Buffer } from './buffer.ts'
import { digestOf } from './digests.ts'
import { curveOf, type KeyMaterial } from './keys.ts'

/** Signs bytes. Throws for a public key and for RSA. */
export function signBytes(algorithm: string | null | undefined, data: Uint8Array, key: KeyMaterial): Buffer {
  if (key.type === 'rsa' || key.secret === undefined) throw new TypeError('the key cannot sign')
  if (key.type === 'ed25519') return Buffer.from(ed25519.sign(data, key.secret))
  const digest = digestOf(algorithm ?? 'sha256')(data)
  const { curve } = curveOf(key.curve)
  return Buffer.from(curve.sign(digest, key.secret, { prehash: false, format: 'der', lowS: false }))
}

/** Whether a signature is one of the key over the bytes. */
export function verifyBytes(
  algorithm: string | null | undefined,
  data: Uint8Array,
  key: KeyMaterial,
  signature: Uint8Array,
): boolean {
  try {
    if (key.type === 'ed25519') return ed25519.verify(signature, data, key.point)
    const name = algorithm ?? 'sha256'
    const digest = digestOf(name)(data)
    if (key.type === 'rsa') return verifyRsa(name, digest, key, signature)
    const { curve } = curveOf(key.curve)
    return curve.verify(signature, digest, key.point, { prehash: false, format: 'der', lowS: false })
  } catch {
    return false
  }
}

/** The beginnings of DigestInfo, hex. */
const digestInfos: Readonly<Record<string, string>> = {
  sha1: '3021300906052b0e03021a05000414',
  sha256: '3031300d060960864801650304020105000420',
  sha384: '3041300d060960864801650304020205000430',
  sha512: '3051300d060960864801650304020305000440',
}

// upstream: RFC 8017, 8.2.2 – RSASSA-PKCS1-v1_5; the encoding is compared as a whole.
function verifyRsa(
  name: string,
  digest: Uint8Array,
  { modulus, exponent }: Extract<KeyMaterial, { readonly type: 'rsa' }>,
  signature: Uint8Array,
): boolean {
  const info = digestInfos[name]
  const size = Math.ceil(modulus.toString(16).length / 2)
  if (info === undefined || signature.length !== size) return false
  const value = power(BigInt(`0x${Buffer.from(signature).toString('hex')}`), exponent, modulus)
  const tail = `00${info}${Buffer.from(digest).toString('hex')}`
  const expected = `0001${'ff'.repeat(size - 2 - tail.length / 2)}${tail}`
  return value.toString(16).padStart(2 * size, '0') === expected
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  let square = base % modulus
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}
