import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createFakeClock, createTestServer, type TestServer } from '@pinnace/testing'
import { rotateSettings } from '../src/rotate-settings.ts'

const clock = createFakeClock('2030-01-01T00:00:00Z')
const server: TestServer = await createTestServer({ clock })
const configMaps = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')

afterAll(() => server.close())
// Takes constant time, independent of the number of writes.
beforeEach(() => server.reset())

describe('rotateSettings', () => {
  it('counts from one', async () => {
    await configMaps.create({ metadata: { name: 'settings' } })
    expect(await rotateSettings(configMaps, 'settings')).toBe(1)
    expect(await rotateSettings(configMaps, 'settings')).toBe(2)
  })

  it('loses no round when many count at once', async () => {
    await configMaps.create({ metadata: { name: 'settings' } })
    const rounds = await Promise.all(Array.from({ length: 10 }, () => rotateSettings(configMaps, 'settings')))
    expect([...rounds].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  it('fails where there are no settings: the test before left nothing behind', async () => {
    await expect(rotateSettings(configMaps, 'settings')).rejects.toMatchObject({ reason: 'NotFound' })
  })

  it('stamps objects with the time of the test', async () => {
    await clock.advance(60_000)
    const created = await configMaps.create({ metadata: { name: 'settings' } })
    expect(created.metadata.creationTimestamp).toBe('2030-01-01T00:01:00Z')
  })

  it('starts many servers from one', async () => {
    await configMaps.create({ metadata: { name: 'settings' } })
    const other = server.fork()
    try {
      await configMaps.delete('settings')
      const elsewhere = other.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
      expect((await elsewhere.get('settings')).metadata.name).toBe('settings')
    } finally {
      await other.close()
    }
  })
})
