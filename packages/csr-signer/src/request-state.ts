import type { CertificateSigningRequestLike } from './signer.ts'

/** The state of a CertificateSigningRequest. */
export type RequestState = 'pending' | 'approved' | 'denied' | 'failed' | 'issued'

/** The state of a request. Denied takes precedence over failed, and failed over issued. */
export function requestState({ status }: CertificateSigningRequestLike): RequestState {
  const has = (type: string): boolean => status?.conditions?.some((condition) => condition.type === type) ?? false
  if (has('Denied')) return 'denied'
  if (has('Failed')) return 'failed'
  if ((status?.certificate ?? '') !== '') return 'issued'
  return has('Approved') ? 'approved' : 'pending'
}
