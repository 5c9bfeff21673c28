import { Buffer } from 'node:buffer'

import { type Random } from '@pinnace/meta'
import { formatPem, type SubjectAltNames } from '@pinnace/x509'
import type { Extension } from '@peculiar/x509'

import { keyIdentifierFor } from './certificate-parts.ts'
import { loadX509, webCrypto, type X509 } from './load-x509.ts'
import type { SigningKey } from './signing-key.ts'
import type { CertificateUsages } from './usages.ts'
import type { Validity } from './validity.ts'

/** What one certificate says. */
export interface CertificateFields extends Validity, SubjectAltNames {
  /** DER of the subject's name. */
  readonly subject: Uint8Array
  /** DER of the subject's public key, with its algorithm. */
  readonly spki: Buffer
  readonly usages: CertificateUsages
  /** May sign others. @default false */
  readonly isAuthority?: boolean
}

/** Who signs it. */
export interface Issuer {
  /** DER of its name. */
  readonly subject: Uint8Array
  /** What its certificate calls its key. */
  readonly keyIdentifier: Buffer | undefined
  readonly key: SigningKey
}

/** Signs a certificate with a serial number of 126 random bits. Returns PEM. */
export async function issueCertificate(fields: CertificateFields, issuer: Issuer, random: Random): Promise<string> {
  const x509 = await loadX509()
  const certificate = await x509.X509CertificateGenerator.create(
    {
      serialNumber: serialNumber(random),
      subject: new x509.Name(new Uint8Array(fields.subject)),
      issuer: new x509.Name(new Uint8Array(issuer.subject)),
      notBefore: new Date(fields.notBeforeMs),
      notAfter: new Date(fields.notAfterMs),
      publicKey: new x509.PublicKey(new Uint8Array(fields.spki)),
      signingKey: issuer.key.key,
      signingAlgorithm: issuer.key.algorithm,
      extensions: extensionsOf(x509, fields, issuer),
    },
    webCrypto,
  )
  return formatPem('CERTIFICATE', Buffer.from(certificate.rawData))
}

// upstream: crypto/x509, CreateCertificate – positive, and not zero
function serialNumber(random: Random): string {
  const serial = Buffer.from(random.bytes(16))
  serial[0] = (serial[0]! & 0x7f) | 0x40
  return serial.toString('hex')
}

// upstream: crypto/x509, buildCertExtensions
function extensionsOf(x509: X509, fields: CertificateFields, issuer: Issuer): Extension[] {
  const { usages, isAuthority = false } = fields
  const extensions: Extension[] = []
  if (usages.keyUsage !== 0) extensions.push(new x509.KeyUsagesExtension(usages.keyUsage, true))
  if (usages.extended.length > 0) extensions.push(new x509.ExtendedKeyUsageExtension([...usages.extended]))
  extensions.push(new x509.BasicConstraintsExtension(isAuthority, undefined, true))
  if (isAuthority)
    extensions.push(new x509.SubjectKeyIdentifierExtension(keyIdentifierFor(fields.spki).toString('hex')))
  const { keyIdentifier } = issuer
  if (keyIdentifier !== undefined) {
    extensions.push(new x509.AuthorityKeyIdentifierExtension(keyIdentifier.toString('hex')))
  }
  const names = alternativeNames(fields)
  // A certificate about nobody is about its other names.
  const hasSubject = fields.subject[1] !== 0
  if (names.length > 0) extensions.push(new x509.SubjectAlternativeNameExtension(names, !hasSubject))
  return extensions
}

export type AlternativeName = { readonly type: 'dns' | 'email' | 'ip' | 'url'; readonly value: string }

export function alternativeNames({ dnsNames, emailAddresses, ipAddresses, uris }: SubjectAltNames): AlternativeName[] {
  return [
    ...dnsNames.map((value) => ({ type: 'dns', value }) as const),
    ...emailAddresses.map((value) => ({ type: 'email', value }) as const),
    ...ipAddresses.map((value) => ({ type: 'ip', value }) as const),
    ...uris.map((value) => ({ type: 'url', value }) as const),
  ]
}
