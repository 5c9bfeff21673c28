// deno test --allow-all
import assert from 'node:assert/strict'
import { assertRequested, assertStatus, createTestServer } from '@pinnace/testing'

Deno.test('settings', async (test) => {
  const server = await createTestServer()
  const configMaps = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')

  await test.step('are stored', async () => {
    await configMaps.create({ metadata: { name: 'settings' } })
    assert.equal((await configMaps.get('settings')).metadata.name, 'settings')
    assertRequested(server, { verb: 'create', resource: 'configmaps' })
  })

  await test.step('are gone after a reset', async () => {
    server.reset()
    await assertStatus(configMaps.get('settings'), 'NotFound')
  })
  await server.close()
})
