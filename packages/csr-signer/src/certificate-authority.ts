import { Buffer } from 'node:buffer'
import { createPublicKey, X509Certificate, type KeyObject } from 'node:crypto'

import { type Clock, type Random } from '@pinnace/meta'
import { formatPem, readPemBlocks } from '@pinnace/x509'

import { keyIdentifierFor, keyIdentifierOf, subjectOf } from './certificate-parts.ts'
import { issueCertificate, type CertificateFields } from './issue-certificate.ts'
import { createPrivateKeyPem, parsePrivateKey, weakness, type KeyType } from './key-pair.ts'
import { toSigningKey } from './signing-key.ts'
import { encodeName, type Subject } from './subject-name.ts'

/** What signs certificates. */
export interface CertificateAuthority {
  /** Its own certificate. */
  readonly certificatePem: string
  /** PKCS#8. */
  readonly privateKeyPem: string
  /** What follows each certificate it signs, up to the root and without it: empty for a root. */
  readonly chainPem: string
  /** Whom to trust, so that what it signs, and what those before it signed, is believed. */
  readonly bundlePem: string
  readonly notAfterMs: number
  /** Signs a certificate. Returns PEM: the certificate and its chain. */
  issue(fields: CertificateFields): Promise<string>
}

/** Options for {@link createAuthority}. */
export interface CreateAuthorityOptions extends Subject {
  readonly clock: Clock
  readonly random: Random
  /** @default 'p-256' */
  readonly keyType?: KeyType
  /** @default ten years */
  readonly durationSeconds?: number
  /** Who signs its certificate, which makes it an intermediate one. @default itself */
  readonly issuer?: CertificateAuthority
}

/** Options for {@link loadAuthority}. */
export interface LoadAuthorityOptions {
  /** The certificate, and behind it those that lead to the root, as far as they are to be sent along. */
  readonly certificatePem: string | Uint8Array
  /** PKCS#8, PKCS#1 or SEC 1. */
  readonly privateKeyPem: string | Uint8Array
  /** Whom to trust. @default the last certificate */
  readonly bundlePem?: string
  readonly random: Random
}

const tenYearsSeconds = 3650 * 24 * 3600
const backdateMs = 5 * 60_000

/** Makes an authority with a new key: a root, or one below `issuer`. */
export async function createAuthority(options: CreateAuthorityOptions): Promise<CertificateAuthority> {
  return makeAuthority(await encodeName(options), options)
}

type MakeAuthorityOptions = Omit<CreateAuthorityOptions, keyof Subject>

async function makeAuthority(subject: Uint8Array, options: MakeAuthorityOptions): Promise<CertificateAuthority> {
  const { clock, random, keyType, durationSeconds = tenYearsSeconds, issuer } = options
  const privateKeyPem = await createPrivateKeyPem(keyType)
  const key = parsePrivateKey(privateKeyPem)
  const now = Math.floor(clock.now() / 1000) * 1000
  const notAfterMs = now + durationSeconds * 1000
  const fields: CertificateFields = {
    subject,
    spki: spkiOf(key),
    notBeforeMs: now - backdateMs,
    notAfterMs: Math.min(notAfterMs, issuer?.notAfterMs ?? notAfterMs),
    // digital signature, cert sign and crl sign
    usages: { keyUsage: 1 | 32 | 64, extended: [] },
    isAuthority: true,
    dnsNames: [],
    emailAddresses: [],
    ipAddresses: [],
    uris: [],
  }
  if (issuer !== undefined) {
    const certificatePem = await issuer.issue(fields)
    return loadAuthority({ certificatePem, privateKeyPem, bundlePem: issuer.bundlePem, random })
  }
  const self = { subject, keyIdentifier: keyIdentifierFor(fields.spki), key: await toSigningKey(key) }
  return loadAuthority({ certificatePem: await issueCertificate(fields, self, random), privateKeyPem, random })
}

/** Takes an authority from its certificates and its key. Throws a TypeError where they do not belong together. */
export function loadAuthority({
  certificatePem,
  privateKeyPem,
  bundlePem,
  random,
}: LoadAuthorityOptions): CertificateAuthority {
  const chain = parseCertificates(certificatePem)
  const key = parsePrivateKey(privateKeyPem)
  const own = chain[0]
  if (own === undefined) throw new TypeError('data does not contain any valid RSA or ECDSA certificates')
  assertChain(chain)
  if (!own.checkPrivateKey(key)) throw new TypeError('tls: private key does not match public key')
  const subject = subjectOf(own)
  const keyIdentifier = keyIdentifierOf(own)
  // Made ready with the first certificate: nothing is loaded for an authority that signs none.
  let signingKey: ReturnType<typeof toSigningKey> | undefined
  const chainPem = chain
    .filter((each) => !isSelfSigned(each))
    .map(pemOf)
    .join('')
  return Object.freeze({
    certificatePem: pemOf(own),
    privateKeyPem: key.export({ type: 'pkcs8', format: 'pem' }) as string,
    chainPem,
    bundlePem: bundlePem ?? pemOf(chain.at(-1)!),
    notAfterMs: Date.parse(own.validTo),
    async issue(fields: CertificateFields) {
      signingKey ??= toSigningKey(key)
      return (await issueCertificate(fields, { subject, keyIdentifier, key: await signingKey }, random)) + chainPem
    },
  })
}

/** Options for {@link rotateAuthority}. */
export interface RotateAuthorityOptions extends Omit<CreateAuthorityOptions, keyof Subject> {
  /** @default as before */
  readonly subject?: Subject
}

/**
 * Makes the next authority: it signs from now on, and its bundle also trusts all those before it that have not expired.
 * Hand out the bundle before what the new one signs.
 */
export async function rotateAuthority(
  current: CertificateAuthority,
  options: RotateAuthorityOptions,
): Promise<CertificateAuthority> {
  const { clock, subject } = options
  const before = subjectOf(new X509Certificate(current.certificatePem))
  const next = await makeAuthority(subject === undefined ? before : await encodeName(subject), options)
  const trusted = new Map<string, string>()
  for (const certificate of parseCertificates(next.bundlePem + current.bundlePem)) {
    if (Date.parse(certificate.validTo) > clock.now()) trusted.set(certificate.fingerprint256, pemOf(certificate))
  }
  return Object.freeze({ ...next, bundlePem: [...trusted.values()].join('') })
}

/** The certificates of a PEM text, in order. Throws a TypeError where one cannot be read. */
export function parseCertificates(pem: string | Uint8Array): X509Certificate[] {
  const certificates: X509Certificate[] = []
  for (const { type, bytes } of readPemBlocks(pem)) {
    if (type !== 'CERTIFICATE') continue
    try {
      certificates.push(new X509Certificate(bytes))
    } catch (error) {
      throw new TypeError('x509: malformed certificate', { cause: error })
    }
  }
  return certificates
}

function assertChain(chain: readonly X509Certificate[]): void {
  chain.forEach((certificate, index) => {
    const next = chain[index + 1]
    const name = JSON.stringify(certificate.subject)
    if (!certificate.ca) throw new TypeError(`certificate of ${name} is not that of an authority`)
    const error = weakness(certificate.publicKey)
    if (error !== undefined) throw new TypeError(`certificate of ${name}: ${error}`)
    if (next !== undefined && !(certificate.checkIssued(next) && certificate.verify(next.publicKey))) {
      throw new TypeError(`certificate of ${name} is not signed by the one behind it`)
    }
  })
}

function isSelfSigned(certificate: X509Certificate): boolean {
  return certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey)
}

function pemOf(certificate: X509Certificate): string {
  return formatPem('CERTIFICATE', certificate.raw)
}

function spkiOf(key: KeyObject): Buffer {
  return createPublicKey(key).export({ type: 'spki', format: 'der' })
}
