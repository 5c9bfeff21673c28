import type { CertificateRequest, UserInfo } from '@pinnace/meta'

/** What is wrong with a request in the eyes of a signer; `undefined` where nothing is. */
export type RequestRule = (request: CertificateRequest, usages: readonly string[], user: UserInfo) => string | undefined

const nodesGroup = 'system:nodes'
const nodeUserPrefix = 'system:node:'

const optionalForClients: ReadonlySet<string> = new Set(['digital signature', 'key encipherment'])

/** Clients of the API: anybody, for `client auth`. */
// upstream: pkg/controller/certificates/signer/signer.go, validAPIServerClientUsages
export const clientRule: RequestRule = (_, usages) => {
  const foreign = usages.find((usage) => usage !== 'client auth' && !optionalForClients.has(usage))
  if (foreign !== undefined) return `invalid usage for client certificate: ${foreign}`
  return usages.includes('client auth') ? undefined : 'missing required usage for client certificate: client auth'
}

/** Agents of nodes as clients. */
// upstream: pkg/apis/certificates/helpers.go, ValidateKubeletClientCSR – in this order
export const nodeClientRule: RequestRule = (request, usages) => {
  if (!isOfNodes(request)) return 'subject organization is not system:nodes'
  if (request.dnsNames.length > 0) return 'DNS subjectAltNames are not allowed'
  if (request.emailAddresses.length > 0) return 'Email subjectAltNames are not allowed'
  if (request.ipAddresses.length > 0) return 'IP subjectAltNames are not allowed'
  if (request.uris.length > 0) return 'URI subjectAltNames are not allowed'
  if (!isNode(request)) return 'subject common name does not begin with system:node:'
  return usagesError(usages, 'client auth')
}

/** Agents of nodes as servers. */
// upstream: pkg/apis/certificates/helpers.go, ValidateKubeletServingCSR – in this order
export const nodeServingRule: RequestRule = (request, usages) => {
  if (!isOfNodes(request)) return 'subject organization is not system:nodes'
  if (request.dnsNames.length === 0 && request.ipAddresses.length === 0) return 'DNS or IP subjectAltName is required'
  if (request.emailAddresses.length > 0) return 'Email subjectAltNames are not allowed'
  if (request.uris.length > 0) return 'URI subjectAltNames are not allowed'
  const error = usagesError(usages, 'server auth')
  if (error !== undefined) return error
  return isNode(request) ? undefined : 'subject common name does not begin with system:node:'
}

/** Whatever was asked before signers had names. */
export const legacyRule: RequestRule = () => undefined

function isOfNodes({ subject }: CertificateRequest): boolean {
  return subject.organizations.length === 1 && subject.organizations[0] === nodesGroup
}

function isNode({ subject }: CertificateRequest): boolean {
  return subject.commonName.startsWith(nodeUserPrefix)
}

// upstream: kubeletClientRequiredUsages and …NoRSA – keys that encipher nothing need not say that they do.
function usagesError(usages: readonly string[], own: 'client auth' | 'server auth'): string | undefined {
  const asked = new Set(usages)
  const isKnown = usages.every((usage) => usage === own || optionalForClients.has(usage))
  if (isKnown && asked.has(own) && asked.has('digital signature')) return undefined
  return `usages did not match [${[own, 'digital signature', 'key encipherment'].sort().join(' ')}]`
}
