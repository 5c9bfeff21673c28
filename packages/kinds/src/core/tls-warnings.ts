import type { Secret } from '@pinnace/types/core-v1'

/** Warnings about the certificate and the key of a secret that TLS cannot use. The secret is stored with them. */
// upstream: pkg/api/secret/warnings.go; crypto/tls, X509KeyPair
export function tlsWarnings({ data = {} }: Secret): readonly string[] {
  const problem = certificateProblem(readTypes(data['tls.crt'])) ?? keyProblem(readTypes(data['tls.key']))
  return problem === undefined ? [] : [problem]
}

function certificateProblem(types: readonly string[]): string | undefined {
  if (types.length === 0) return 'tls: failed to find any PEM data in certificate input'
  if (types.includes('CERTIFICATE')) return undefined
  if (types.length === 1 && types[0]?.endsWith('PRIVATE KEY') === true) {
    return 'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched'
  }
  return `tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [${types.join(' ')}]`
}

function keyProblem(types: readonly string[]): string | undefined {
  if (types.length === 0) return 'tls: failed to find any PEM data in key input'
  if (types.some((type) => type.endsWith('PRIVATE KEY'))) return undefined
  if (types.length === 1 && types[0] === 'CERTIFICATE') {
    return 'tls: found a certificate rather than a key in the PEM for the private key'
  }
  return `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: [${types.join(' ')}]`
}

/** The types of the PEM blocks in a text, which is given in base64. */
function readTypes(base64 = ''): readonly string[] {
  const text = Buffer.from(base64, 'base64').toString('latin1')
  return Array.from(text.matchAll(/-----BEGIN ([^\n-]{1,64})-----\r?\n[^-]*-----END \1-----/g), ([, type = '']) => type)
}
