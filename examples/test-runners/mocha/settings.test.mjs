// mocha
import assert from 'node:assert/strict'
import { assertRequested, assertStatus, createTestServer } from '@pinnace/testing'

describe('settings', () => {
  let server
  let configMaps

  before(async () => {
    server = await createTestServer()
    configMaps = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
  })
  beforeEach(() => server.reset())
  after(() => server.close())

  it('are stored', async () => {
    await configMaps.create({ metadata: { name: 'settings' } })
    assert.equal((await configMaps.get('settings')).metadata.name, 'settings')
    assertRequested(server, { verb: 'create', resource: 'configmaps' })
  })

  it('are gone after a reset', () => assertStatus(configMaps.get('settings'), 'NotFound'))
})
