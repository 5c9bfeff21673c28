// node --test
import assert from 'node:assert/strict'
import { after, beforeEach, describe, it } from 'node:test'
import { assertRequested, assertStatus, createTestServer } from '@pinnace/testing'

const server = await createTestServer()
const configMaps = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')

describe('settings', () => {
  beforeEach(() => server.reset())
  after(() => server.close())

  it('are stored', async () => {
    await configMaps.create({ metadata: { name: 'settings' } })
    assert.equal((await configMaps.get('settings')).metadata.name, 'settings')
    assertRequested(server, { verb: 'create', resource: 'configmaps' })
  })

  it('are gone after a reset', () => assertStatus(configMaps.get('settings'), 'NotFound'))
})
