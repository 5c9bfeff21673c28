import { kubernetesVocabulary } from '@pinnace/meta'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseAuditPolicy, type AuditEvent, type Server } from '../../src/index.ts'
import { define, openServer, specSchema, version, widget, widgetPath, widgets } from '../custom-resources/support.ts'
import { call, openWatch } from '../support/call.ts'

const warning = '299 - "example.dev/v1beta1 Widget is deprecated; use example.dev/v1 Widget"'

describe('a deprecated version of a definition', () => {
  let server: Server
  let events: AuditEvent[]
  beforeEach(async () => {
    events = []
    const policy = parseAuditPolicy(
      {
        apiVersion: 'audit.k8s.io/v1',
        kind: 'Policy',
        omitStages: ['RequestReceived'],
        rules: [{ level: 'Metadata' }],
      },
      kubernetesVocabulary,
    )
    const sink = { write: (written: readonly AuditEvent[]) => void events.push(...written) }
    server = await openServer({ metrics: true, audit: { policy, sinks: [sink] } })
    await define(
      server,
      widgets([
        version('v1', specSchema({ size: { type: 'integer' } }), { subresources: { status: {} } }),
        version('v1beta1', specSchema({ size: { type: 'integer' } }), {
          deprecated: true,
          subresources: { status: {} },
        }),
      ]),
    )
  })
  afterEach(() => server.close())

  it('says so on every verb, to clients and in the audit record', async () => {
    const old = (name = ''): string => widgetPath(name, 'v1beta1')
    const merge = { headers: { 'content-type': 'application/merge-patch+json' }, body: { spec: { size: 2 } } }
    const asked: readonly (readonly [string, string, object])[] = [
      ['POST', old(), { body: widget('a', {}, 'v1beta1') }],
      ['GET', old('a'), {}],
      ['GET', old('none'), {}],
      ['GET', old(), {}],
      ['PATCH', old('a'), merge],
      ['PATCH', `${old('a')}/status`, merge],
      ['PUT', `${old('a')}?dryRun=All`, { body: widget('a', {}, 'v1beta1') }],
      ['DELETE', old('a'), {}],
      ['DELETE', old(), {}],
    ]
    for (const [method, path, options] of asked) {
      events.length = 0
      const { headers } = await call(server, method, path, options)
      expect([method, path, headers['warning']]).toEqual([method, path, [warning]])
      expect(events.at(-1)!.annotations).toMatchObject({ 'k8s.io/deprecated': 'true' })
      expect(events.at(-1)!.annotations).not.toHaveProperty('k8s.io/removed-release')
    }
    events.length = 0
    const watch = await openWatch(server, `${old()}?watch=true`)
    watch.leave()
    expect(events[0]!.annotations).toMatchObject({ 'k8s.io/deprecated': 'true' })
  })

  it('says nothing of the other version, of discovery and of documents', async () => {
    for (const path of [widgetPath(), '/apis/example.dev/v1beta1', '/apis', '/openapi/v3/apis/example.dev/v1beta1']) {
      expect([path, (await call(server, 'GET', path)).headers['warning']]).toEqual([path, undefined])
    }
    const { text } = await call(server, 'GET', '/metrics')
    expect(text).not.toContain('apiserver_requested_deprecated_apis{')
  })

  it('sets the gauge once for each existing subresource', async () => {
    await call(server, 'GET', widgetPath('', 'v1beta1'))
    await call(server, 'GET', widgetPath('', 'v1beta1'))
    for (const below of ['status', 'constructor', '__proto__', 'nothing']) {
      await call(server, 'GET', `${widgetPath('a', 'v1beta1')}/${below}`)
    }
    const { text } = await call(server, 'GET', '/metrics')
    const series = 'apiserver_requested_deprecated_apis{group="example.dev",version="v1beta1",resource="widgets"'
    expect(text.split('\n').filter((line) => line.startsWith('apiserver_requested_deprecated_apis{'))).toEqual([
      `${series},subresource="",removed_release=""} 1`,
      `${series},subresource="status",removed_release=""} 1`,
    ])
  })
})
