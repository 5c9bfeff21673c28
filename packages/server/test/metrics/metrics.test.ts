import { Buffer } from 'node:buffer'
import { kubernetesVocabulary, systemClock } from '@pinnace/meta'
import { createTestServer } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { createMetrics, createServer, parseAuditPolicy } from '../../src/index.ts'
import { call, openWatch } from '../support/call.ts'

/** The lines of one metric. */
async function linesOf(server: Parameters<typeof call>[0], name: string): Promise<string[]> {
  const { text } = await call(server, 'GET', '/metrics')
  return text.split('\n').filter((line) => line.includes(name))
}

describe('/metrics', () => {
  it('counts requests by verb, resource and status code', async () => {
    await using server = await createTestServer({ metrics: true })
    const path = '/api/v1/namespaces/default/configmaps'
    const headers = { 'content-type': 'application/json' }
    await call(server, 'POST', path, { headers, body: { metadata: { name: 'a' } } })
    await call(server, 'POST', `${path}?dryRun=All`, { headers, body: { metadata: { name: 'b' } } })
    await call(server, 'GET', `${path}/a`)
    await call(server, 'GET', `${path}/none`)
    await call(server, 'GET', path)
    await call(server, 'GET', '/api/v1/configmaps')
    await call(server, 'PATCH', `${path}/a?fieldManager=m`, {
      headers: { 'content-type': 'application/apply-patch+yaml' },
      body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } },
    })
    await call(server, 'DELETE', `${path}/a`)
    await call(server, 'GET', '/healthz')
    const at = 'group="",version="v1",resource="configmaps",subresource=""'
    expect(await linesOf(server, 'apiserver_request_total')).toEqual([
      '# HELP apiserver_request_total [STABLE] Counter of apiserver requests broken out for each verb, dry run value, group, version, resource, scope, component, and HTTP response code.',
      '# TYPE apiserver_request_total counter',
      `apiserver_request_total{verb="POST",dry_run="",${at},scope="resource",component="apiserver",code="201"} 1`,
      `apiserver_request_total{verb="POST",dry_run="All",${at},scope="resource",component="apiserver",code="201"} 1`,
      `apiserver_request_total{verb="GET",dry_run="",${at},scope="resource",component="apiserver",code="200"} 1`,
      `apiserver_request_total{verb="GET",dry_run="",${at},scope="resource",component="apiserver",code="404"} 1`,
      `apiserver_request_total{verb="LIST",dry_run="",${at},scope="namespace",component="apiserver",code="200"} 1`,
      `apiserver_request_total{verb="LIST",dry_run="",${at},scope="cluster",component="apiserver",code="200"} 1`,
      `apiserver_request_total{verb="APPLY",dry_run="",${at},scope="resource",component="apiserver",code="200"} 1`,
      `apiserver_request_total{verb="DELETE",dry_run="",${at},scope="resource",component="apiserver",code="200"} 1`,
      'apiserver_request_total{verb="GET",dry_run="",group="",version="",resource="",subresource="/healthz",scope="",component="",code="200"} 1',
    ])
    expect(await linesOf(server, 'apiserver_request_duration_seconds_count{verb="DELETE"')).toHaveLength(1)
    expect(await linesOf(server, 'apiserver_storage_objects{resource="configmaps"}')).toEqual([
      'apiserver_storage_objects{resource="configmaps"} 2',
    ])
    expect(await linesOf(server, 'apiserver_storage_objects{resource="namespaces"}')).toEqual([
      'apiserver_storage_objects{resource="namespaces"} 4',
    ])
    expect(await linesOf(server, 'authorization_attempts_total{')).toEqual([
      'authorization_attempts_total{result="allowed"} 14',
    ])
    expect(await linesOf(server, 'authentication_attempts{')).toEqual(['authentication_attempts{result="success"} 15'])
    expect(await linesOf(server, 'authenticated_user_requests{')).toEqual([
      'authenticated_user_requests{username="other"} 16',
    ])
    expect(
      (await linesOf(server, 'etcd_requests_total{operation="create",group="",resource="configmaps"}')).length,
    ).toBe(1)
    expect((await linesOf(server, 'apiserver_admission_step_admission_duration_seconds_count')).length).toBeGreaterThan(
      0,
    )
  })

  it('counts a watch while it is open, and when it ends', async () => {
    await using server = await createTestServer({ metrics: true })
    const watch = await openWatch(server, '/api/v1/secrets?watch=true')
    const at =
      'verb="WATCH",group="",version="v1",resource="secrets",subresource="",scope="cluster",component="apiserver"'
    expect(await linesOf(server, 'longrunning_requests{')).toEqual([`apiserver_longrunning_requests{${at}} 1`])
    expect(await linesOf(server, 'request_total{verb="WATCH"')).toEqual([])
    await call(server, 'POST', '/api/v1/namespaces/default/secrets', {
      headers: { 'content-type': 'application/json' },
      body: { metadata: { name: 'seen' } },
    })
    await watch.until(1)
    const seen = 'group="",version="v1",resource="secrets"'
    expect(await linesOf(server, 'apiserver_watch_events_total{')).toEqual([`apiserver_watch_events_total{${seen}} 1`])
    expect(await linesOf(server, 'apiserver_watch_events_sizes_count')).toEqual([
      `apiserver_watch_events_sizes_count{${seen}} 1`,
    ])
    watch.leave()
    expect(await linesOf(server, 'longrunning_requests{')).toEqual([`apiserver_longrunning_requests{${at}} 0`])
    expect(await linesOf(server, 'request_total{verb="WATCH"')).toHaveLength(1)
  })

  it('has no series for resources that are not served, however many are requested', async () => {
    await using server = await createTestServer({ metrics: true })
    for (let index = 0; index < 20; index++) {
      await call(server, 'GET', `/apis/g${index}.example/v1/things`)
      await call(server, 'GET', `/api/v1/things${index}`)
      await call(server, 'GET', `/api/v1/namespaces/default/pods/p/below${index}`)
      await call(server, 'GET', `/path${index}`)
      await call(server, `M${index}`, '/healthz')
      await call(server, 'GET', `/healthz/${index}`)
    }
    expect((await linesOf(server, 'apiserver_request_total{')).length).toBeLessThan(10)
  })

  it('is authorized like every path, and is 404 when metrics are off', async () => {
    const strict = await createServer({ metrics: true })
    expect((await call(strict, 'GET', '/metrics')).status).toBe(403)
    expect((await call(strict, 'GET', '/metrics')).json.message).toBe(
      'forbidden: User "system:anonymous" cannot get path "/metrics"',
    )
    await strict.close()
    await using plain = await createTestServer()
    expect((await call(plain, 'GET', '/metrics')).status).toBe(404)
    await using counted = await createTestServer({ metrics: true })
    const { status, headers } = await call(counted, 'GET', '/metrics')
    expect([status, headers['content-type']]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8; escaping=underscores',
    ])
    expect(headers['process-start-time-unix']).toMatch(/^\d+$/)
    expect((await call(counted, 'HEAD', '/metrics')).status).toBe(200)
  })

  it('counts audit events, levels and failures of sinks', async () => {
    const policy = parseAuditPolicy(
      {
        apiVersion: 'audit.k8s.io/v1',
        kind: 'Policy',
        omitStages: ['RequestReceived'],
        rules: [{ level: 'None', nonResourceURLs: ['/metrics'] }, { level: 'Metadata' }],
      },
      kubernetesVocabulary,
    )
    const broken = {
      write: () => {
        throw new Error('full')
      },
    }
    await using server = await createTestServer({ metrics: true, audit: { policy, sinks: [broken] } })
    await call(server, 'GET', '/api/v1/namespaces/default')
    expect((await linesOf(server, 'apiserver_audit_')).filter((line) => !line.startsWith('#'))).toEqual([
      'apiserver_audit_event_total 1',
      'apiserver_audit_level_total{level="Metadata"} 1',
      'apiserver_audit_level_total{level="None"} 1',
      'apiserver_audit_error_total{plugin="sink"} 1',
      'apiserver_audit_requests_rejected_total 0',
    ])
  })

  it('keeps its values through a restore, and is shared by forks', async () => {
    await using server = await createTestServer({ metrics: true })
    const fork = server.fork()
    await call(fork, 'GET', '/api/v1/namespaces/default')
    server.reset()
    await call(server, 'GET', '/api/v1/namespaces/default')
    expect(
      await linesOf(server, 'request_total{verb="GET",dry_run="",group="",version="v1",resource="namespaces"'),
    ).toEqual([
      'apiserver_request_total{verb="GET",dry_run="",group="",version="v1",resource="namespaces",subresource="",scope="resource",component="apiserver",code="200"} 2',
    ])
    await fork.close()
  })

  it('is served from the metrics a host passes', async () => {
    const own = await createMetrics()
    const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', metrics: own, clock: systemClock })
    await call(server, 'GET', '/version')
    expect(Buffer.from(await own.text()).includes('subresource="/version"')).toBe(true)
    await server.close()
  })
})
