import { defineResource, z } from '@pinnace/resources/define'
import { createServer, type Server } from '@pinnace/server'
import { expect, it } from 'vitest'

const Plan = defineResource({
  group: 'billing.example.dev',
  version: 'v1',
  kind: 'Plan',
  scope: 'Cluster',
  schema: z.object({ spec: z.object({ seats: z.int32() }) }),
})
const Workspace = defineResource({
  group: 'billing.example.dev',
  version: 'v1',
  kind: 'Workspace',
  scope: 'Namespaced',
  schema: z.object({ spec: z.object({ plan: z.string() }) }),
})

async function ask(server: Server, path: string): Promise<{ readonly status: number; readonly body: unknown }> {
  const reply = await server.fetch(new Request(`http://server${path}`))
  return { status: reply.status, body: await reply.json().catch(() => undefined) }
}

async function groupsOf(server: Server): Promise<unknown> {
  const { body } = await ask(server, '/apis')
  return (body as { readonly groups: readonly { readonly name: string }[] }).groups.map(({ name }) => name)
}

async function resourcesOf(server: Server, path: string): Promise<unknown> {
  const { body } = await ask(server, path)
  const { resources } = body as { readonly resources: readonly { readonly name: string }[] }
  return resources.map(({ name }) => name).filter((name) => !name.includes('/'))
}

it('serves a cluster-scoped kind alone, without any built-in kind in discovery', async () => {
  const server = await createServer({ resources: [Plan], onlyKinds: true, preset: 'testing' })
  expect(await groupsOf(server)).toEqual(['billing.example.dev'])
  expect((await ask(server, '/api/v1/namespaces')).status).toBe(404)
  expect((await ask(server, '/api/v1/configmaps')).status).toBe(404)
  const { metadata } = await server.client(Plan).create({ metadata: { name: 'team' }, spec: { seats: 5 } })
  expect(metadata.name).toBe('team')
  await server.close()
})

it('serves namespaces for a namespaced kind', async () => {
  const server = await createServer({ resources: [Plan, Workspace], onlyKinds: true, preset: 'testing' })
  expect(await groupsOf(server)).toEqual(['billing.example.dev'])
  expect(await resourcesOf(server, '/api/v1')).toEqual(['namespaces'])
  await server
    .client(Workspace)
    .namespace('default')
    .create({ metadata: { name: 'a' }, spec: { plan: 'team' } })
  await server.close()
})

it('serves a built-in version again that runtimeConfig names', async () => {
  const runtimeConfig = { 'rbac.authorization.platform.io/v1': true }
  const server = await createServer({ resources: [Plan], onlyKinds: true, runtimeConfig, preset: 'testing' })
  expect(await groupsOf(server)).toEqual(['rbac.authorization.platform.io', 'billing.example.dev'])
  await server.close()
})

it('is refused without kinds', async () => {
  await expect(createServer({ onlyKinds: true })).rejects.toThrow('onlyKinds needs resources')
})
