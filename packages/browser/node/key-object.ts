import { Buffer } from './buffer.ts'
import {
  curveOf,
  makeKey,
  readPrivateKey,
  readPublicKey,
  writePrivateKey,
  writePublicKey,
  type KeyMaterial,
} from './keys.ts'
import { readPem, writePem } from './pem.ts'

/** KeyObject of Node, for EC and Ed25519; RSA keys verify only. */
export class KeyObject {
  readonly type: 'private' | 'public'
  readonly material: KeyMaterial

  constructor(type: 'private' | 'public', material: KeyMaterial) {
    this.type = type
    this.material = material
  }

  get [Symbol.toStringTag](): string {
    return 'KeyObject'
  }

  get asymmetricKeyType(): KeyMaterial['type'] {
    return this.material.type
  }

  get asymmetricKeyDetails(): { readonly namedCurve?: string; readonly modulusLength?: number } {
    const { material } = this
    if (material.type === 'ec') return { namedCurve: material.curve }
    return material.type === 'rsa' ? { modulusLength: material.modulus.toString(2).length } : {}
  }

  export({ type, format }: { readonly type?: string; readonly format: string }): Buffer | string | object {
    if (format === 'jwk') return toJwk(this)
    const isPrivate = type === 'pkcs8'
    const der = isPrivate ? writePrivateKey(this.material) : writePublicKey(this.material)
    return format === 'pem' ? writePem(isPrivate ? 'PRIVATE KEY' : 'PUBLIC KEY', der) : der
  }

  equals(other: KeyObject): boolean {
    return this.type === other.type && writePublicKey(this.material).equals(writePublicKey(other.material))
  }
}

interface DerKey {
  readonly key: Uint8Array | string
  readonly format?: string
  readonly type?: string
}

/** `createPrivateKey` of Node, for PEM and DER. */
export function createPrivateKey(given: string | Uint8Array | DerKey): KeyObject {
  if (typeof given !== 'string' && !(given instanceof Uint8Array) && given.format === 'der') {
    if (given.type === 'pkcs1') throw new TypeError('RSA keys that sign are not available in a browser')
    return new KeyObject('private', readPrivateKey(bytesOf(given.key), given.type === 'sec1' ? 'sec1' : 'pkcs8'))
  }
  const { type, bytes } = readPem(textOf(given))
  return new KeyObject('private', readPrivateKey(bytes, type === 'EC PRIVATE KEY' ? 'sec1' : 'pkcs8'))
}

/** `createPublicKey` of Node, of a private key, PEM or DER. */
export function createPublicKey(given: string | Uint8Array | KeyObject | DerKey): KeyObject {
  if (given instanceof KeyObject) return new KeyObject('public', withoutSecret(given.material))
  if (typeof given !== 'string' && !(given instanceof Uint8Array) && given.format === 'der') {
    return new KeyObject('public', readPublicKey(bytesOf(given.key)))
  }
  const text = textOf(given)
  const { type, bytes } = readPem(text)
  if (type.endsWith('PRIVATE KEY')) return createPublicKey(createPrivateKey(text))
  return new KeyObject('public', readPublicKey(bytes))
}

interface KeyPair {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

/** `generateKeyPairSync` of Node. */
export function generateKeyPairSync(type: string, { namedCurve }: { readonly namedCurve?: string } = {}): KeyPair {
  if (type !== 'ec' && type !== 'ed25519') throw new TypeError(`a key of type ${type} cannot be made in a browser`)
  const privateKey = new KeyObject('private', makeKey(type, namedCurve))
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

/** `generateKeyPair` of Node; its promise has both keys. */
export function generateKeyPair(
  type: string,
  options: { readonly namedCurve?: string },
  done: (error: unknown, pair?: KeyPair) => void,
): void {
  queueMicrotask(() => {
    try {
      done(null, generateKeyPairSync(type, options))
    } catch (error) {
      done(error)
    }
  })
}

/** `createECDH` of Node, for new keys. */
export function createECDH(namedCurve: string): { generateKeys(): Buffer; getPrivateKey(): Buffer } {
  let secret: Uint8Array | undefined
  return {
    generateKeys() {
      const made = makeKey('ec', namedCurve)
      if (made.type !== 'ec') throw new TypeError(`${namedCurve} is no curve`)
      secret = made.secret
      return Buffer.from(made.point)
    },
    getPrivateKey() {
      if (secret === undefined) throw new TypeError('no key has been generated')
      return Buffer.from(secret)
    },
  }
}

function withoutSecret(material: KeyMaterial): KeyMaterial {
  if (material.type === 'rsa') return material
  const { secret: _secret, ...others } = material
  return others
}

function toJwk({ type, material }: KeyObject): object {
  if (material.type === 'rsa') throw new TypeError('RSA keys cannot be exported in a browser')
  const { point, secret } = material
  const d = type === 'private' && secret !== undefined ? { d: url(secret) } : {}
  if (material.type === 'ed25519') return { kty: 'OKP', crv: 'Ed25519', x: url(point), ...d }
  const { jwk, bytes } = curveOf(material.curve)
  return { kty: 'EC', crv: jwk, x: url(point.subarray(1, 1 + bytes)), y: url(point.subarray(1 + bytes)), ...d }
}

function url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url' as 'base64')
}

function bytesOf(key: Uint8Array | string): Uint8Array {
  return typeof key === 'string' ? Buffer.from(key, 'latin1') : key
}

function textOf(given: string | Uint8Array | DerKey): string {
  const key = typeof given === 'string' || given instanceof Uint8Array ? given : given.key
  return typeof key === 'string' ? key : Buffer.from(key).toString()
}
