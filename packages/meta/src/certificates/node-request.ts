import type { CertificateRequest } from './certificate-request.ts'

const nodesGroup = 'system:nodes'
const nodeUserPrefix = 'system:node:'
const optionalUsages: ReadonlySet<string> = new Set(['digital signature', 'key encipherment'])

/** What is wrong with the request of a node's agent for a client certificate; `undefined` where nothing is. */
// upstream: pkg/apis/certificates/helpers.go, ValidateKubeletClientCSR – in this order
export function nodeClientRequestError(request: CertificateRequest, usages: readonly string[]): string | undefined {
  if (!isOfNodes(request)) return 'subject organization is not system:nodes'
  if (request.dnsNames.length > 0) return 'DNS subjectAltNames are not allowed'
  if (request.emailAddresses.length > 0) return 'Email subjectAltNames are not allowed'
  if (request.ipAddresses.length > 0) return 'IP subjectAltNames are not allowed'
  if (request.uris.length > 0) return 'URI subjectAltNames are not allowed'
  if (!isNode(request)) return 'subject common name does not begin with system:node:'
  return usagesError(usages, 'client auth')
}

/** What is wrong with the request of a node's agent for a serving certificate; `undefined` where nothing is. */
// upstream: pkg/apis/certificates/helpers.go, ValidateKubeletServingCSR – in this order
export function nodeServingRequestError(request: CertificateRequest, usages: readonly string[]): string | undefined {
  if (!isOfNodes(request)) return 'subject organization is not system:nodes'
  if (request.dnsNames.length === 0 && request.ipAddresses.length === 0) return 'DNS or IP subjectAltName is required'
  if (request.emailAddresses.length > 0) return 'Email subjectAltNames are not allowed'
  if (request.uris.length > 0) return 'URI subjectAltNames are not allowed'
  const error = usagesError(usages, 'server auth')
  if (error !== undefined) return error
  return isNode(request) ? undefined : 'subject common name does not begin with system:node:'
}

function isOfNodes({ subject }: CertificateRequest): boolean {
  return subject.organizations.length === 1 && subject.organizations[0] === nodesGroup
}

function isNode({ subject }: CertificateRequest): boolean {
  return subject.commonName.startsWith(nodeUserPrefix)
}

// upstream: kubeletClientRequiredUsages and …NoRSA – keys that encipher nothing need not say that they do.
function usagesError(usages: readonly string[], own: 'client auth' | 'server auth'): string | undefined {
  const asked = new Set(usages)
  const isKnown = usages.every((usage) => usage === own || optionalUsages.has(usage))
  if (isKnown && asked.has(own) && asked.has('digital signature')) return undefined
  return `usages did not match [${[own, 'digital signature', 'key encipherment'].sort().join(' ')}]`
}
