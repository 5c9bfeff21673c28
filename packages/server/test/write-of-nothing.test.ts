import { describe, expect, it } from 'vitest'
import { createServer } from '../src/index.ts'
import { call } from './support/call.ts'

const maps = '/api/v1/namespaces/default/configmaps'

describe('a write that changes nothing', () => {
  it('keeps the version, in whatever order its members stand', async () => {
    const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
    const made = await call(server, 'POST', maps, {
      body: { metadata: { name: 'a', labels: { x: '1', y: '2' } }, data: { p: '1', q: '2' } },
    })
    const body = { data: { q: '2', p: '1' }, metadata: { labels: { y: '2', x: '1' }, name: 'a' } }
    const again = await call(server, 'PUT', `${maps}/a`, { body })
    expect(again.json.metadata.resourceVersion).toBe(made.json.metadata.resourceVersion)
    const other = await call(server, 'PUT', `${maps}/a`, { body: { ...body, data: { q: '1', p: '2' } } })
    expect(other.json.metadata.resourceVersion).not.toBe(made.json.metadata.resourceVersion)
    await server.close()
  })

  it('because it is a dry run rejects a name that is taken', async () => {
    const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
    const body = { metadata: { name: 'a' } }
    expect((await call(server, 'POST', `${maps}?dryRun=All`, { body })).status).toBe(201)
    await call(server, 'POST', maps, { body })
    const { status, json } = await call(server, 'POST', `${maps}?dryRun=All`, { body })
    expect(status).toBe(409)
    expect(json.message).toBe('configmaps "a" already exists')
    await server.close()
  })
})
