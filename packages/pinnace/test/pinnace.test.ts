import { StatusError as metaStatusError } from '@pinnace/meta'
import {
  createServer,
  createTestServer,
  defineAdmissionPlugin,
  defineResource,
  StatusError,
  z,
  type ApiObject,
  type ResourceClient,
} from 'pinnace'
import { createClient } from 'pinnace/client'
import { startControllers } from 'pinnace/controllers'
import { main } from 'pinnace/command'
import { defineResource as fromDefine } from 'pinnace/define'
import { createServer as fromServer } from 'pinnace/server'
import { createFakeClock } from 'pinnace/testing'
import { expect, it } from 'vitest'

const Widget = defineResource({
  group: 'example.dev',
  version: 'v1',
  kind: 'Widget',
  scope: 'Namespaced',
  schema: z.object({ spec: z.object({ size: z.int32() }) }),
})

it('serves a kind, an admission plugin and a test server from one import', async () => {
  const plugin = defineAdmissionPlugin({
    name: 'no-ones',
    rules: [{ operations: ['CREATE'], resources: ['widgets'], apiGroups: ['example.dev'], apiVersions: ['v1'] }],
    validate: ({ object, deny }) => {
      if (JSON.stringify(object).includes('"size":1}')) deny('one is too small')
    },
  })
  await using server = await createTestServer({ resources: [Widget], admission: [plugin] })
  const widgets = server.client(Widget).namespace('default')
  await widgets.create({ metadata: { name: 'two' }, spec: { size: 2 } })
  await expect(widgets.create({ metadata: { name: 'one' }, spec: { size: 1 } })).rejects.toBeInstanceOf(StatusError)
})

it('exports the classes and functions of the scoped packages, not copies', () => {
  expect(StatusError).toBe(metaStatusError)
  expect(fromDefine).toBe(defineResource)
  expect(fromServer).toBe(createServer)
})

it('has an entry for clients, controllers, test suites and the command', async () => {
  const configMaps: (client: ResourceClient<ApiObject>) => string = () => 'a client can be named'
  expect([typeof configMaps, typeof createClient, typeof startControllers, typeof createFakeClock]).toEqual(
    Array.from({ length: 4 }, () => 'function'),
  )
  const written: string[] = []
  const output = { out: (text: string) => void written.push(text), err: () => undefined, columns: 80 }
  expect(await main(['--version'], output)).toBe(0)
  expect(written.join('')).toMatch(/^pinnace \d/)
})
