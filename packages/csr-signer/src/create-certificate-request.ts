import { Buffer } from 'node:buffer'
import { createPublicKey, webcrypto, type KeyObject } from 'node:crypto'

import { formatPem } from '@pinnace/x509'
import type { Extension } from '@peculiar/x509'

import { alternativeNames } from './issue-certificate.ts'
import { parsePrivateKey } from './key-pair.ts'
import { loadX509, webCrypto } from './load-x509.ts'
import { toSigningKey } from './signing-key.ts'
import { encodeName, type Subject } from './subject-name.ts'

/** Options for {@link createCertificateRequest}. */
export interface CertificateRequestOptions extends Subject {
  /** PKCS#8, PKCS#1 or SEC 1. */
  readonly privateKeyPem: string
  readonly dnsNames?: readonly string[]
  readonly emailAddresses?: readonly string[]
  readonly ipAddresses?: readonly string[]
  readonly uris?: readonly string[]
  /** Asks to be an authority, which no built-in signer grants. @default false */
  readonly isAuthority?: boolean
}

/** Makes a PKCS#10 request, signed with its own key. Returns PEM. */
export async function createCertificateRequest(options: CertificateRequestOptions): Promise<string> {
  const { dnsNames = [], emailAddresses = [], ipAddresses = [], uris = [], isAuthority = false } = options
  const x509 = await loadX509()
  const privateKey = parsePrivateKey(options.privateKeyPem)
  const signing = await toSigningKey(privateKey)
  const names = alternativeNames({ dnsNames, emailAddresses, ipAddresses, uris })
  const extensions: Extension[] = []
  if (names.length > 0) extensions.push(new x509.SubjectAlternativeNameExtension(names))
  if (isAuthority) extensions.push(new x509.BasicConstraintsExtension(true, undefined, true))
  const request = await x509.Pkcs10CertificateRequestGenerator.create(
    {
      name: new x509.Name(new Uint8Array(await encodeName(options))),
      keys: { privateKey: signing.key, publicKey: await toPublicKey(privateKey, signing.algorithm) },
      signingAlgorithm: signing.algorithm,
      extensions,
    },
    webCrypto,
  )
  return formatPem('CERTIFICATE REQUEST', Buffer.from(request.rawData))
}

function toPublicKey(privateKey: KeyObject, algorithm: webcrypto.Algorithm): Promise<webcrypto.CryptoKey> {
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  return webcrypto.subtle.importKey('spki', spki, algorithm, true, ['verify'])
}
