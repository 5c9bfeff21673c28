import { createTestServer } from '@pinnace/testing'
import type { Store } from '@pinnace/store'
import { createMemoryStore } from '@pinnace/store/memory'
import { describe, expect, it } from 'vitest'
import { createMetrics, type Server } from '../../src/index.ts'
import { call } from '../support/call.ts'
import {
  define,
  definitionPath,
  openServer,
  specSchema,
  until,
  version,
  widget,
  widgetPath,
  widgets,
} from '../custom-resources/support.ts'

/** The samples whose line holds that. */
async function samplesOf(server: Server, part: string): Promise<string[]> {
  const { text } = await call(server, 'GET', '/metrics')
  return text.split('\n').filter((line) => !line.startsWith('#') && line.includes(part))
}

describe('rules of CRDs', () => {
  it('are counted as they are compiled, and for each value whose schema has rules in it', async () => {
    const server = await openServer({ metrics: true })
    const counts = async (): Promise<readonly (string | undefined)[]> =>
      Promise.all(
        ['compilation', 'evaluation'].map(async (what) => {
          const [line] = await samplesOf(server, `apiserver_cel_${what}_duration_seconds_count`)
          return line?.split(' ')[1]
        }),
      )
    const rules = [{ rule: 'self.size < 10' }, { rule: 'self.size > 0' }]
    const schema = specSchema({ size: { type: 'integer' } }, { 'x-kubernetes-validations': rules })
    await define(server, widgets([version('v1', schema)]))
    expect(await counts()).toEqual(['1', '0'])
    expect((await call(server, 'POST', widgetPath(), { body: widget('a', { size: 3 }) })).status).toBe(201)
    expect(await counts()).toEqual(['2', '2'])
    const { text } = await call(server, 'GET', '/metrics')
    expect(text).toContain('# HELP apiserver_cel_compilation_duration_seconds [BETA] CEL compilation time in seconds.')
    expect(text).toContain('# HELP apiserver_cel_evaluation_duration_seconds [BETA] CEL evaluation time in seconds.')
    expect(text).toContain('apiserver_cel_evaluation_duration_seconds_bucket{le="0.005"}')
    await server.close()
  })
})

describe('stored objects', () => {
  it('are counted by group and resource, and under the old name until that is hidden', async () => {
    await using server = await createTestServer({ metrics: true })
    const { text } = await call(server, 'GET', '/metrics')
    const help =
      'Number of stored objects at the time of last check split by kind. In case of a fetching error, the value will be -1.'
    const lines = text.split('\n')
    expect(lines).toContain(`# HELP apiserver_resource_objects [ALPHA] ${help}`)
    expect(lines).toContain('apiserver_resource_objects{group="",resource="namespaces"} 4')
    expect(lines).toContain('apiserver_resource_objects{group="apps",resource="deployments"} 0')
    expect(lines).toContain(
      `# HELP apiserver_storage_objects [STABLE] [DEPRECATED, consider using apiserver_resource_objects instead] ${help}`,
    )
    expect(lines).toContain('apiserver_storage_objects{resource="deployments.apps"} 0')
  })

  it('of a deleted CRD have no series', async () => {
    const server = await openServer({ metrics: true })
    await define(server, widgets())
    await call(server, 'POST', widgetPath(), { body: widget('a') })
    expect(await samplesOf(server, 'objects{group="example.dev"')).toEqual([
      'apiserver_resource_objects{group="example.dev",resource="widgets"} 1',
    ])
    await call(server, 'DELETE', definitionPath())
    await until(server, definitionPath(), ({ status }) => status === 404)
    expect(await samplesOf(server, 'objects{group="example.dev"')).toEqual([])
    expect(await samplesOf(server, 'objects{resource="widgets.example.dev"')).toEqual([])
    await server.close()
  })

  it('are -1 when they cannot be counted, without affecting other resources', async () => {
    const store = createMemoryStore()
    let isBroken = false
    const broken: Store = {
      revision: () => store.revision(),
      get: (key, options) => store.get(key, options),
      list(prefix, options) {
        if (isBroken && prefix.includes('/secrets/')) throw new Error('the disk is gone')
        return store.list(prefix, options)
      },
      put: (key, value, condition) => store.put(key, value, condition),
      delete: (key, tombstone, condition) => store.delete(key, tombstone, condition),
      watch: (prefix, afterRevision, watcher) => store.watch(prefix, afterRevision, watcher),
      compact: (revision) => store.compact(revision),
      compactedRevision: () => store.compactedRevision(),
      close: () => store.close(),
    }
    const server = await openServer({ metrics: true, store: broken })
    isBroken = true
    expect(await samplesOf(server, 'apiserver_resource_objects{group="",resource="secrets"')).toEqual([
      'apiserver_resource_objects{group="",resource="secrets"} -1',
    ])
    expect(await samplesOf(server, 'apiserver_resource_objects{group="",resource="namespaces"')).toEqual([
      'apiserver_resource_objects{group="",resource="namespaces"} 4',
    ])
    await server.close()
  })

  it('are complete when several clients read at once', async () => {
    await using server = await createTestServer({ metrics: true })
    const answers = await Promise.all(Array.from({ length: 5 }, () => samplesOf(server, 'apiserver_resource_objects{')))
    expect(new Set(answers.map((lines) => lines.length)).size).toBe(1)
  })
})

describe('series of requests', () => {
  it('have response sizes for reads only', async () => {
    await using server = await createTestServer({ metrics: true })
    const path = '/api/v1/namespaces/default/configmaps'
    await call(server, 'POST', path, { body: { metadata: { name: 'a' } } })
    await call(server, 'PUT', `${path}/a`, { body: { metadata: { name: 'a' } } })
    await call(server, 'GET', `${path}/a`)
    await call(server, 'GET', path)
    await call(server, 'DELETE', `${path}/a`)
    const verbs = (await samplesOf(server, 'apiserver_response_sizes_count')).map(
      (line) => /verb="(\w+)"/.exec(line)![1],
    )
    expect(verbs).toEqual(['GET', 'LIST'])
  })

  it('are bounded when CRDs are created and deleted', async () => {
    const server = await openServer({ metrics: await createMetrics({ maxSeries: 20 }) })
    for (let index = 0; index < 30; index++) {
      const plural = `w${index}s`
      const { spec, ...rest } = widgets([version('v1')])
      const name = `${plural}.example.dev`
      await define(server, { ...rest, metadata: { name }, spec: { ...spec, names: { plural, kind: `W${index}` } } })
      await call(server, 'GET', `/apis/example.dev/v1/${plural}`)
      await call(server, 'DELETE', definitionPath(name))
      await until(server, definitionPath(name), ({ status }) => status === 404)
    }
    const { text } = await call(server, 'GET', '/metrics')
    const counts = new Map<string, number>()
    for (const line of text.split('\n')) {
      const name = /^(apiserver_request_total|etcd_requests_total)\{/.exec(line)?.[1]
      if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    expect([...counts]).toEqual([
      ['etcd_requests_total', 21],
      ['apiserver_request_total', 21],
    ])
    expect(text).toContain('apiserver_request_total{verb="other",dry_run="other",group="other"')
    await server.close()
  })
})
