import { withErrorCodes } from '@pinnace/meta'
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { formatPem, readPemBlocks, type PemBlock } from '@pinnace/x509'

/** A key to verify service account tokens with. */
export interface TokenKey {
  /** The `kid` of tokens: base64url of the SHA-256 of the public key in DER. */
  readonly id: string
  /** The only algorithm it is for: RS256, ES256, ES384 or ES512. */
  readonly algorithm: string
  readonly publicKey: KeyObject
}

/** A key to sign service account tokens with. */
export interface TokenSigningKey extends TokenKey {
  readonly privateKey: KeyObject
}

/**
 * The keys of a PEM text: public keys, and those of certificates and private keys. Throws a TypeError where there is none,
 * or one that is not RSA of at least 2048 bits or EC on P-256, P-384 or P-521.
 */
// upstream: client-go/util/keyutil, ParsePublicKeysPEM
export function loadTokenKeys(pem: string): readonly TokenKey[] {
  return withErrorCodes('authenticator-options', () => {
    const blocks = pemBlocks(pem)
    if (blocks.length === 0) throw new TypeError('a key file must hold at least one PEM key')
    return Object.freeze(blocks.map((block) => toTokenKey(read(() => createPublicKey(textOf(block))))))
  })
}

/** The signing key of a PEM text: its first private key. Throws a TypeError as {@link loadTokenKeys} does. */
export function loadTokenSigningKey(pem: string): TokenSigningKey {
  return withErrorCodes('authenticator-options', () => {
    const block = pemBlocks(pem).find(({ type }) => type.endsWith('PRIVATE KEY'))
    if (block === undefined) throw new TypeError('a signing key file must hold a PEM private key')
    return toTokenSigningKey(read(() => createPrivateKey(textOf(block))))
  })
}

/** A private key with the id and the algorithm of its tokens. */
export function toTokenSigningKey(privateKey: KeyObject): TokenSigningKey {
  return Object.freeze({ ...toTokenKey(createPublicKey(privateKey)), privateKey })
}

/** A public key with the id and the algorithm of its tokens. */
// upstream: pkg/serviceaccount/jwt.go, keyIDFromPublicKey; openidmetadata.go, algorithmFromPublicKey
export function toTokenKey(publicKey: KeyObject): TokenKey {
  const id = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url')
  return Object.freeze({ id, algorithm: algorithmOf(publicKey), publicKey })
}

const curves: Readonly<Record<string, string>> = { prime256v1: 'ES256', secp384r1: 'ES384', secp521r1: 'ES512' }

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string {
  if (asymmetricKeyType === 'rsa') {
    const bits = asymmetricKeyDetails?.modulusLength ?? 0
    if (bits < 2048) throw new TypeError(`an RSA key for tokens must have 2048 bits or more, not ${bits}`)
    return 'RS256'
  }
  const algorithm = asymmetricKeyType === 'ec' ? curves[asymmetricKeyDetails?.namedCurve ?? ''] : undefined
  if (algorithm === undefined) throw new TypeError('a key for tokens must be RSA, or EC on P-256, P-384 or P-521')
  return algorithm
}

function pemBlocks(pem: string): PemBlock[] {
  return [...readPemBlocks(pem)].filter(({ type }) => type !== 'EC PARAMETERS')
}

function textOf({ type, bytes }: PemBlock): string {
  return formatPem(type, bytes)
}

function read(parse: () => KeyObject): KeyObject {
  try {
    return parse()
  } catch (cause) {
    throw new TypeError('a key file cannot be read', { cause })
  }
}
