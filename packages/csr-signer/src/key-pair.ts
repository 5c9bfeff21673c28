import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { readPemBlocks } from '@pinnace/x509'

/** Types of keys that can be generated. */
export type KeyType = 'p-256' | 'p-384' | 'ed25519' | 'rsa-2048' | 'rsa-3072' | 'rsa-4096'

const generate = promisify(generateKeyPair)

/** Generates a private key. Returns PKCS#8 in PEM. */
export async function createPrivateKeyPem(type: KeyType = 'p-256'): Promise<string> {
  const { privateKey } = await keyPairOf(type)
  return privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
}

function keyPairOf(type: KeyType): Promise<{ readonly privateKey: KeyObject }> {
  switch (type) {
    case 'p-256':
      return generate('ec', { namedCurve: 'P-256' })
    case 'p-384':
      return generate('ec', { namedCurve: 'P-384' })
    case 'ed25519':
      return generate('ed25519', {})
    case 'rsa-2048':
    case 'rsa-3072':
    case 'rsa-4096':
      return generate('rsa', { modulusLength: Number(type.slice(4)) })
    default:
      throw new TypeError(`unknown type of key: ${JSON.stringify(type)}`)
  }
}

const privateKeyTypes: ReadonlySet<string> = new Set(['PRIVATE KEY', 'RSA PRIVATE KEY', 'EC PRIVATE KEY'])

/**
 * The first private key of a PEM text, in PKCS#8, PKCS#1 or SEC 1; other blocks, such as EC PARAMETERS, are skipped.
 * Throws a TypeError where there is none, where it is encrypted, and for keys that are too weak or of another type.
 */
// upstream: client-go/util/keyutil, ParsePrivateKeyPEM
export function parsePrivateKey(pem: string | Uint8Array): KeyObject {
  for (const { type, headers, bytes } of readPemBlocks(pem)) {
    if (!privateKeyTypes.has(type) || headers.size > 0) continue
    const format = type === 'PRIVATE KEY' ? 'pkcs8' : type === 'RSA PRIVATE KEY' ? 'pkcs1' : 'sec1'
    const key = readKey(bytes, format)
    const error = key === undefined ? undefined : weakness(key)
    if (error !== undefined) throw new TypeError(error)
    if (key !== undefined) return key
  }
  throw new TypeError('data does not contain a valid RSA, ECDSA or Ed25519 private key')
}

function readKey(key: Buffer, type: 'pkcs1' | 'pkcs8' | 'sec1'): KeyObject | undefined {
  try {
    return createPrivateKey({ key, format: 'der', type })
  } catch {
    return undefined
  }
}

const curves: ReadonlySet<string> = new Set(['prime256v1', 'secp384r1', 'secp521r1'])

/** Why a key is too weak for certificates; `undefined` for RSA of at least 2048 bits, P-256, P-384, P-521 and Ed25519. */
export function weakness(key: KeyObject): string | undefined {
  const { modulusLength = 0, namedCurve = '' } = key.asymmetricKeyDetails ?? {}
  switch (key.asymmetricKeyType) {
    case 'rsa':
      return modulusLength < 2048 ? `RSA keys must have 2048 bits or more, not ${modulusLength}` : undefined
    case 'ec':
      return curves.has(namedCurve) ? undefined : `unsupported elliptic curve ${JSON.stringify(namedCurve)}`
    case 'ed25519':
      return undefined
    default:
      return `unsupported type of key ${JSON.stringify(key.asymmetricKeyType)}`
  }
}
