import { createPrivateKey, X509Certificate } from 'node:crypto'
import { connect } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { createServer } from '../../src/index.ts'

describe('the authority of a server', () => {
  it('is the same, with the same key, for every port, certificate and fork', async () => {
    const server = await createServer({ preset: 'testing' })
    try {
      const { cert, key } = server.clientAuthority()
      const authority = new X509Certificate(cert)
      expect(authority.checkPrivateKey(createPrivateKey(key))).toBe(true)
      expect(server.clientAuthority().cert).toBe(cert)
      expect(server.fork().clientAuthority().cert).toBe(cert)
      const issued = new X509Certificate(server.issueClientCertificate({ username: 'jane' }).cert)
      expect(issued.verify(authority.publicKey)).toBe(true)
      const one = await server.listen({ names: ['one.example.dev'] })
      const other = await server.listen({ names: ['other.example.dev'] })
      expect([one.ca, other.ca]).toEqual([cert, cert])
    } finally {
      await server.close()
    }
  })

  it('presents a certificate with the names of each port, also with an existing authority', async () => {
    const server = await createServer({ preset: 'testing' })
    try {
      server.clientAuthority()
      const { url, ca } = await server.listen({ names: ['late.example.dev'] })
      const { port } = new URL(url)
      const shown = await new Promise<X509Certificate>((resolve, reject) => {
        const socket = connect({ host: '127.0.0.1', port: Number(port), ca, servername: 'late.example.dev' }, () => {
          resolve(socket.getPeerX509Certificate()!)
          socket.destroy()
        })
        socket.on('error', reject)
      })
      expect(shown.checkHost('late.example.dev')).toBe('late.example.dev')
    } finally {
      await server.close()
    }
  })
})

describe('a token of a secret', () => {
  it('is signed with the key of all tokens of the server', async () => {
    const server = await createServer({ preset: 'testing', vocabulary: 'kubernetes' })
    const token = await server.signLegacyToken({
      namespace: 'default',
      account: { name: 'robot', uid: 'u' },
      secretName: 'robot-token',
    })
    const [header, claims] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString())
    expect(JSON.parse(header!)).toEqual({ alg: 'ES256', kid: expect.any(String) })
    expect(JSON.parse(claims!)).toMatchObject({
      iss: 'kubernetes/serviceaccount',
      sub: 'system:serviceaccount:default:robot',
    })
    await server.close()
  })
})
