import { createFakeClock } from '@pinnace/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { createServer, type Server, type ServerOptions } from '../../src/index.ts'
import { call, type Answer } from '../support/call.ts'

const target = '/api/v1/namespaces/default/configmaps'
const api = '/apis/flowcontrol.apiserver.k8s.io/v1'

let server: Server
afterEach(() => server.close())

interface Gate {
  readonly held: Set<string>
  open(): void
}

/** A server whose slow users wait in authorization, and so keep their seats. */
async function open(options: ServerOptions = {}): Promise<Gate> {
  const held = new Set<string>()
  let release = (): void => {}
  const opened = new Promise<void>((resolve) => (release = resolve))
  server = await createServer({
    vocabulary: 'kubernetes',
    metrics: true,
    authenticators: [
      (request) => ({
        username: request.header('x-user') ?? 'jane',
        groups: request.header('x-user') === 'root' ? ['system:masters'] : [],
        extra: {},
      }),
    ],
    authorization: [],
    authorizers: [
      async ({ user, verb }) => {
        if (user.username.startsWith('slow') && verb === 'list') {
          held.add(user.username)
          await opened
        }
        return { effect: 'allow', reason: '' }
      },
    ],
    ...options,
  })
  return { held, open: release }
}

const as = (user: string, method = 'GET', path = target, body?: unknown): Promise<Answer> =>
  call(server, method, path, { headers: { 'x-user': user }, ...(body === undefined ? {} : { body }) })

async function uidsOf(resource: string): Promise<Readonly<Record<string, string>>> {
  const { json } = await as('root', 'GET', `${api}/${resource}`)
  return Object.fromEntries(
    json.items.map(({ metadata }: { metadata: { name: string; uid: string } }) => [metadata.name, metadata.uid]),
  )
}

const flowOf = ({ headers }: Answer): readonly unknown[] => [
  headers['x-kubernetes-pf-flowschema-uid'],
  headers['x-kubernetes-pf-prioritylevel-uid'],
]

describe('priority and fairness', () => {
  it('names the flow schema and the priority level of every answer', async () => {
    await open()
    const schemas = await uidsOf('flowschemas')
    const levels = await uidsOf('prioritylevelconfigurations')
    expect(flowOf(await as('jane'))).toEqual([schemas['global-default'], levels['global-default']])
    expect(flowOf(await as('jane', 'GET', `${target}/missing`))).toEqual([
      schemas['global-default'],
      levels['global-default'],
    ])
    expect(flowOf(await as('root', 'GET', '/version'))).toEqual([schemas['exempt'], levels['exempt']])
    expect(flowOf(await as('root', 'GET', '/nowhere'))).toEqual([schemas['exempt'], levels['exempt']])
    expect(flowOf(await as('jane', 'GET', '/readyz'))).toEqual([schemas['probes'], levels['exempt']])
    expect(flowOf(await as('system:kube-scheduler'))).toEqual([schemas['kube-scheduler'], levels['workload-high']])
    expect(flowOf(await as('system:serviceaccount:kube-system:gc'))).toEqual([
      schemas['kube-system-service-accounts'],
      levels['workload-high'],
    ])
  })

  it('does not let one user with hundreds of slow requests lock out others', async () => {
    const gate = await open()
    const slow = Array.from({ length: 450 }, () => as('slow'))
    await expect.poll(() => gate.held.size).toBe(1)
    // 49 seats, and queues of one flow for 6 times 50 requests: the rest is rejected.
    const first = await Promise.race(slow)
    expect([first.status, first.headers['retry-after']]).toEqual([429, '1'])
    const others = Promise.all(Array.from({ length: 5 }, (_, number) => as(`user-${number}`)))
    expect((await as('root')).status).toBe(200)
    expect((await as('system:kube-scheduler')).status).toBe(200)
    gate.open()
    expect((await others).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const statuses = (await Promise.all(slow)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBe(349)
  })

  it('obeys flow schemas and priority levels as they are stored', async () => {
    const gate = await open()
    const level = {
      metadata: { name: 'few' },
      spec: { type: 'Limited', limited: { nominalConcurrencyShares: 0, limitResponse: { type: 'Reject' } } },
    }
    const rules = [
      {
        subjects: [{ kind: 'User', user: { name: 'slow-few' } }],
        resourceRules: [{ verbs: ['list'], apiGroups: [''], resources: ['configmaps'], namespaces: ['default'] }],
      },
    ]
    const schema = {
      metadata: { name: 'few' },
      spec: { priorityLevelConfiguration: { name: 'few' }, matchingPrecedence: 50, rules },
    }
    expect((await as('root', 'POST', `${api}/flowschemas`, schema)).status).toBe(201)
    await as('root')
    const condition = async (): Promise<unknown> =>
      (await as('root', 'GET', `${api}/flowschemas/few`)).json.status.conditions?.map(
        ({ type, status, reason, message }: Record<string, string>) => [type, status, reason, message],
      )
    const reference = 'This FlowSchema references the PriorityLevelConfiguration object named "few"'
    await expect.poll(condition).toEqual([['Dangling', 'True', 'NotFound', `${reference} but there is no such object`]])
    expect((await as('root', 'POST', `${api}/prioritylevelconfigurations`, level)).status).toBe(201)
    await expect.poll(condition).toEqual([['Dangling', 'False', 'Found', `${reference} and it exists`]])
    expect((await as('slow-few')).status).toBe(429)
    expect((await as('slow-few', 'GET', `${target}/missing`)).status).toBe(404)
    expect((await as('root', 'DELETE', `${api}/flowschemas/few`)).status).toBe(200)
    gate.open()
    expect((await as('slow-few')).status).toBe(200)
  })

  it('keeps what is mandatory in force when it is deleted, and restores default objects', async () => {
    const clock = createFakeClock()
    await open({ clock })
    for (const name of ['catch-all', 'global-default']) await as('root', 'DELETE', `${api}/flowschemas/${name}`)
    const answer = await as('jane')
    expect(answer.status).toBe(200)
    await clock.advance(60_000)
    expect(Object.keys(await uidsOf('flowschemas'))).toEqual(expect.arrayContaining(['catch-all', 'global-default']))
  })

  it('answers the debug endpoints and counts requests', async () => {
    await open()
    await as('jane')
    const dump = async (name: string): Promise<string> =>
      (await as('root', 'GET', `/debug/api_priority_and_fairness/${name}`)).text
    expect(await dump('dump_priority_levels')).toContain(
      'global-default,    0,            true,   false,       0,               0,                 1,',
    )
    expect((await dump('dump_queues')).split('\n')[0]).toBe(
      'PriorityLevelName, Index, PendingRequests, ExecutingRequests, SeatsInUse, NextDispatchR, InitialSeatsSum, MaxSeatsSum, TotalWorkSum',
    )
    expect(await dump('dump_requests?includeRequestDetails=1')).toMatch(/^exempt, +exempt, +-1, .* root, +get, /m)
    expect((await as('root', 'GET', '/debug/api_priority_and_fairness/other')).status).toBe(404)
    expect((await as('jane', 'GET', '/metrics')).text).toContain(
      'apiserver_flowcontrol_dispatched_requests_total{priority_level="global-default",flow_schema="global-default"} 2',
    )
  })

  it('can be turned off, and is off in the testing preset', async () => {
    await open({ priorityAndFairness: false })
    expect(flowOf(await as('jane'))).toEqual([undefined, undefined])
    await server.close()
    server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
    expect(flowOf(await call(server, 'GET', target))).toEqual([undefined, undefined])
  })
})
