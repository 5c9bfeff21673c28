import { describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call } from '../support/call.ts'

const classes = '/apis/scheduling.k8s.io/v1/priorityclasses'
const pods = '/api/v1/namespaces/default/pods'
const start = (): Promise<Server> => createServer({ vocabulary: 'kubernetes', preset: 'testing' })
const pod = (spec: object): object => ({
  metadata: { name: 'p' },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
})

describe('priority over HTTP', () => {
  it('knows the classes of the system from the start', async () => {
    const { json } = await call(await start(), 'GET', classes)
    expect(json.items).toMatchObject([
      { metadata: { name: 'system-cluster-critical' }, value: 2_000_000_000, preemptionPolicy: 'PreemptLowerPriority' },
      { metadata: { name: 'system-node-critical' }, value: 2_000_001_000, preemptionPolicy: 'PreemptLowerPriority' },
    ])
  })

  it('gives pods of every namespace those classes', async () => {
    const { status, json } = await call(await start(), 'POST', pods, {
      body: pod({ priorityClassName: 'system-node-critical' }),
    })
    expect([status, json.spec.priority, json.spec.preemptionPolicy]).toEqual([
      201,
      2_000_001_000,
      'PreemptLowerPriority',
    ])
  })

  it('accepts an update of a pod that omits its priority', async () => {
    const server = await start()
    const { json: made } = await call(server, 'POST', pods, { body: pod({}) })
    expect(made.spec).toMatchObject({ priority: 0, preemptionPolicy: 'PreemptLowerPriority' })
    const { priority: _priority, preemptionPolicy: _policy, ...spec } = made.spec
    const body = { ...made, metadata: { ...made.metadata, labels: { a: 'b' } }, spec }
    const { status, json } = await call(server, 'PUT', `${pods}/p`, { body })
    expect([status, json.spec.priority]).toEqual([200, 0])
  })

  it('refuses a class that is not there, and a second default', async () => {
    const server = await start()
    const refused = await call(server, 'POST', pods, { body: pod({ priorityClassName: 'none' }) })
    expect([refused.status, refused.json.message]).toEqual([
      403,
      'pods "p" is forbidden: no PriorityClass with name none was found',
    ])
    const body = (name: string): object => ({ metadata: { name }, value: 5, globalDefault: true })
    expect((await call(server, 'POST', classes, { body: body('first') })).status).toBe(201)
    const second = await call(server, 'POST', classes, { body: body('second') })
    expect([second.status, second.json.message]).toEqual([
      403,
      'priorityclasses.scheduling.k8s.io "second" is forbidden: PriorityClass first is already marked as default. Only one default can exist',
    ])
    const { json } = await call(server, 'POST', pods, { body: pod({}) })
    expect(json.spec).toMatchObject({ priorityClassName: 'first', priority: 5 })
  })
})
