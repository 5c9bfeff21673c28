import { createFakeClock, createTestServer } from '@pinnace/testing'
import { expect, it } from 'vitest'
import { createDiscoveryClient, type Client } from '../src/index.ts'

it('a discovery client shares one read between concurrent callers, and reads again for an expired cache or an unknown kind', async () => {
  const clock = createFakeClock()
  await using server = await createTestServer({ clock })
  const inner = server.connect()
  let readings = 0
  let fails = false
  const client: Pick<Client, 'discover'> = {
    async discover(options) {
      readings++
      if (fails) throw new Error('away')
      return inner.discover(options)
    },
  }
  const discovery = createDiscoveryClient({ client, clock })
  const [all, pods] = await Promise.all([discovery.resources(), discovery.find({ apiVersion: 'v1', kind: 'Pod' })])
  expect(all).toEqual(await inner.discover())
  expect(pods).toMatchObject({ group: '', version: 'v1', resource: 'pods', scope: 'Namespaced' })
  expect(await discovery.find({ apiVersion: 'apps/v1', kind: 'Deployment' })).toMatchObject({ resource: 'deployments' })
  expect(readings).toBe(1)

  const unknown = { apiVersion: 'example.dev/v1', kind: 'Widget' }
  expect(await discovery.find(unknown)).toBeUndefined()
  expect(readings).toBe(1)
  await clock.advance(5000)
  expect([await discovery.find(unknown), await discovery.find(unknown)]).toEqual([undefined, undefined])
  expect(readings).toBe(2)

  await clock.advance(30_000)
  await discovery.resources()
  expect(readings).toBe(3)
  discovery.forget()
  fails = true
  await expect(discovery.resources()).rejects.toThrow('away')
  fails = false
  expect(await discovery.resources()).toHaveLength(all.length)
  expect(readings).toBe(5)
})
