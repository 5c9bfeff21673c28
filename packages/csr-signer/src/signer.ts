import { Buffer } from 'node:buffer'
import { type ApiObject, type UserInfo } from '@pinnace/meta'
import { parseCertificateRequest, type CertificateRequest } from '@pinnace/x509'

/** A request to a signer. */
export interface SigningRequest {
  readonly signerName: string
  readonly request: CertificateRequest
  readonly usages: readonly string[]
  /** The requested validity. */
  readonly expirationSeconds: number | undefined
  /** The user who created the request. */
  readonly user: UserInfo
}

/** The answer of a signer: a certificate with its chain in PEM, a refusal, or that it ignores the request. */
export type SigningAnswer =
  | { readonly type: 'issued'; readonly certificatePem: string }
  | { readonly type: 'refused'; readonly reason: string; readonly message: string }
  | { readonly type: 'ignored' }

/**
 * Signs approved requests for its signer name. A refusal becomes the condition Failed. An error that is thrown counts as
 * temporary, and the request is tried again.
 */
export interface Signer {
  /** The signer name: `example.com/x`, or `example.com/*` for all names of a domain. */
  readonly signerName: string
  sign(request: SigningRequest, signal?: AbortSignal): Promise<SigningAnswer>
}

/** The fields of a CertificateSigningRequest that signing needs. */
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

/** Reads a CertificateSigningRequest. Throws a DerError where its request is malformed. */
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

/** The signer for a name: the first with exactly that name, otherwise the first for its domain. */
export function findSigner(signers: readonly Signer[], signerName: string): Signer | undefined {
  const wildcard = `${signerName.split('/')[0]}/*`
  return (
    signers.find((signer) => signer.signerName === signerName) ??
    signers.find((signer) => signer.signerName === wildcard)
  )
}
