import type { TokenVerdict } from '@pinnace/authn'
import type { HttpRequest } from '@pinnace/meta'

/** What is said about the token of a request. */
export type TokenRemarks = Pick<TokenVerdict, 'annotations' | 'warnings'>

const remarks = new WeakMap<HttpRequest, TokenRemarks>()

/** Keeps what a verdict says, until the request has been authenticated; most verdicts say nothing. */
export function keepTokenRemarks(request: HttpRequest, { annotations, warnings }: TokenVerdict): void {
  if (annotations === undefined && warnings === undefined) return
  remarks.set(request, { ...(annotations && { annotations }), ...(warnings && { warnings }) })
}

/** What is said about the token of a request; undefined for most. */
export function tokenRemarksOf(request: HttpRequest): TokenRemarks | undefined {
  return remarks.get(request)
}
