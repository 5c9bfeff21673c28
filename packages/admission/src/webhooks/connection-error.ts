/** Why an exchange came to nothing, in the words operators search for. */
// upstream: Go's net, crypto/tls and crypto/x509, as the original's messages quote them
export function connectionErrorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const {
    code = '',
    address,
    port,
    hostname,
  } = error as NodeJS.ErrnoException & {
    readonly address?: string
    readonly port?: number
    readonly hostname?: string
  }
  const dialled =
    address === undefined ? 'tcp' : `tcp ${address.includes(':') ? `[${address}]` : address}:${port ?? ''}`
  switch (code) {
    case 'ETIMEDOUT':
      return 'context deadline exceeded'
    case 'ECONNREFUSED':
      return `dial ${dialled}: connect: connection refused`
    case 'EHOSTUNREACH':
      return `dial ${dialled}: connect: no route to host`
    case 'ENETUNREACH':
      return `dial ${dialled}: connect: network is unreachable`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `dial tcp: lookup ${hostname ?? 'host'}: no such host`
    case 'ECONNRESET':
      return error.message === 'aborted' ? 'unexpected EOF' : 'EOF'
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return `${unverified}: certificate has expired or is not yet valid`
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `${unverified}: ${error.message}`
    default:
      return untrusted.has(code) ? `${unverified}: certificate signed by unknown authority` : error.message
  }
}

const unverified = 'tls: failed to verify certificate: x509'

const untrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])
