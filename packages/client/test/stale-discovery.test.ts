import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { formatGroupVersion, kubernetesVocabulary as vocabulary } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { createClientOver, createHttpTransport } from '../src/index.ts'

describe('discovery reports stale versions', () => {
  it('that the aggregated document marks as stale, with or without their resources', async () => {
    const kind = 'APIGroupDiscoveryList'
    const row = { resource: 'things', responseKind: { kind: 'Thing' }, scope: 'Namespaced', verbs: ['list'] }
    const versions = [
      { version: 'v2', freshness: 'Current', resources: [row] },
      { version: 'v1', freshness: 'Stale', resources: [row] },
      { version: 'v1beta1', freshness: 'Stale' },
    ]
    const items = [{ metadata: { name: 'example.dev' }, versions }]
    await expectStale(
      { '/api': { kind, items: [] }, '/apis': { kind, items } },
      { stale: ['example.dev/v1', 'example.dev/v1beta1'], found: ['example.dev/v2', 'example.dev/v1'] },
    )
  })

  it('whose document is unavailable; a version that was removed is not stale', async () => {
    const of = (version: string): object => ({ groupVersion: `example.dev/${version}`, version })
    const versions = ['v3', 'v2', 'v1'].map(of)
    const resources = [{ name: 'things', kind: 'Thing', namespaced: true, verbs: ['list'] }]
    await expectStale(
      {
        '/api': { kind: 'APIVersions', versions: [] },
        '/apis': { kind: 'APIGroupList', groups: [{ name: 'example.dev', versions, preferredVersion: of('v3') }] },
        '/apis/example.dev/v3': { kind: 'APIResourceList', groupVersion: 'example.dev/v3', resources },
        '/apis/example.dev/v2': 503,
        '/apis/example.dev/v1': 404,
      },
      { stale: ['example.dev/v2'], found: ['example.dev/v3'] },
    )
  })
})

async function expectStale(
  answers: Readonly<Record<string, object | number>>,
  { stale, found }: { readonly stale: readonly string[]; readonly found: readonly string[] },
): Promise<void> {
  const server: Server = createServer((request, response) => {
    const answer = answers[request.url!] ?? 404
    const code = typeof answer === 'number' ? answer : 200
    response.writeHead(code, { 'content-type': 'application/json' })
    response.end(JSON.stringify(typeof answer === 'number' ? { kind: 'Status', status: 'Failure', code } : answer))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const transport = createHttpTransport({ endpoint: { server: url }, vocabulary })
  const seen: string[] = []
  try {
    const client = createClientOver({ transport, vocabulary })
    const discovered = await client.discover({ onStale: (version) => void seen.push(formatGroupVersion(version)) })
    expect(discovered.map(formatGroupVersion)).toEqual(found)
    expect(seen).toEqual(stale)
  } finally {
    await transport.close()
    server.closeAllConnections()
    await new Promise((resolve) => void server.close(resolve))
  }
}
