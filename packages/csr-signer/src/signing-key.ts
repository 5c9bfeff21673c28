import { webcrypto, type KeyObject } from 'node:crypto'

/** A key in the form the library signs with. */
export interface SigningKey {
  readonly key: webcrypto.CryptoKey
  readonly algorithm: webcrypto.Algorithm & { readonly hash?: string; readonly namedCurve?: string }
}

/** Brings a private key into that form, for the hash that belongs to it. */
export async function toSigningKey(privateKey: KeyObject): Promise<SigningKey> {
  const algorithm = algorithmOf(privateKey)
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' })
  return { key: await webcrypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']), algorithm }
}

// upstream: crypto/x509, signingParamsForKey – a curve goes with the hash of its size.
function algorithmOf(key: KeyObject): SigningKey['algorithm'] {
  switch (key.asymmetricKeyDetails?.namedCurve) {
    case 'prime256v1':
      return { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
    case 'secp384r1':
      return { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' }
    case 'secp521r1':
      return { name: 'ECDSA', namedCurve: 'P-521', hash: 'SHA-512' }
    default:
      return key.asymmetricKeyType === 'rsa' ? { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } : { name: 'Ed25519' }
  }
}
