import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** A certificate with its key, both PEM. */
export interface Issued {
  readonly cert: string
  readonly key: string
  readonly keys: CryptoKeyPair
  readonly certificate: x509.X509Certificate
}

/** An authority, or with `issuer` a certificate for the names. */
export async function issue(names: readonly string[], issuer?: Issued): Promise<Issued> {
  x509.cryptoProvider.set(webcrypto as Crypto)
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const subject = `CN=${names[0] ?? 'authority'}`
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: '0102',
    subject,
    issuer: issuer?.certificate.subject ?? subject,
    notBefore: new Date(Date.now() - 60_000),
    notAfter: new Date(Date.now() + 3_600_000),
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: (issuer ?? { keys }).keys.privateKey,
    extensions:
      issuer === undefined
        ? [new x509.BasicConstraintsExtension(true, undefined, true)]
        : [new x509.SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns' as const, value })))],
  })
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  return {
    cert: certificate.toString('pem'),
    key: `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`,
    keys,
    certificate,
  }
}
