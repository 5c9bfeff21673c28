import { systemClock } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { agentUrl, createNodeAgents } from '../../src/connections/node-agent.ts'

type Address = readonly [type: string, address: string]

const all: readonly Address[] = [
  ['ExternalIP', '192.0.2.5'],
  ['ExternalDNS', 'external.example'],
  ['InternalIP', '192.0.2.3'],
  ['InternalDNS', 'internal.example'],
  ['Hostname', 'host.example'],
]

async function urlOf(
  addresses: readonly Address[] | undefined,
  types?: readonly string[],
  port?: number,
): Promise<string> {
  const node = {
    metadata: { name: 'node-1' },
    status: {
      ...(addresses === undefined ? {} : { addresses: addresses.map(([type, address]) => ({ type, address })) }),
      ...(port === undefined ? {} : { daemonEndpoints: { kubeletEndpoint: { Port: port } } }),
    },
  }
  using agents = createNodeAgents(
    { read: async () => node as never },
    types === undefined ? {} : { preferredAddressTypes: types },
    systemClock,
  )
  return agentUrl(await agents.find('node-1'))
}

// As kube-apiserver 1.36 connects to them.
describe('the address of a node to connect to', () => {
  it('is the first of the default order that the node has', async () => {
    const found: string[] = []
    for (let count = all.length; count > 0; count--) found.push(await urlOf(all.slice(0, count)))
    expect(found).toEqual([
      'https://host.example:10250',
      'https://internal.example:10250',
      'https://192.0.2.3:10250',
      'https://external.example:10250',
      'https://192.0.2.5:10250',
    ])
  })

  it('is the first of the preferred types, and of several of a type the first of the node', async () => {
    const addresses: readonly Address[] = [...all, ['InternalIP', '192.0.2.9']]
    expect(await urlOf(addresses, ['InternalIP', 'Hostname'])).toBe('https://192.0.2.3:10250')
    expect(await urlOf(addresses, ['Custom', 'ExternalDNS'])).toBe('https://external.example:10250')
  })

  it('has the port of the agent, or 10250', async () => {
    expect(await urlOf(all, ['InternalIP'], 31_000)).toBe('https://192.0.2.3:31000')
    expect(await urlOf(all, ['InternalIP'], 0)).toBe('https://192.0.2.3:10250')
  })

  it('has brackets around an IPv6 address', async () => {
    expect(await urlOf([['InternalIP', '2001:db8::1']], undefined, 1)).toBe('https://[2001:db8::1]:1')
  })

  it('is missing if the node has no address of a preferred type', async () => {
    const missing = (known: string): object => ({
      code: 500,
      message: `no preferred addresses found; known addresses: [${known}]`,
    })
    await expect(urlOf([])).rejects.toMatchObject(missing(''))
    await expect(urlOf(undefined)).rejects.toMatchObject(missing(''))
    const custom: readonly Address[] = [
      ['Custom', 'a'],
      ['Other', 'b'],
    ]
    await expect(urlOf(custom)).rejects.toMatchObject(missing('{Custom a} {Other b}'))
    await expect(urlOf(all.slice(0, 1), ['Hostname'])).rejects.toMatchObject(missing('{ExternalIP 192.0.2.5}'))
  })
})
