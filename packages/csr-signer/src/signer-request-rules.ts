import type { UserInfo } from '@pinnace/meta'
import type { CertificateRequest } from '@pinnace/x509'

/** Checks a request for a signer. Returns what is wrong with it, or `undefined` if it is acceptable. */
export type RequestRule = (request: CertificateRequest, usages: readonly string[], user: UserInfo) => string | undefined

const nodesGroup = 'system:nodes'
const nodeUserPrefix = 'system:node:'
const optionalUsages: ReadonlySet<string> = new Set(['digital signature', 'key encipherment'])

/** Client certificates for the API server: any subject, usage `client auth`. */
// upstream: pkg/controller/certificates/signer/signer.go, validAPIServerClientUsages
export function clientRule(_request: CertificateRequest, usages: readonly string[]): string | undefined {
  const foreign = usages.find((usage) => usage !== 'client auth' && !optionalUsages.has(usage))
  if (foreign !== undefined) return `invalid usage for client certificate: ${foreign}`
  return usages.includes('client auth') ? undefined : 'missing required usage for client certificate: client auth'
}

/** Client certificates of kubelets: subject `system:node:<name>` in `system:nodes`, no alternative names. */
// upstream: pkg/apis/certificates/helpers.go, ValidateKubeletClientCSR – in this order
export function nodeClientRule(request: CertificateRequest, usages: readonly string[]): string | undefined {
  if (!isInNodesGroup(request)) return 'subject organization is not system:nodes'
  if (request.dnsNames.length > 0) return 'DNS subjectAltNames are not allowed'
  if (request.emailAddresses.length > 0) return 'Email subjectAltNames are not allowed'
  if (request.ipAddresses.length > 0) return 'IP subjectAltNames are not allowed'
  if (request.uris.length > 0) return 'URI subjectAltNames are not allowed'
  if (!isNamedAsNode(request)) return 'subject common name does not begin with system:node:'
  return nodeUsagesError(usages, 'client auth')
}

/** Serving certificates of kubelets: subject `system:node:<name>` in `system:nodes`, at least one DNS name or address. */
// upstream: pkg/apis/certificates/helpers.go, ValidateKubeletServingCSR – in this order
export function nodeServingRule(request: CertificateRequest, usages: readonly string[]): string | undefined {
  if (!isInNodesGroup(request)) return 'subject organization is not system:nodes'
  if (request.dnsNames.length === 0 && request.ipAddresses.length === 0) return 'DNS or IP subjectAltName is required'
  if (request.emailAddresses.length > 0) return 'Email subjectAltNames are not allowed'
  if (request.uris.length > 0) return 'URI subjectAltNames are not allowed'
  const error = nodeUsagesError(usages, 'server auth')
  if (error !== undefined) return error
  return isNamedAsNode(request) ? undefined : 'subject common name does not begin with system:node:'
}

/** Requests for the legacy signer, which accepts every subject and usage. */
export function legacyRule(): undefined {
  return undefined
}

function isInNodesGroup({ subject }: CertificateRequest): boolean {
  return subject.organizations.length === 1 && subject.organizations[0] === nodesGroup
}

function isNamedAsNode({ subject }: CertificateRequest): boolean {
  return subject.commonName.startsWith(nodeUserPrefix)
}

// upstream: kubeletClientRequiredUsages and …NoRSA – only RSA keys need `key encipherment`, so it is optional.
function nodeUsagesError(usages: readonly string[], own: 'client auth' | 'server auth'): string | undefined {
  const asked = new Set(usages)
  const isKnown = usages.every((usage) => usage === own || optionalUsages.has(usage))
  if (isKnown && asked.has(own) && asked.has('digital signature')) return undefined
  return `usages did not match [${[own, 'digital signature', 'key encipherment'].sort().join(' ')}]`
}
