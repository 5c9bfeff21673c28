import { ed25519 } from '@noble/curves/ed25519.js'
import { p256, p384, p521 } from '@noble/curves/nist.js'
import { Buffer } from './buffer.ts'
import { at, element, oid, oids, readElement, readElements, tags } from './der.ts'

const curves = {
  prime256v1: { curve: p256, id: oids.p256, jwk: 'P-256', bytes: 32 },
  secp384r1: { curve: p384, id: oids.p384, jwk: 'P-384', bytes: 48 },
  secp521r1: { curve: p521, id: oids.p521, jwk: 'P-521', bytes: 66 },
} as const

/** The elliptic curves, as Node names them. */
export type CurveName = keyof typeof curves

/** What a key consists of. */
export type KeyMaterial =
  | { readonly type: 'ec'; readonly curve: CurveName; readonly point: Uint8Array; readonly secret?: Uint8Array }
  | { readonly type: 'ed25519'; readonly point: Uint8Array; readonly secret?: Uint8Array }
  | { readonly type: 'rsa'; readonly modulus: bigint; readonly exponent: bigint; readonly spki: Uint8Array }

/** The curve of a name. */
export function curveOf(name: CurveName): (typeof curves)[CurveName] {
  return curves[name]
}

/** Makes a key pair on a curve, or for Ed25519. */
export function makeKey(type: 'ec' | 'ed25519', namedCurve = 'prime256v1'): KeyMaterial {
  if (type === 'ed25519') return withSecret('ed25519', ed25519.utils.randomSecretKey())
  const name = Object.keys(curves).find(
    (one) => one === namedCurve || curves[one as CurveName].jwk === namedCurve,
  ) as CurveName
  if (name === undefined) throw new TypeError(`the curve ${namedCurve} is not available in a browser`)
  return withSecret(name, curves[name].curve.utils.randomSecretKey())
}

function withSecret(name: CurveName | 'ed25519', secret: Uint8Array): KeyMaterial {
  if (name === 'ed25519') return { type: 'ed25519', point: ed25519.getPublicKey(secret), secret }
  return { type: 'ec', curve: name, point: curves[name].curve.getPublicKey(secret, false), secret }
}

/** Reads a SubjectPublicKeyInfo. Throws for a key that is malformed, or of another type. */
export function readPublicKey(der: Uint8Array): KeyMaterial {
  const spki = Buffer.from(der)
  const parts = readElements(readElement(spki).content)
  const [type, parameters] = readElements(at(parts, 0).content)
  const bits = at(parts, 1).content.slice(1)
  switch (type?.content.toString('hex')) {
    case oids.ec: {
      const curve = curveNamed(parameters?.content.toString('hex'))
      // Throws for a point that is not on the curve.
      return { type: 'ec', curve, point: curves[curve].curve.Point.fromBytes(bits).toBytes(false) }
    }
    case oids.ed25519:
      if (bits.length !== 32) throw new Error('the key has a wrong length')
      return { type: 'ed25519', point: Uint8Array.from(bits) }
    case oids.rsa: {
      const numbers = readElements(readElement(bits).content)
      return {
        type: 'rsa',
        modulus: integerOf(at(numbers, 0).content),
        exponent: integerOf(at(numbers, 1).content),
        spki,
      }
    }
    default:
      throw new Error('the key is of an unknown type')
  }
}

/** Reads a private key, PKCS#8 or SEC 1. Throws for RSA, and for a key that is malformed. */
export function readPrivateKey(der: Uint8Array, format: 'pkcs8' | 'sec1'): KeyMaterial {
  const parts = readElements(readElement(Buffer.from(der)).content)
  if (format === 'sec1') {
    const parameters = parts.find(({ tag }) => tag === 0xa0)
    if (parameters === undefined) throw new Error('the key names no curve')
    return withSecret(curveNamed(readElement(parameters.content).content.toString('hex')), at(parts, 1).content)
  }
  const [type, parameters] = readElements(at(parts, 1).content)
  const inner = readElement(at(parts, 2).content)
  switch (type?.content.toString('hex')) {
    case oids.ec:
      return withSecret(curveNamed(parameters?.content.toString('hex')), at(readElements(inner.content), 1).content)
    case oids.ed25519:
      return withSecret('ed25519', inner.content)
    default:
      throw new Error('private keys other than EC and Ed25519 are not available in a browser')
  }
}

/** Writes a SubjectPublicKeyInfo. */
export function writePublicKey(key: KeyMaterial): Buffer {
  if (key.type === 'rsa') return Buffer.from(key.spki)
  return element(tags.sequence, algorithmOf(key), element(tags.bits, Uint8Array.of(0), key.point))
}

/** Writes PKCS#8. Throws for a public key. */
export function writePrivateKey(key: KeyMaterial): Buffer {
  if (key.type === 'rsa' || key.secret === undefined) throw new TypeError('the key is public')
  const secret =
    key.type === 'ed25519'
      ? element(tags.octets, key.secret)
      : element(
          tags.sequence,
          element(tags.integer, Uint8Array.of(1)),
          element(tags.octets, key.secret),
          element(0xa1, element(tags.bits, Uint8Array.of(0), key.point)),
        )
  const version = element(tags.integer, Uint8Array.of(0))
  return element(tags.sequence, version, algorithmOf(key), element(tags.octets, secret))
}

function algorithmOf(key: Exclude<KeyMaterial, { readonly type: 'rsa' }>): Buffer {
  if (key.type === 'ed25519') return element(tags.sequence, oid(oids.ed25519))
  return element(tags.sequence, oid(oids.ec), oid(curves[key.curve].id))
}

function curveNamed(id: string | undefined): CurveName {
  const name = Object.keys(curves).find((one) => curves[one as CurveName].id === id)
  if (name === undefined) throw new Error('the curve is not available in a browser')
  return name as CurveName
}

function integerOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`)
}
