import { Buffer } from 'node:buffer'
import { X509Certificate } from 'node:crypto'
import { StatusError, type PeerCertificate, withErrorCodes } from '@pinnace/meta'
import {
  extendedKeyUsage,
  oid,
  parseCertificates,
  readExtensions,
  readPathLength,
  type CertificateExtension,
} from '@pinnace/x509'

/** The user that a verified client certificate names. */
export interface ClientIdentity {
  /** The subject's common name. */
  readonly username: string
  /** The subject's organizations, in order. */
  readonly groups: readonly string[]
}

/** Authorities that client certificates are verified against, from {@link loadClientAuthorities}. */
export interface ClientAuthorities {
  readonly roots: readonly X509Certificate[]
  /** Outcomes of earlier verifications. A connection keeps its {@link PeerCertificate}, so it is verified once. */
  readonly verified: WeakMap<PeerCertificate, VerifiedPeer>
}

/** The outcome of a verification. It is valid as long as every certificate of the chain. */
export interface VerifiedPeer {
  readonly identity: ClientIdentity | undefined
  readonly notBeforeMs: number
  readonly notAfterMs: number
}

/** Parses a bundle of PEM certificates. Throws a TypeError where there is none, or a malformed one. */
export function loadClientAuthorities(pem: string): ClientAuthorities {
  return withErrorCodes('authenticator-options', () => {
    const roots = readAuthorities(pem)
    if (roots.length === 0) throw new TypeError('a client authority must be at least one PEM certificate')
    return { roots, verified: new WeakMap() }
  })
}

function readAuthorities(pem: string): X509Certificate[] {
  try {
    return parseCertificates(pem)
  } catch (cause) {
    throw new TypeError('a client authority cannot be read', { cause })
  }
}

/**
 * The user that a client certificate names; `undefined` where its common name is empty. Throws a StatusError 401, whose
 * cause is the reason, where the chain does not end at an authority, has expired, or is not for client authentication.
 */
export function verifyClientCertificate(
  peer: PeerCertificate,
  authorities: ClientAuthorities,
  clockMs: number,
): ClientIdentity | undefined {
  const nowMs = peer.judgedAtMs ?? clockMs
  const known = authorities.verified.get(peer)
  if (known !== undefined && nowMs >= known.notBeforeMs && nowMs <= known.notAfterMs) return known.identity
  const chain = buildChain(peer, authorities.roots)
  let notBeforeMs = 0
  let notAfterMs = Number.MAX_SAFE_INTEGER
  for (const { certificate } of chain) {
    notBeforeMs = Math.max(notBeforeMs, Date.parse(certificate.validFrom))
    notAfterMs = Math.min(notAfterMs, Date.parse(certificate.validTo))
  }
  if (!(nowMs >= notBeforeMs && nowMs <= notAfterMs)) refuse('certificate has expired or is not yet valid')
  const [leaf] = chain
  const identity = identityOf(leaf.certificate)
  authorities.verified.set(peer, { identity, notBeforeMs, notAfterMs })
  return identity
}

// More intermediates than real chains have; the bound limits the work for one request.
const maxIntermediates = 8

interface Link {
  readonly certificate: X509Certificate
  readonly pathLength: number | undefined
}

/** The chain from the leaf to the root. */
function buildChain(
  peer: PeerCertificate,
  roots: readonly X509Certificate[],
): readonly [leaf: Link, ...others: Link[]] {
  const leaf = link(parse(peer.raw))
  // upstream: crypto/x509, Verify – the leaf must state the usage; authorities must allow it if they state any.
  if (!allowsClients(leaf.certificate, false)) refuse('certificate specifies an incompatible key usage')
  const intermediates = peer.chain.slice(0, maxIntermediates).map(parse)
  const chain: [Link, ...Link[]] = [leaf]
  let { certificate } = leaf
  for (let depth = 0; depth <= intermediates.length; depth++) {
    const root = roots.find((candidate) => signed(certificate, candidate))
    if (root !== undefined) {
      chain.push(authority(link(root), depth))
      return chain
    }
    const next = intermediates.find((candidate) => !isIn(chain, candidate) && signed(certificate, candidate))
    if (next === undefined) break
    chain.push(authority(link(next), depth))
    certificate = next
  }
  return refuse('certificate signed by unknown authority')
}

/** Checks that a certificate may be the authority above `below` intermediates. */
function authority(issuer: Link, below: number): Link {
  if (!issuer.certificate.ca) refuse('certificate is not authorized to sign other certificates')
  if (issuer.pathLength !== undefined && below > issuer.pathLength)
    refuse('too many intermediates for path length constraint')
  if (!allowsClients(issuer.certificate, true)) refuse('certificate specifies an incompatible key usage')
  return issuer
}

function signed(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}

function isIn(chain: readonly Link[], candidate: X509Certificate): boolean {
  return chain.some(({ certificate }) => Buffer.compare(certificate.raw, candidate.raw) === 0)
}

function allowsClients(certificate: X509Certificate, whenUnstated: boolean): boolean {
  const usages = certificate.keyUsage as readonly string[] | undefined
  if (usages === undefined || usages.length === 0) return whenUnstated
  return usages.includes(extendedKeyUsage.clientAuth) || usages.includes(extendedKeyUsage.any)
}

// Critical extensions that this verification respects, or that do not matter to it. nameConstraints is not among them.
const understood: ReadonlySet<string> = new Set([
  oid.keyUsage,
  oid.subjectAltName,
  oid.basicConstraints,
  oid.extendedKeyUsage,
  oid.certificatePolicies,
])

function link(certificate: X509Certificate): Link {
  const extensions = extensionsOf(certificate)
  for (const [type, { isCritical }] of extensions) {
    // Name constraints are refused even if they are not critical: ignoring them would widen an authority.
    if (type === oid.nameConstraints || (isCritical && !understood.has(type))) refuse('unhandled critical extension')
  }
  const constraints = extensions.get(oid.basicConstraints)
  return { certificate, pathLength: constraints === undefined ? undefined : readPathLength(constraints.value) }
}

// OpenSSL also parses certificates that are not in distinguished encoding.
function extensionsOf(certificate: X509Certificate): ReadonlyMap<string, CertificateExtension> {
  try {
    return readExtensions(certificate.raw)
  } catch (cause) {
    return refuse('malformed certificate', cause)
  }
}

function parse(raw: Uint8Array): X509Certificate {
  try {
    return new X509Certificate(raw)
  } catch (cause) {
    return refuse('malformed certificate', cause)
  }
}

// upstream: authentication/request/x509, CommonNameUserConversion
function identityOf(certificate: X509Certificate): ClientIdentity | undefined {
  // The legacy form gives attribute values as they are; the text form escapes them and joins them with separators.
  const { subject } = certificate.toLegacyObject()
  const names = values(subject.CN)
  const username = names.at(-1)
  if (username === undefined || username === '') return undefined
  return Object.freeze({ username, groups: Object.freeze(values(subject.O)) })
}

function values(attribute: string | readonly string[] | undefined): string[] {
  if (attribute === undefined) return []
  return typeof attribute === 'string' ? [attribute] : [...attribute]
}

function refuse(reason: string, cause?: unknown): never {
  throw new StatusError('Unauthorized', 'Unauthorized', { cause: new Error(`x509: ${reason}`, { cause }) })
}
