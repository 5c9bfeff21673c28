import { isIP } from 'node:net'
import { HttpClientError } from './http-client-error.ts'

/** Why a request failed, in the words of Go: kube-apiserver quotes them, and operators search for them. */
// upstream: Go's net, crypto/tls and crypto/x509
export function formatConnectionError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const details = detailsOf(error)
  const { code = '', address, port, hostname } = details
  const dialed = address === undefined ? 'tcp' : `tcp ${address.includes(':') ? `[${address}]` : address}:${port ?? ''}`
  switch (code) {
    case 'ETIMEDOUT':
      return 'context deadline exceeded'
    case 'ECONNREFUSED':
      return `dial ${dialed}: connect: connection refused`
    case 'EHOSTUNREACH':
      return `dial ${dialed}: connect: no route to host`
    case 'ENETUNREACH':
      return `dial ${dialed}: connect: network is unreachable`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `dial tcp: lookup ${hostname ?? 'host'}: no such host`
    case 'ECONNRESET':
      return error.message === 'aborted' ? 'unexpected EOF' : 'EOF'
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return `${unverified}: certificate has expired or is not yet valid`
    case 'INVALID_PURPOSE':
      return `${unverified}: certificate specifies an incompatible key usage`
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `${unverified}: ${wrongName(details)}`
    default:
      return untrusted.has(code) ? `${unverified}: certificate signed by unknown authority` : error.message
  }
}

/** Whether a request failed because the certificate of the server was refused. */
export function isCertificateError(error: unknown): boolean {
  return formatConnectionError(error).startsWith(unverified)
}

interface ConnectionErrorDetails {
  readonly code?: string | undefined
  readonly address?: string
  readonly port?: number
  readonly hostname?: string
  /** The name that the certificate of the server has not. */
  readonly host?: string
  readonly cert?: { readonly subjectaltname?: string }
}

/** Node says the address on its own error, which is the cause. */
function detailsOf(error: Error): ConnectionErrorDetails {
  if (!(error instanceof HttpClientError)) return error as ConnectionErrorDetails
  const { code, cause } = error
  return cause instanceof Error ? { ...(cause as ConnectionErrorDetails), code } : { code }
}

// upstream: crypto/x509, HostnameError
function wrongName({ host = '', cert: { subjectaltname = '' } = {} }: ConnectionErrorDetails): string {
  const isAddress = isIP(host) !== 0
  const prefix = isAddress ? 'IP Address:' : 'DNS:'
  const names = subjectaltname.split(', ').filter((name) => name.startsWith(prefix))
  if (names.length > 0) {
    return `certificate is valid for ${names.map((name) => name.slice(prefix.length)).join(', ')}, not ${host}`
  }
  if (isAddress) return `cannot validate certificate for ${host} because it doesn't contain any IP SANs`
  return `certificate is not valid for any names, but wanted to match ${host}`
}

const unverified = 'tls: failed to verify certificate: x509'

const untrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])
