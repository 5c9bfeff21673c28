import type { Buffer } from 'node:buffer'
import { createPublicKey, X509Certificate, type KeyObject } from 'node:crypto'
import type { Clock, Random } from '@pinnace/meta'
import {
  encodeDistinguishedName,
  formatPem,
  keyIdentifierFor,
  keyIdentifierOf,
  keyUsage,
  parseCertificates,
  signCertificate,
  subjectOf,
  type CertificateFields,
  type Subject,
} from '@pinnace/x509'
import { createPrivateKeyPem, parsePrivateKey, weakness, type KeyType } from './key-pair.ts'

/** A certificate authority: its certificates and its private key. */
export interface CertificateAuthority {
  /** Its own certificate. */
  readonly certificatePem: string
  /** PKCS#8. */
  readonly privateKeyPem: string
  /** The intermediate certificates sent with each certificate it signs, without the root; empty for a root. */
  readonly chainPem: string
  /** The certificates to trust so that what this authority, and those it replaced, have signed is accepted. */
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
  /** The authority that signs the certificate, which makes the new one an intermediate. @default itself */
  readonly issuer?: CertificateAuthority
}

/** Options for {@link loadAuthority}. */
export interface LoadAuthorityOptions {
  /** The authority's certificate, followed by the certificates up to the root that are to be sent along. */
  readonly certificatePem: string | Uint8Array
  /** PKCS#8, PKCS#1 or SEC 1. */
  readonly privateKeyPem: string | Uint8Array
  /** The certificates to trust. @default the last certificate */
  readonly bundlePem?: string
  readonly random: Random
}

const tenYearsSeconds = 3650 * 24 * 3600
const backdateMs = 5 * 60_000

/** Creates an authority with a new key: a root, or an intermediate below `issuer`. */
export async function createAuthority(options: CreateAuthorityOptions): Promise<CertificateAuthority> {
  return authorityWithNewKey(encodeDistinguishedName(options), options)
}

async function authorityWithNewKey(
  subject: Uint8Array,
  options: Omit<CreateAuthorityOptions, keyof Subject>,
): Promise<CertificateAuthority> {
  const { clock, random, keyType, durationSeconds = tenYearsSeconds, issuer } = options
  const privateKeyPem = await createPrivateKeyPem(keyType)
  const privateKey = parsePrivateKey(privateKeyPem)
  const now = Math.floor(clock.now() / 1000) * 1000
  const notAfterMs = now + durationSeconds * 1000
  const fields: CertificateFields = {
    subject,
    spki: spkiOf(privateKey),
    notBeforeMs: now - backdateMs,
    notAfterMs: Math.min(notAfterMs, issuer?.notAfterMs ?? notAfterMs),
    usages: { keyUsage: keyUsage.digitalSignature | keyUsage.certSign | keyUsage.crlSign, extended: [] },
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
  const self = { subject, keyIdentifier: keyIdentifierFor(fields.spki), privateKey }
  return loadAuthority({ certificatePem: await signCertificate(fields, self, random), privateKeyPem, random })
}

/** Loads an authority from its certificates and its key. Throws a TypeError where they do not belong together. */
export function loadAuthority({
  certificatePem,
  privateKeyPem,
  bundlePem,
  random,
}: LoadAuthorityOptions): CertificateAuthority {
  const chain = parseCertificates(certificatePem)
  const privateKey = parsePrivateKey(privateKeyPem)
  const [own] = chain
  const last = chain.at(-1)
  if (own === undefined || last === undefined) {
    throw new TypeError('data does not contain any valid RSA or ECDSA certificates')
  }
  assertChain(chain)
  if (!own.checkPrivateKey(privateKey)) throw new TypeError('tls: private key does not match public key')
  const self = { subject: subjectOf(own), keyIdentifier: keyIdentifierOf(own), privateKey }
  const chainPem = chain
    .filter((each) => !isSelfSigned(each))
    .map(pemOf)
    .join('')
  return Object.freeze({
    certificatePem: pemOf(own),
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    chainPem,
    bundlePem: bundlePem ?? pemOf(last),
    notAfterMs: Date.parse(own.validTo),
    issue: async (fields: CertificateFields) => (await signCertificate(fields, self, random)) + chainPem,
  })
}

/** Options for {@link rotateAuthority}. */
export interface RotateAuthorityOptions extends Omit<CreateAuthorityOptions, keyof Subject> {
  /** @default that of the current authority */
  readonly subject?: Subject
}

/**
 * Creates the successor of an authority. Its bundle also trusts the authorities before it that have not expired.
 * Distribute the bundle before certificates that the successor has signed.
 */
export async function rotateAuthority(
  current: CertificateAuthority,
  options: RotateAuthorityOptions,
): Promise<CertificateAuthority> {
  const { clock, subject } = options
  const name =
    subject === undefined ? subjectOf(new X509Certificate(current.certificatePem)) : encodeDistinguishedName(subject)
  const next = await authorityWithNewKey(name, options)
  const trusted = new Map<string, string>()
  for (const certificate of parseCertificates(next.bundlePem + current.bundlePem)) {
    if (Date.parse(certificate.validTo) > clock.now()) trusted.set(certificate.fingerprint256, pemOf(certificate))
  }
  return Object.freeze({ ...next, bundlePem: [...trusted.values()].join('') })
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
