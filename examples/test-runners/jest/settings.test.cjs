// jest, without configuration: CommonJS
const { createTestServer, testMatchers } = require('@pinnace/testing/jest')

expect.extend(testMatchers)

let server
let configMaps

beforeAll(async () => {
  server = await createTestServer()
  configMaps = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
})
beforeEach(() => server.reset())
afterAll(() => server.close())

describe('settings', () => {
  it('are stored', async () => {
    await configMaps.create({ metadata: { name: 'settings', labels: { color: 'blue' } } })
    expect((await configMaps.get('settings')).metadata).toMatchObject({ name: 'settings', labels: { color: 'blue' } })
    expect(server).toHaveRequested({ verb: 'create', resource: 'configmaps' })
  })

  it('are gone after a reset', async () => {
    await expect(configMaps.get('settings')).rejects.toBeStatus('NotFound')
  })
})
