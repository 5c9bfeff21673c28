import { createTestServer } from '@pinnace/testing'
import { expect, it } from 'vitest'
import { createServer } from '../../src/index.ts'
import { call } from '../support/call.ts'

const configMaps = '/api/v1/namespaces/default/configmaps'

async function samplesOf(server: Parameters<typeof call>[0], ...names: readonly string[]): Promise<readonly string[]> {
  const { text } = await call(server, 'GET', '/metrics')
  return text
    .split('\n')
    .filter((line) => names.some((name) => line.startsWith(`${name}{`) || line.startsWith(`${name} `)))
}

it('metrics without labels are written before anything is counted, as by client libraries of Go', async () => {
  await using server = await createTestServer({ metrics: true })
  expect(
    await samplesOf(
      server,
      'apiserver_audit_event_total',
      'apiserver_audit_requests_rejected_total',
      'apiserver_client_certificate_expiration_seconds_count',
      'serviceaccount_legacy_tokens_total',
      'serviceaccount_valid_tokens_total',
      'serviceaccount_stale_tokens_total',
    ),
  ).toEqual([
    'apiserver_client_certificate_expiration_seconds_count 0',
    'serviceaccount_legacy_tokens_total 0',
    'serviceaccount_stale_tokens_total 0',
    'serviceaccount_valid_tokens_total 0',
    'apiserver_audit_event_total 0',
    'apiserver_audit_requests_rejected_total 0',
  ])
})

it('counts what is read from the store and from the watch cache', async () => {
  await using server = await createTestServer({ metrics: true })
  const ofConfigMaps = async (...names: readonly string[]): Promise<readonly string[]> =>
    (await samplesOf(server, ...names)).filter((line) => line.includes('"configmaps"'))
  const before = await ofConfigMaps('apiserver_storage_events_received_total')
  expect(before).toHaveLength(1)
  const { json } = await call(server, 'POST', configMaps, { body: { metadata: { name: 'a' } } })
  await call(server, 'GET', `${configMaps}?labelSelector=none`)
  await call(server, 'GET', configMaps)
  expect(await ofConfigMaps('apiserver_cache_list_total', 'apiserver_cache_list_returned_objects_total')).toEqual([
    'apiserver_cache_list_total{group="",resource="configmaps",index=""} 2',
    'apiserver_cache_list_returned_objects_total{group="",resource="configmaps"} 1',
  ])
  const [count = ''] = before
  const next = Number(count.split(' ').at(-1)) + 1
  for (const name of [
    'apiserver_storage_events_received_total',
    'apiserver_watch_cache_events_received_total',
    'apiserver_watch_cache_events_dispatched_total',
  ]) {
    expect(await ofConfigMaps(name)).toEqual([`${name}{group="",resource="configmaps"} ${next}`])
  }
  expect(await ofConfigMaps('apiserver_watch_cache_initializations_total')).toHaveLength(1)
  expect(await ofConfigMaps('apiserver_watch_cache_resource_version')).toEqual([
    `apiserver_watch_cache_resource_version{group="",resource="configmaps"} ${json.metadata.resourceVersion}`,
  ])
})

it('measures bodies, and writes by field validation', async () => {
  await using server = await createTestServer({ metrics: true })
  const body = { metadata: { name: 'a' } }
  await call(server, 'POST', `${configMaps}?fieldValidation=Strict`, { body })
  await call(server, 'POST', `${configMaps}?fieldValidation=nonsense`, { body })
  expect(await samplesOf(server, 'apiserver_request_body_size_bytes_sum')).toEqual([
    `apiserver_request_body_size_bytes_sum{resource="configmaps",group="",verb="create"} ${JSON.stringify(body).length}`,
  ])
  expect(await samplesOf(server, 'field_validation_request_duration_seconds_count')).toEqual([
    'field_validation_request_duration_seconds_count{field_validation="Strict"} 1',
    'field_validation_request_duration_seconds_count{field_validation="invalid"} 1',
  ])
})

it('counts the addresses and node ports that services have', async () => {
  await using server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', metrics: true })
  const spec = { type: 'NodePort', ports: [{ port: 80 }], selector: { app: 'web' } }
  await call(server, 'POST', '/api/v1/namespaces/default/services', { body: { metadata: { name: 'a' }, spec } })
  const names = ['clusterip_allocator_allocated_ips', 'clusterip_allocator_available_ips']
  expect(await samplesOf(server, ...names.map((name) => `kube_apiserver_${name}`))).toEqual([
    'kube_apiserver_clusterip_allocator_allocated_ips{cidr="10.96.0.0/12"} 2',
    'kube_apiserver_clusterip_allocator_available_ips{cidr="10.96.0.0/12"} 1048572',
  ])
  const ports = ['nodeport_allocator_allocated_ports', 'nodeport_allocator_available_ports']
  expect(await samplesOf(server, ...ports.map((name) => `kube_apiserver_${name}`))).toEqual([
    'kube_apiserver_nodeport_allocator_allocated_ports 1',
    'kube_apiserver_nodeport_allocator_available_ports 2767',
  ])
})

it('seats of a priority level are written before they are adjusted, under their old names too', async () => {
  await using server = await createTestServer({ metrics: true, priorityAndFairness: true })
  await call(server, 'GET', configMaps)
  const families = [
    'demand_seats_average',
    'demand_seats_smoothed',
    'target_seats',
    'request_concurrency_limit',
    'request_concurrency_in_use',
    'current_inqueue_requests',
  ]
  for (const family of families) {
    expect(await samplesOf(server, `apiserver_flowcontrol_${family}`), family).not.toEqual([])
  }
})
