import { Buffer } from 'node:buffer'
import { type ApiObject, type UserInfo } from '@pinnace/meta'
import { parseCertificateRequest, type CertificateRequest } from '@pinnace/x509'

/** What a signer is asked. */
export interface SigningRequest {
  readonly signerName: string
  readonly request: CertificateRequest
  readonly usages: readonly string[]
  /** Seconds asked for. */
  readonly expirationSeconds: number | undefined
  /** Who asked. */
  readonly user: UserInfo
}

/** What a signer answers: a certificate with its chain in PEM; that this request will never be signed; or nothing. */
export type SigningAnswer =
  | { readonly type: 'issued'; readonly certificatePem: string }
  | { readonly type: 'refused'; readonly reason: string; readonly message: string }
  | { readonly type: 'ignored' }

/**
 * Signs approved requests of its name. The answer `refused` becomes the condition Failed; what is thrown is a failure
 * of the moment, after which it is asked again.
 */
export interface Signer {
  /** The signer name it answers to: `example.com/x`, or `example.com/*` for all of a domain. */
  readonly signerName: string
  sign(request: SigningRequest, signal?: AbortSignal): Promise<SigningAnswer>
}

/** A certificate signing request, as far as signing goes. */
export interface CertificateSigningRequestLike extends ApiObject {
  readonly spec: {
    /** PEM in base64. */
    readonly request: string
    readonly signerName: string
    readonly usages?: readonly string[]
    readonly expirationSeconds?: number
    readonly username?: string
    readonly uid?: string
    readonly groups?: readonly string[]
    readonly extra?: Readonly<Record<string, readonly string[]>>
  }
  readonly status?: {
    readonly conditions?: readonly {
      readonly type: string
      readonly status: string
      readonly lastUpdateTime?: string
    }[]
    /** PEM in base64. */
    readonly certificate?: string
  }
}

/** Reads the object of the API. Throws where its request cannot be read. */
export function toSigningRequest({ spec }: CertificateSigningRequestLike): SigningRequest {
  return {
    signerName: spec.signerName,
    request: parseCertificateRequest(Buffer.from(spec.request, 'base64')),
    usages: spec.usages ?? [],
    expirationSeconds: spec.expirationSeconds,
    user: {
      username: spec.username ?? '',
      ...(spec.uid === undefined ? {} : { uid: spec.uid }),
      groups: spec.groups ?? [],
      extra: spec.extra ?? {},
    },
  }
}

/** The signer that answers to a name: one of exactly that name before one of its domain, the first of each. */
export function findSigner(signers: readonly Signer[], signerName: string): Signer | undefined {
  const wildcard = `${signerName.split('/')[0]}/*`
  return (
    signers.find((signer) => signer.signerName === signerName) ??
    signers.find((signer) => signer.signerName === wildcard)
  )
}
