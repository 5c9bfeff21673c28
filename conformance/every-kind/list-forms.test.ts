import { createServer, type ResourceDefinition, type Server } from '@pinnace/server'
import { createFakeClock } from '@pinnace/testing'
import { toPartialObjectMetadataList, toTable, type IncludeObject } from '@pinnace/versioning'
import { escapeHtml, formatJson, type ApiObject, type ListMeta } from '@pinnace/meta'
import { afterAll, describe, expect, it } from 'vitest'
import { collectionPath } from './requests.ts'
import { sampleOf } from './samples.ts'
import { readServedKinds, type ServedKind } from './served-kinds.ts'

const clock = createFakeClock()
const base = await createServer({
  vocabulary: 'kubernetes',
  preset: 'testing',
  runtimeConfig: 'api/beta',
  clock,
  tokenAuthenticators: [() => ({ user: { username: 'admin', groups: ['system:masters'], extra: {} } })],
})
const kinds = (await readServedKinds(base)).filter(({ isStored, verbs }) => isStored && verbs.includes('list'))
afterAll(() => base.close())

const as = { group: 'meta.k8s.io', version: 'v1' }

interface Listed {
  readonly metadata: ListMeta
  readonly items: readonly ApiObject[]
}

/** Lists in forms that are written from stored bytes are those that are written from the objects, to the byte. */
describe('lists as tables and as metadata', () => {
  it.each(kinds.map((kind) => [`${kind.groupVersion} ${kind.resource}`, kind] as const))('%s', async (_name, kind) => {
    const server = base.fork()
    const path = collectionPath(kind)
    const { name } = (await send(server, 'POST', path, sampleOf(kind))).metadata
    await expectForms(server, kind)
    await clock.advance(3_000_000)
    await expectForms(server, kind)
    const labels = { text: 'changed', more: '"quoted" \\\\ {braces}' }
    await send(server, 'PATCH', `${path}/${name}`, { metadata: { annotations: labels } })
    await expectForms(server, kind)
    await server.close()
  })
})

async function expectForms(server: Server, kind: ServedKind): Promise<void> {
  const path = collectionPath(kind)
  const definition = server.registry.byGvr(kind.group, kind.groupVersion.split('/').at(-1)!, kind.resource)!
  const listed = JSON.parse(await text(server, path, 'application/json')) as Listed
  const objects = listed.items.map((item) => ({ kind: kind.kind, apiVersion: kind.groupVersion, ...item }))
  for (const includeObject of ['Metadata', 'None', 'Object'] satisfies IncludeObject[]) {
    const table = toTable(objects, listed.metadata, { definition, as, nowMs: clock.now(), includeObject })
    const accept = 'application/json;as=Table;g=meta.k8s.io;v=v1'
    const answer = await text(server, `${path}?includeObject=${includeObject}`, accept)
    if (includeObject === 'Object' || definition.compareRows !== undefined) expect(JSON.parse(answer)).toEqual(table)
    else expectText(answer, table, definition)
  }
  const metadata = toPartialObjectMetadataList(objects, listed.metadata, { ...as }, definition)
  const accept = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'
  expectText(await text(server, path, accept), metadata, definition)
}

// What is not written from stored bytes may have the annotations of an object that was just written in another order.
function expectText(answer: string, expected: object, { shownMetadata }: ResourceDefinition): void {
  if (shownMetadata === undefined) expect(answer).toBe(`${escapeHtml(formatJson(expected))}\n`)
  else expect(JSON.parse(answer)).toEqual(expected)
}

async function text(server: Server, path: string, accept: string): Promise<string> {
  const reply = await server.fetch(new Request(`http://server${path}`, { headers: { accept } }))
  expect(reply.status, path).toBe(200)
  return reply.text()
}

async function send(server: Server, method: string, path: string, body: object): Promise<ApiObject> {
  const type = method === 'POST' ? 'application/json' : 'application/merge-patch+json'
  const headers = { 'content-type': type }
  const reply = await server.fetch(new Request(`http://server${path}`, { method, headers, body: JSON.stringify(body) }))
  const answer = (await reply.json()) as ApiObject
  expect(reply.status, JSON.stringify(answer)).toBeLessThan(300)
  return answer
}
