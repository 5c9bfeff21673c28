import { X509Certificate } from 'node:crypto'
import type { NamedCertificate, ServingCertificate } from './serving-tls.ts'

/** A name, and the certificate of the clients that ask for it. */
export interface CertificateOfName {
  readonly name: string
  readonly certificate: ServingCertificate
}

/**
 * Certificates by name, in the order in which Node.js wants them: the last one that matches is used. A name without a
 * wildcard takes precedence over a wildcard, then a given name over one of the certificate, then the first certificate.
 */
// upstream: apiserver/pkg/server/dynamiccertificates/named_certificates.go – the same precedence
export function certificatesByName(certificates: readonly NamedCertificate[]): readonly CertificateOfName[] {
  const found = certificates.flatMap(({ cert, key, names }) =>
    (names ?? namesOf(cert)).map((name) => ({
      name,
      certificate: { cert, key },
      rank: (name.startsWith('*') ? 0 : 2) + (names === undefined ? 0 : 1),
    })),
  )
  return found
    .toReversed()
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ name, certificate }) => ({ name, certificate }))
}

function namesOf(cert: string): readonly string[] {
  const { subjectAltName = '' } = new X509Certificate(cert)
  return subjectAltName
    .split(', ')
    .filter((name) => name.startsWith('DNS:'))
    .map((name) => name.slice('DNS:'.length))
}
