import { nodeClientRequestError, nodeServingRequestError, type CertificateRequest, type UserInfo } from '@pinnace/meta'

/** What is wrong with a request in the eyes of a signer; `undefined` where nothing is. */
export type RequestRule = (request: CertificateRequest, usages: readonly string[], user: UserInfo) => string | undefined

const optionalForClients: ReadonlySet<string> = new Set(['digital signature', 'key encipherment'])

/** Clients of the API: anybody, for `client auth`. */
// upstream: pkg/controller/certificates/signer/signer.go, validAPIServerClientUsages
export const clientRule: RequestRule = (_, usages) => {
  const foreign = usages.find((usage) => usage !== 'client auth' && !optionalForClients.has(usage))
  if (foreign !== undefined) return `invalid usage for client certificate: ${foreign}`
  return usages.includes('client auth') ? undefined : 'missing required usage for client certificate: client auth'
}

/** Agents of nodes as clients. */
export const nodeClientRule: RequestRule = (request, usages) => nodeClientRequestError(request, usages)

/** Agents of nodes as servers. */
export const nodeServingRule: RequestRule = (request, usages) => nodeServingRequestError(request, usages)

/** Whatever was asked before signers had names. */
export const legacyRule: RequestRule = () => undefined
