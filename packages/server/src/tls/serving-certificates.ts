import { createPrivateKey, X509Certificate } from 'node:crypto'
import { systemClock, systemRandom, type Clock, type Random, type Vocabulary } from '@pinnace/meta'
import {
  encodeDistinguishedName,
  extendedKeyUsage,
  generateP256KeyPair,
  keyIdentifierFor,
  keyIdentifierOf,
  keyUsage,
  signCertificateSync,
  subjectOf,
  type CertificateIssuer,
  type Subject,
} from '@pinnace/x509'

/** Options of {@link createServingCertificates}. */
export interface ServingCertificatesOptions {
  readonly vocabulary: Vocabulary
  /** DNS names of the server in addition to `localhost` and those of its service. */
  readonly hosts?: readonly string[]
  /** IP addresses of the server in addition to `127.0.0.1` and `::1`. */
  readonly ips?: readonly string[]
  /** The service in front of the server. @default that of the vocabulary, in namespace default */
  readonly service?: { readonly namespace: string; readonly name: string }
  /** The DNS domain of services. @default 'cluster.local' */
  readonly serviceDomain?: string
  /** The authority that signs. @default a new one */
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

/** Options of {@link ServingCertificates.issueClientCertificate}. */
export interface ClientCertificateRequest {
  /** The subject's common name. */
  readonly username: string
  /** The subject's organizations. */
  readonly groups?: readonly string[]
  /** @default 365 days */
  readonly ttlMs?: number
}

/** The serving certificate of a server and the authority that signed it. */
export interface ServingCertificates extends CertificateAndKey {
  /** The authority's certificate, PEM: clients trust it, and client certificates are verified against it. */
  readonly ca: string
  /** The authority's private key, PEM: its holder can issue certificates for any user. */
  readonly caKey: string
  /** Signs a client certificate, in less than a millisecond. Throws a TypeError for an empty username. */
  issueClientCertificate(request: ClientCertificateRequest): CertificateAndKey
}

const dayMs = 86_400_000
// Certificates are valid from a little before now, for clients whose clocks are slow.
const backdateMs = 5 * 60_000

/** Creates an authority and a serving certificate in memory (P-256), valid for loopback and the server's service. */
export function createServingCertificates(options: ServingCertificatesOptions): ServingCertificates {
  const { vocabulary, hosts = [], ips = [], ttlMs = 365 * dayMs, clock = systemClock, random = systemRandom } = options
  const { serviceDomain = 'cluster.local', authority = createAuthority({ vocabulary, clock, random }) } = options
  const { service = { namespace: 'default', name: vocabulary.product } } = options
  const issuer = issuerOf(authority)
  hosts.forEach(assertDnsName)
  const sign = (leaf: Leaf): CertificateAndKey => signLeaf(leaf, issuer, clock.now(), random)
  const serving = sign({
    subject: { commonName: `${service.name}-server` },
    usage: extendedKeyUsage.serverAuth,
    ttlMs,
    dnsNames: unique(['localhost', ...serviceNames(service, serviceDomain), ...hosts]),
    ipAddresses: unique(['127.0.0.1', '::1', ...ips]),
  })
  return {
    ca: authority.cert,
    get caKey() {
      return authority.key
    },
    ...serving,
    issueClientCertificate({ username, groups = [], ttlMs: clientTtlMs = 365 * dayMs }) {
      if (username === '') throw new TypeError('a client certificate needs a username')
      const subject = { commonName: username, organizations: groups }
      return sign({ subject, usage: extendedKeyUsage.clientAuth, ttlMs: clientTtlMs, dnsNames: [], ipAddresses: [] })
    },
  }
}

/** Creates an authority (P-256) in memory, valid for ten years. */
export function createAuthority({
  vocabulary,
  clock,
  random,
}: Required<Pick<ServingCertificatesOptions, 'vocabulary' | 'clock' | 'random'>>): CertificateAndKey {
  const { privateKey, spki, pem: toPem } = generateP256KeyPair()
  const subject = encodeDistinguishedName({ commonName: `${vocabulary.product}-ca` })
  const nowMs = clock.now()
  const issuer = { subject, keyIdentifier: keyIdentifierFor(spki), privateKey }
  const cert = signCertificateSync(
    {
      ...noNames,
      subject,
      spki,
      notBeforeMs: nowMs - backdateMs,
      notAfterMs: nowMs + 10 * 365 * dayMs,
      usages: { keyUsage: keyUsage.digitalSignature | keyUsage.certSign, extended: [] },
      isAuthority: true,
    },
    issuer,
    random,
  )
  let pem: string | undefined
  const authority: CertificateAndKey = {
    cert,
    // Most servers of tests never give it away.
    get key() {
      return (pem ??= toPem())
    },
  }
  issuers.set(authority, issuer)
  return authority
}

/** What authorities of this process sign with: reading it again from their PEM takes longer than signing. */
const issuers = new WeakMap<CertificateAndKey, CertificateIssuer>()

interface Leaf {
  readonly subject: Subject
  /** The extended key usage, an object identifier. */
  readonly usage: string
  readonly ttlMs: number
  readonly dnsNames: readonly string[]
  readonly ipAddresses: readonly string[]
}

function signLeaf(leaf: Leaf, issuer: CertificateIssuer, nowMs: number, random: Random): CertificateAndKey {
  const { spki, pem } = generateP256KeyPair()
  const { subject, usage, ttlMs, dnsNames, ipAddresses } = leaf
  const cert = signCertificateSync(
    {
      ...noNames,
      dnsNames,
      ipAddresses,
      subject: encodeDistinguishedName(subject),
      spki,
      notBeforeMs: nowMs - backdateMs,
      notAfterMs: nowMs + ttlMs,
      usages: { keyUsage: keyUsage.digitalSignature, extended: [usage] },
    },
    issuer,
    random,
  )
  return { cert, key: pem() }
}

const noNames = { dnsNames: [], emailAddresses: [], ipAddresses: [], uris: [] } as const

function issuerOf(authority: CertificateAndKey): CertificateIssuer {
  return issuers.get(authority) ?? readIssuer(authority)
}

function readIssuer({ cert, key }: CertificateAndKey): CertificateIssuer {
  const certificate = new X509Certificate(cert)
  return {
    subject: subjectOf(certificate),
    keyIdentifier: keyIdentifierOf(certificate),
    privateKey: createPrivateKey(key),
  }
}

// upstream: controlplane – the names under which pods reach the server.
function serviceNames(
  { namespace, name }: Required<ServingCertificatesOptions>['service'],
  domain: string,
): readonly string[] {
  const inNamespace = `${name}.${namespace}`
  return [name, inNamespace, `${inNamespace}.svc`, `${inNamespace}.svc.${domain}`]
}

function assertDnsName(name: string): void {
  if (!/^[A-Za-z0-9*._-]{1,253}$/.test(name)) throw new TypeError(`not a DNS name: ${JSON.stringify(name)}`)
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)]
}
