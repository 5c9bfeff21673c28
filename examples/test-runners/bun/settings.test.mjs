// bun test
import { afterAll, beforeEach, describe, expect, it } from 'bun:test'
import { createTestServer, testMatchers } from '@pinnace/testing'

expect.extend(testMatchers)

const server = await createTestServer()
const configMaps = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')

describe('settings', () => {
  beforeEach(() => server.reset())
  afterAll(() => server.close())

  it('are stored', async () => {
    await configMaps.create({ metadata: { name: 'settings' } })
    expect((await configMaps.get('settings')).metadata.name).toBe('settings')
    expect(server).toHaveRequested({ verb: 'create', resource: 'configmaps' })
  })

  it('are gone after a reset', async () => {
    await expect(configMaps.get('settings')).rejects.toMatchObject({ reason: 'NotFound' })
  })
})
