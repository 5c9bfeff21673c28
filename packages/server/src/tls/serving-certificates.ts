import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

import { systemClock, systemRandom, type Clock, type Random, type Vocabulary } from '@pinnace/meta'

import {
  generateKey,
  privateKeyPem,
  signCertificate,
  type CertificateFields,
  type Signer,
  type Subject,
} from './certificate.ts'

/** Options of {@link createServingCertificates}. */
export interface ServingCertificatesOptions {
  readonly vocabulary: Vocabulary
  /** More DNS names the server answers to, beside `localhost` and those of its own service. */
  readonly hosts?: readonly string[]
  /** More addresses the server answers on, beside `127.0.0.1` and `::1`. */
  readonly ips?: readonly string[]
  /** Domain of services, for the longest of the server's own names. @default 'cluster.local' */
  readonly serviceDomain?: string
  /** An authority that was made before. @default a new one */
  readonly authority?: CertificateAndKey
  /** @default 365 days */
  readonly ttlMs?: number
  readonly clock?: Clock
  readonly random?: Random
}

/** A certificate and its private key, PEM. */
export interface CertificateAndKey {
  readonly cert: string
  readonly key: string
}

/** What {@link ServingCertificates.issueClientCertificate} signs. */
export interface ClientCertificateRequest {
  /** The subject's common name. */
  readonly username: string
  /** The subject's organizations. */
  readonly groups?: readonly string[]
  /** @default 365 days */
  readonly ttlMs?: number
}

/** An authority that lives in memory, and what it has signed for this server. */
export interface ServingCertificates extends CertificateAndKey {
  /** The authority's certificate, PEM: what clients trust, and what client certificates are verified against. */
  readonly ca: string
  /** The authority's private key, PEM: whoever has it is anybody. */
  readonly caKey: string
  /** Signs a client certificate. Synchronous: a key and a signature, well under a millisecond. */
  issueClientCertificate(request: ClientCertificateRequest): CertificateAndKey
}

const dayMs = 86_400_000
// Certificates start a little early, for clients whose clocks are behind.
const leewayMs = 5 * 60_000

/** Creates an authority and a serving certificate in memory (P-256), valid for loopback and for the server's own service. */
export function createServingCertificates(options: ServingCertificatesOptions): ServingCertificates {
  const { vocabulary, hosts = [], ips = [], ttlMs = 365 * dayMs, clock = systemClock, random = systemRandom } = options
  const { serviceDomain = 'cluster.local' } = options
  const { cert: ca, key: caKey } = options.authority ?? createAuthority({ vocabulary, clock, random })
  const authority = signerOf(vocabulary, createPrivateKey(caKey))
  const sign = (
    subject: Subject,
    publicKey: KeyObject,
    lifeMs: number,
    fields: Pick<CertificateFields, 'usage' | 'dnsNames' | 'ips'>,
  ): string => {
    const from = clock.now() - leewayMs
    return signCertificate(
      { subject, publicKey, notBeforeMs: from, notAfterMs: clock.now() + lifeMs, ...fields },
      authority,
      random,
    )
  }
  const serving = generateKey()
  const cert = sign({ commonName: `${vocabulary.product}-server` }, serving.publicKey, ttlMs, {
    usage: 'serverAuth',
    dnsNames: unique(['localhost', ...serviceNames(vocabulary.product, serviceDomain), ...hosts]),
    ips: unique(['127.0.0.1', '::1', ...ips]),
  })
  return {
    ca,
    caKey,
    cert,
    key: privateKeyPem(serving.privateKey),
    issueClientCertificate({ username, groups = [], ttlMs: lifeMs = 365 * dayMs }) {
      if (username === '') throw new TypeError('a client certificate needs a username')
      const { privateKey, publicKey } = generateKey()
      const subject = { commonName: username, organizations: groups }
      return { cert: sign(subject, publicKey, lifeMs, { usage: 'clientAuth' }), key: privateKeyPem(privateKey) }
    },
  }
}

/** An authority alone (P-256), in memory, for ten years. */
export function createAuthority({
  vocabulary,
  clock,
  random,
}: Required<Pick<ServingCertificatesOptions, 'vocabulary' | 'clock' | 'random'>>): CertificateAndKey {
  const authority = signerOf(vocabulary, generateKey().privateKey)
  const { subject, key, publicKey } = authority
  const nowMs = clock.now()
  const cert = signCertificate(
    { subject, publicKey, notBeforeMs: nowMs - leewayMs, notAfterMs: nowMs + 10 * 365 * dayMs, usage: 'authority' },
    authority,
    random,
  )
  return { cert, key: privateKeyPem(key) }
}

function signerOf({ product }: Vocabulary, key: KeyObject): Signer {
  return { subject: { commonName: `${product}-ca` }, key, publicKey: createPublicKey(key) }
}

// upstream: controlplane – the names a pod reaches the server by.
function serviceNames(product: string, domain: string): string[] {
  return [product, `${product}.default`, `${product}.default.svc`, `${product}.default.svc.${domain}`]
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)]
}
