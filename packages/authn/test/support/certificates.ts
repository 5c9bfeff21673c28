import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'

export { x509 }

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** An authority or leaf made with a library that is not ours. */
export interface Issued {
  readonly pem: string
  readonly raw: Uint8Array
  readonly keys: CryptoKeyPair
  readonly keyPem: string
  readonly certificate: x509.X509Certificate
}

export interface IssueOptions {
  readonly subject: string | x509.JsonName
  readonly issuer?: Issued
  readonly notBefore?: Date
  readonly notAfter?: Date
  readonly extensions?: x509.Extension[]
}

export const clientAuth = '1.3.6.1.5.5.7.3.2'
export const serverAuth = '1.3.6.1.5.5.7.3.1'

export async function issue({ subject, issuer, notBefore, notAfter, extensions = [] }: IssueOptions): Promise<Issued> {
  x509.cryptoProvider.set(webcrypto as unknown as Crypto)
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: '0102',
    subject,
    issuer: issuer?.certificate.subject ?? subject,
    notBefore: notBefore ?? new Date(Date.now() - 60_000),
    notAfter: notAfter ?? new Date(Date.now() + 3_600_000),
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: (issuer ?? { keys }).keys.privateKey,
    extensions,
  })
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  return {
    pem: certificate.toString('pem'),
    raw: new Uint8Array(certificate.rawData),
    keys,
    keyPem: `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`,
    certificate,
  }
}

export function authority(pathLength?: number): x509.Extension[] {
  return [
    new x509.BasicConstraintsExtension(true, pathLength, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
  ]
}

export function usage(...oids: string[]): x509.Extension {
  return new x509.ExtendedKeyUsageExtension(oids)
}
