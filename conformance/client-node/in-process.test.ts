import {
  CoreV1Api,
  createConfiguration,
  ResponseContext,
  ServerConfiguration,
  wrapHttpLibrary,
  type HttpLibrary,
} from '@kubernetes/client-node'
import { createTestServer, type TestServer } from '@pinnace/testing'
import { expect, it } from 'vitest'

// As docs/guide/test-suites.md has it.
function inProcess(server: TestServer): HttpLibrary {
  return wrapHttpLibrary({
    async send(request) {
      // Requests of Kubernetes have JSON, or no body.
      const given = request.getBody()
      const body = typeof given === 'string' ? given : null
      const init = { method: request.getHttpMethod(), headers: request.getHeaders(), body }
      const response = await server.fetch(new Request(request.getUrl(), init))
      const content = {
        text: () => response.text(),
        binary: async () => Buffer.from(await response.arrayBuffer()),
        stream: () => null,
      }
      return new ResponseContext(response.status, Object.fromEntries(response.headers), content)
    },
  })
}

it('@kubernetes/client-node reaches a server without a port', async () => {
  await using server = await createTestServer()
  const baseServer = new ServerConfiguration('http://server', {})
  const core = new CoreV1Api(createConfiguration({ baseServer, httpApi: inProcess(server) }))
  const body = { metadata: { name: 'settings' }, data: { color: 'blue' } }
  await core.createNamespacedConfigMap({ namespace: 'default', body })
  expect((await core.readNamespacedConfigMap({ namespace: 'default', name: 'settings' })).data).toEqual({
    color: 'blue',
  })
  const { items } = await core.listNamespacedConfigMap({ namespace: 'default', labelSelector: 'a=b' })
  expect(items).toEqual([])
  await expect(core.readNamespacedConfigMap({ namespace: 'default', name: 'none' })).rejects.toMatchObject({
    code: 404,
  })
  expect(server.requests.filter(({ transport }) => transport === 'http')).toHaveLength(4)
})
