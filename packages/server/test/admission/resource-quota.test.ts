import { createMemoryStore } from '@pinnace/store/memory'
import { beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call, type Answer } from '../support/call.ts'

const base = '/api/v1/namespaces/default'
const json = { 'content-type': 'application/json' }
let server: Server

const create = (resource: string, body: object, query = ''): Promise<Answer> =>
  call(server, 'POST', `${base}/${resource}${query}`, { headers: json, body: { metadata: { name: 'a' }, ...body } })
const quota = (hard: object, over: object = {}): Promise<Answer> =>
  create('resourcequotas', { metadata: { name: 'q' }, spec: { hard, ...over } })
const used = async (): Promise<unknown> => (await call(server, 'GET', `${base}/resourcequotas/q`)).json.status.used
const pod = (name: string, cpu: string): object => ({
  metadata: { name },
  spec: { containers: [{ name: 'main', image: 'image:1', resources: { requests: { cpu } } }] },
})

beforeEach(async () => {
  server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
})

describe('a resource quota', () => {
  it('holds at once, without a controller, and says what is used', async () => {
    expect((await create('pods', pod('old', '1'))).status).toBe(201)
    await quota({ 'requests.cpu': '2', pods: '5' })
    expect((await create('pods', pod('a', '1'))).status).toBe(201)
    expect(await used()).toEqual({ 'requests.cpu': '2', pods: '2' })
    const refused = await create('pods', pod('b', '500m'))
    expect(refused.status).toBe(403)
    expect(refused.json).toMatchObject({
      reason: 'Forbidden',
      message:
        'pods "b" is forbidden: exceeded quota: q, requested: requests.cpu=500m, used: requests.cpu=2, limited: requests.cpu=2',
      details: { name: 'b', kind: 'pods' },
    })
  })

  it('charges nothing for a dry run', async () => {
    await quota({ configmaps: '1' })
    expect((await create('configmaps', {}, '?dryRun=All')).status).toBe(201)
    expect((await create('configmaps', {})).status).toBe(201)
    expect((await create('configmaps', { metadata: { name: 'b' } }, '?dryRun=All')).status).toBe(403)
  })

  it('charges nothing for a name that is taken', async () => {
    await quota({ configmaps: '5' })
    const statuses = []
    for (const _ of [1, 2, 3]) statuses.push((await create('configmaps', {})).status)
    expect([statuses, await used()]).toEqual([[201, 409, 409], { configmaps: '1' }])
  })

  it('counts itself', async () => {
    expect((await quota({ resourcequotas: '1' })).status).toBe(201)
    const second = await create('resourcequotas', { metadata: { name: 'r' }, spec: { hard: {} } })
    expect(second.json.message).toBe(
      'resourcequotas "r" is forbidden: exceeded quota: q, requested: resourcequotas=1, used: resourcequotas=1, limited: resourcequotas=1',
    )
  })

  it('lets in as many as fit of a hundred at once, and refuses the rest for want of quota', async () => {
    await quota({ 'count/configmaps': '10' })
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => create('configmaps', { metadata: { name: `m${index}` } })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(10)
    expect(statuses.filter((status) => status === 403)).toHaveLength(90)
    expect(await used()).toEqual({ 'count/configmaps': '10' })
  })

  it('holds for two servers over one store', async () => {
    const store = createMemoryStore()
    const options = { vocabulary: 'kubernetes', preset: 'testing', store } as const
    const servers = [await createServer(options), await createServer(options)]
    server = servers[0]!
    await quota({ 'count/configmaps': '5' })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        call(servers[index % 2]!, 'POST', `${base}/configmaps`, {
          headers: json,
          body: { metadata: { name: `m${index}` } },
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(await used()).toEqual({ 'count/configmaps': '5' })
  })

  it('limits kinds of a host’s own and of other groups', async () => {
    await quota({ 'count/leases.coordination.k8s.io': '0' })
    const lease = await call(server, 'POST', '/apis/coordination.k8s.io/v1/namespaces/default/leases', {
      headers: json,
      body: { metadata: { name: 'l' }, spec: {} },
    })
    expect(lease.json.message).toBe(
      'leases.coordination.k8s.io "l" is forbidden: exceeded quota: q, requested: count/leases.coordination.k8s.io=1, used: count/leases.coordination.k8s.io=0, limited: count/leases.coordination.k8s.io=0',
    )
  })

  it('charges a service that comes to want node ports', async () => {
    await quota({ 'services.nodeports': '1' })
    await create('services', {
      spec: {
        ports: [
          { name: 'a', port: 1 },
          { name: 'b', port: 2 },
        ],
      },
    })
    const wider = await call(server, 'PATCH', `${base}/services/a`, {
      headers: { 'content-type': 'application/merge-patch+json' },
      body: { spec: { type: 'NodePort' } },
    })
    expect(wider.json.message).toBe(
      'services "a" is forbidden: exceeded quota: q, requested: services.nodeports=2, used: services.nodeports=0, limited: services.nodeports=1',
    )
  })

  it('is not enforced without the plugin', async () => {
    server = await createServer({
      vocabulary: 'kubernetes',
      preset: 'testing',
      admissionControl: { disable: ['ResourceQuota'] },
    })
    await quota({ configmaps: '0' })
    expect((await create('configmaps', {})).status).toBe(201)
  })
})
