import { Buffer } from 'node:buffer'
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { isIP } from 'node:net'

import type { Random } from '@pinnace/meta'

import {
  bitString,
  boolean,
  element,
  explicit,
  objectIdentifier,
  octetString,
  positiveInteger,
  sequence,
  set,
  time,
  utf8String,
} from './der.ts'

/** Who a certificate is about. */
export interface Subject {
  readonly commonName: string
  readonly organizations?: readonly string[]
}

/** What signs: an authority's name, its private key and the identifier of its public key. */
export interface Signer {
  readonly subject: Subject
  readonly key: KeyObject
  readonly publicKey: KeyObject
}

/** What one certificate says. */
export interface CertificateFields {
  readonly subject: Subject
  readonly publicKey: KeyObject
  readonly notBeforeMs: number
  readonly notAfterMs: number
  /** What the key may be used for; `authority` is a CA that may sign leaves only. */
  readonly usage: 'authority' | 'serverAuth' | 'clientAuth'
  readonly dnsNames?: readonly string[]
  readonly ips?: readonly string[]
}

const oid = {
  commonName: objectIdentifier('2.5.4.3'),
  organization: objectIdentifier('2.5.4.10'),
  ecdsaWithSha256: objectIdentifier('1.2.840.10045.4.3.2'),
  subjectKeyIdentifier: objectIdentifier('2.5.29.14'),
  keyUsage: objectIdentifier('2.5.29.15'),
  subjectAltName: objectIdentifier('2.5.29.17'),
  basicConstraints: objectIdentifier('2.5.29.19'),
  authorityKeyIdentifier: objectIdentifier('2.5.29.35'),
  extendedKeyUsage: objectIdentifier('2.5.29.37'),
  serverAuth: objectIdentifier('1.3.6.1.5.5.7.3.1'),
  clientAuth: objectIdentifier('1.3.6.1.5.5.7.3.2'),
}

/** A new P-256 key. */
export function generateKey(): { readonly privateKey: KeyObject; readonly publicKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

/** Signs a certificate with a P-256 key, SHA-256 and a serial number of 126 random bits. Returns PEM. */
export function signCertificate(fields: CertificateFields, signer: Signer, random: Random): string {
  const serial = Buffer.from(random.bytes(16))
  serial[0] = (serial[0]! & 0x7f) | 0x40
  const algorithm = sequence(oid.ecdsaWithSha256)
  const certified = sequence(
    explicit(0, Buffer.from([0x02, 0x01, 0x02])),
    positiveInteger(serial),
    algorithm,
    name(signer.subject),
    sequence(time(fields.notBeforeMs), time(fields.notAfterMs)),
    name(fields.subject),
    spki(fields.publicKey),
    explicit(3, sequence(...extensions(fields, signer))),
  )
  const der = sequence(certified, algorithm, bitString(sign('sha256', certified, signer.key)))
  return toPem('CERTIFICATE', der)
}

/** The PEM text of a private key, PKCS#8. */
export function privateKeyPem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }) as string
}

function toPem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g)!
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}

function spki(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' })
}

function name({ commonName, organizations = [] }: Subject): Buffer {
  const attribute = (type: Buffer, text: string): Buffer => set(sequence(type, utf8String(text)))
  return sequence(
    ...organizations.map((text) => attribute(oid.organization, text)),
    ...(commonName === '' ? [] : [attribute(oid.commonName, commonName)]),
  )
}

function extensions(fields: CertificateFields, signer: Signer): Buffer[] {
  const authority = fields.usage === 'authority'
  const result = [
    // digitalSignature for leaves; keyCertSign and digitalSignature for authorities
    extension(oid.keyUsage, true, authority ? bitString(Buffer.from([0x84]), 2) : bitString(Buffer.from([0x80]), 7)),
    extension(oid.basicConstraints, true, authority ? sequence(boolean(true)) : sequence()),
    extension(oid.subjectKeyIdentifier, false, octetString(keyIdentifier(fields.publicKey))),
    extension(oid.authorityKeyIdentifier, false, sequence(element(0x80, keyIdentifier(signer.publicKey)))),
  ]
  if (!authority) result.push(extension(oid.extendedKeyUsage, false, sequence(oid[fields.usage as 'clientAuth'])))
  const names = [
    ...(fields.dnsNames ?? []).map((dnsName) => element(0x82, dnsNameBytes(dnsName))),
    ...(fields.ips ?? []).map((ip) => element(0x87, ipBytes(ip))),
  ]
  if (names.length > 0) result.push(extension(oid.subjectAltName, false, sequence(...names)))
  return result
}

function extension(type: Buffer, critical: boolean, value: Buffer): Buffer {
  return sequence(type, ...(critical ? [boolean(true)] : []), octetString(value))
}

// upstream: RFC 5280, 4.2.1.2 – SHA-1 of the key's bits; a name for a key, not a proof.
function keyIdentifier(key: KeyObject): Buffer {
  // The bits of a P-256 key are the last 65 bytes of its description.
  return createHash('sha1').update(spki(key).subarray(-65)).digest()
}

function dnsNameBytes(dnsName: string): Buffer {
  if (!/^[A-Za-z0-9*._-]{1,253}$/.test(dnsName)) throw new TypeError(`not a DNS name: ${JSON.stringify(dnsName)}`)
  return Buffer.from(dnsName, 'latin1')
}

function ipBytes(ip: string): Buffer {
  if (isIP(ip) === 4) return Buffer.from(ip.split('.').map(Number))
  if (isIP(ip) !== 6) throw new TypeError(`not an IP address: ${JSON.stringify(ip)}`)
  const url = new URL(`http://[${ip}]`).hostname.slice(1, -1)
  const [head, tail] = url.split('::')
  const words = (text: string | undefined): string[] => (text ? text.split(':') : [])
  const before = words(head)
  const after = words(tail)
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  const all = [...before, ...zeros, ...after]
  return Buffer.from(all.map((word) => word.padStart(4, '0')).join(''), 'hex')
}
