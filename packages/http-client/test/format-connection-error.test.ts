import { describe, expect, it } from 'vitest'
import { formatConnectionError, isCertificateError } from '../src/index.ts'

function wrongName(host: string, subjectaltname: string | undefined): Error {
  return Object.assign(new Error('of Node.js'), {
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    host,
    cert: subjectaltname === undefined ? {} : { subjectaltname },
  })
}

describe('the error for a certificate of another server', () => {
  // As kube-apiserver 1.36 words them.
  it.each([
    ['127.0.0.1', 'IP Address:127.0.0.9', 'certificate is valid for 127.0.0.9, not 127.0.0.1'],
    [
      '127.0.0.1',
      'DNS:node.example',
      "cannot validate certificate for 127.0.0.1 because it doesn't contain any IP SANs",
    ],
    ['a.example', 'DNS:b.example, DNS:c.example', 'certificate is valid for b.example, c.example, not a.example'],
    ['a.example', 'IP Address:127.0.0.1', 'certificate is not valid for any names, but wanted to match a.example'],
    ['a.example', undefined, 'certificate is not valid for any names, but wanted to match a.example'],
  ])('names the server and what the certificate is for: %s, %s', (host, names, expected) => {
    const error = wrongName(host, names)
    expect(formatConnectionError(error)).toBe(`tls: failed to verify certificate: x509: ${expected}`)
    expect(isCertificateError(error)).toBe(true)
  })
})
