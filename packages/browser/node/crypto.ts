import { Buffer } from './buffer.ts'
import type { KeyObject } from './key-object.ts'
import { absent } from './absent.ts'
import { signBytes, verifyBytes } from './signatures.ts'

// The part of node:crypto that the server uses, without waiting: the functions of browsers are asynchronous.

export { X509Certificate } from './certificate.ts'
export { createHash, hash } from './digests.ts'
export {
  createECDH,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  generateKeyPairSync,
  KeyObject,
} from './key-object.ts'

export const constants: { readonly RSA_PKCS1_PADDING: 1; readonly RSA_PKCS1_PSS_PADDING: 6 } = {
  RSA_PKCS1_PADDING: 1,
  RSA_PKCS1_PSS_PADDING: 6,
}

export function randomBytes(count: number): Buffer {
  return Buffer.from(globalThis.crypto.getRandomValues(new Uint8Array(count)))
}

export function randomUUID(): string {
  const bytes = randomBytes(16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

export function timingSafeEqual(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) throw new RangeError('Input buffers must have the same byte length')
  let difference = 0
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0)
  return difference === 0
}

type Signed = (error: unknown, signature?: Buffer) => void

export function sign(
  algorithm: string | null | undefined,
  data: Uint8Array,
  key: KeyObject,
  done?: Signed,
): Buffer | undefined {
  if (done === undefined) return signBytes(algorithm, data, key.material)
  queueMicrotask(() => {
    try {
      done(null, signBytes(algorithm, data, key.material))
    } catch (error) {
      done(error)
    }
  })
  return undefined
}

export function verify(
  algorithm: string | null | undefined,
  data: Uint8Array,
  given: KeyObject | { readonly key: KeyObject; readonly padding?: number },
  signature: Uint8Array,
): boolean {
  const padding = 'padding' in given ? given.padding : constants.RSA_PKCS1_PADDING
  const key = 'key' in given ? given.key : given
  // Salts of PSS are not read.
  if (key.asymmetricKeyType === 'rsa' && padding !== constants.RSA_PKCS1_PADDING) return false
  return verifyBytes(algorithm, data, key.material, signature)
}

export const createCipheriv = (): never => absent('encryption at rest')
export const createDecipheriv = (): never => absent('encryption at rest')
