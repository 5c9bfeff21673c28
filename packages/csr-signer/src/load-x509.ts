import { webcrypto } from 'node:crypto'

/** What writes certificates and requests. */
export type X509 = typeof import('@peculiar/x509')

/** What it makes keys and signatures with, in the type it knows browsers by. */
export type WebCrypto = NonNullable<Parameters<X509['X509CertificateGenerator']['create']>[1]>

export const webCrypto: WebCrypto = webcrypto as unknown as WebCrypto

/** Loads it with the first certificate: it takes longer than the rest of a server does to start. */
export async function loadX509(): Promise<X509> {
  await import('reflect-metadata')
  return import('@peculiar/x509')
}
