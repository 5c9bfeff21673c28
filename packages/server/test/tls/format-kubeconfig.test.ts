import { createPrivateKeyPem } from '@pinnace/csr-signer'
import { parseYaml } from '@pinnace/versioning'
import { Buffer } from 'node:buffer'
import { createPrivateKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { formatKubeconfig } from '../../src/tls/format-kubeconfig.ts'

const load = (text: string): unknown => parseYaml(text).value

describe('formatKubeconfig', () => {
  it('writes a file that kubectl reads', () => {
    const config = load(
      formatKubeconfig({
        server: 'https://127.0.0.1:6443',
        ca: 'CA',
        clientCertificate: 'CERT',
        clientKey: 'KEY',
        name: 'kubernetes',
        namespace: 'team',
      }),
    )
    expect(config).toEqual({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [
        { name: 'kubernetes', cluster: { server: 'https://127.0.0.1:6443', 'certificate-authority-data': btoa('CA') } },
      ],
      users: [
        { name: 'kubernetes', user: { 'client-certificate-data': btoa('CERT'), 'client-key-data': btoa('KEY') } },
      ],
      contexts: [{ name: 'kubernetes', context: { cluster: 'kubernetes', user: 'kubernetes', namespace: 'team' } }],
      'current-context': 'kubernetes',
      preferences: {},
    })
  })

  it.each(['on', '1e3', 'a: b', '"', '- x', 'null', '{}', 'ü #'])('keeps the name %j a string', (name) => {
    const config = load(formatKubeconfig({ server: 'http://a', token: name, name })) as Record<string, unknown>
    expect(config['current-context']).toBe(name)
    expect(config['users']).toEqual([{ name, user: { token: name } }])
  })

  it('writes a user without credentials', () => {
    const config = load(formatKubeconfig({ server: 'http://a', name: 'x' })) as Record<string, unknown>
    expect(config['users']).toEqual([{ name: 'x', user: {} }])
  })

  it('refuses a certificate without its key', () => {
    expect(() => formatKubeconfig({ server: 'http://a', name: 'x', clientCertificate: 'C' })).toThrow(TypeError)
  })

  it('has the key of a certificate in the form that clients in Java read', async () => {
    const keyOf = (clientKey: string): string => {
      const config = load(formatKubeconfig({ server: 'https://a', name: 'x', clientCertificate: 'C', clientKey })) as {
        readonly users: readonly { readonly user: Readonly<Record<string, string>> }[]
      }
      return Buffer.from(config.users[0]?.user['client-key-data'] ?? '', 'base64').toString()
    }
    const ec = await createPrivateKeyPem('p-256')
    const sec1 = keyOf(ec)
    expect(sec1).toMatch(/^-----BEGIN EC PRIVATE KEY-----/)
    expect(createPrivateKey(sec1).equals(createPrivateKey(ec))).toBe(true)
    const ed = await createPrivateKeyPem('ed25519')
    expect(keyOf(ed)).toBe(ed)
  })
})
