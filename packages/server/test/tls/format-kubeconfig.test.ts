import { parseYaml } from '@pinnace/versioning'
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
})
