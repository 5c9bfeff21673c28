import { X509Certificate } from 'node:crypto'
import { kubernetesVocabulary, systemRandom, type UserInfo } from '@pinnace/meta'
import { type CertificateRequest } from '@pinnace/x509'
import { createFakeClock } from '@pinnace/testing'
import {
  createAuthority,
  createCertificateRequest,
  createPrivateKeyPem,
  parseCertificateRequest,
  type CertificateAuthority,
  type CertificateRequestOptions,
  type CreateAuthorityOptions,
  type KeyType,
  type Signer,
  type SigningRequest,
} from '../../src/index.ts'

export const vocabulary = kubernetesVocabulary
export const random = systemRandom
const start = '2030-01-01T00:00:00Z'
export const clock = createFakeClock(start)
export const startMs = Date.parse(start)

export const jane: UserInfo = { username: 'jane', groups: ['system:authenticated'], extra: {} }

/** An authority of the tests' clock. */
export const anAuthority = (options: Partial<CreateAuthorityOptions> = {}): Promise<CertificateAuthority> =>
  createAuthority({ commonName: 'test-ca', clock, random, ...options })

/** A request, read, with a new key. */
export async function aRequest(
  options: Omit<CertificateRequestOptions, 'privateKeyPem'> & { readonly keyType?: KeyType },
): Promise<CertificateRequest> {
  const privateKeyPem = await createPrivateKeyPem(options.keyType)
  return parseCertificateRequest(await createCertificateRequest({ ...options, privateKeyPem }))
}

/** What a signer is asked. */
export function asking(
  signerName: string,
  request: CertificateRequest,
  usages: readonly string[],
  expirationSeconds?: number,
): SigningRequest {
  return { signerName, request, usages, expirationSeconds, user: jane }
}

/** The certificate a signer gives. */
export async function issued(signer: Signer, request: SigningRequest): Promise<string> {
  const answer = await signer.sign(request)
  if (answer.type !== 'issued') throw new Error(JSON.stringify(answer))
  return answer.certificatePem
}

/** Seconds from the tests' beginning to those of a certificate. */
export function times(pem: string): { readonly from: number; readonly to: number } {
  const { validFrom, validTo } = new X509Certificate(pem)
  return { from: (Date.parse(validFrom) - startMs) / 1000, to: (Date.parse(validTo) - startMs) / 1000 }
}
