import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type {
  AccessMatrix,
  ObjectDefaults,
  RequestPage,
  RevisionWriter,
  TracedRequestDetails,
  UsedRules,
  WatchReport,
} from '@pinnace/inspector'
import { eventually } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createServer, defineResource, enableInspector, type Server, type ServerOptions } from '../../src/index.ts'

const rbacGroup = 'rbac.authorization.k8s.io'
const user = (username: string, ...groups: string[]) => ({ username, groups, extra: {} })
const options: ServerOptions = {
  vocabulary: 'kubernetes',
  inspector: true,
  authentication: {
    tokens: [
      { token: 'root-token', user: user('root', 'system:masters') },
      { token: 'jane-token', user: user('jane', 'devs') },
    ],
  },
  admission: [
    {
      name: 'labels',
      handles: (operation) => operation === 'CREATE',
      resources: [
        { group: '', resource: 'configmaps' },
        { group: '', resource: 'secrets' },
      ],
      admit({ object }) {
        if (object !== undefined) object.metadata.labels = { team: 'red' }
      },
    },
  ],
}

interface Sent {
  readonly method?: string
  readonly token?: string
  readonly body?: unknown
}

async function send(server: Server, path: string, { method = 'GET', token = 'root', body }: Sent = {}) {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (token !== '') headers['authorization'] = `Bearer ${token}-token`
  return server.fetch(
    new Request(`http://server${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
}

async function read<T>(server: Server, path: string): Promise<T> {
  return (await send(server, path)).json() as Promise<T>
}

async function lastRequest(server: Server): Promise<TracedRequestDetails> {
  const { requests } = await read<RequestPage>(server, '/inspector/api/requests')
  const [newest] = requests.filter(({ transport }) => transport === 'http')
  return read(server, `/inspector/api/requests/${newest?.number ?? 0}`)
}

interface Mounted extends AsyncDisposable {
  send(path: string, init?: RequestInit): Promise<Response>
}

/** Serves a server with an adapter, on a port for those that stand on node:http. */
async function mount(server: Server, host: 'node' | 'express' | 'fetch'): Promise<Mounted> {
  if (host === 'fetch') {
    const send: Mounted['send'] = (path, init) => server.fetch(new Request(`http://server${path}`, init))
    return { send, [Symbol.asyncDispose]: async () => {} }
  }
  const express = server.express()
  const listeners = {
    node: server.node(),
    express: (req: IncomingMessage, res: ServerResponse) => void express(req as never, res as never, () => {}),
  }
  const http = createHttp(listeners[host])
  await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  return {
    send: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init),
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      await new Promise((resolve) => void http.close(resolve))
    },
  }
}

const configMaps = '/api/v1/namespaces/default/configmaps'

describe('the log of requests', () => {
  it('shows authenticator, groups, decision, rule, patches of plugins and the revision of a write', async () => {
    await using server = await createServer(options)
    const group = { apiGroup: rbacGroup, kind: 'Group', name: 'devs' }
    const binding = {
      metadata: { name: 'devs-edit' },
      roleRef: { apiGroup: rbacGroup, kind: 'ClusterRole', name: 'edit' },
      subjects: [group],
    }
    await send(server, `/apis/${rbacGroup}/v1/clusterrolebindings`, { method: 'POST', body: binding })
    const created = await send(server, configMaps, {
      method: 'POST',
      token: 'jane',
      body: { metadata: { name: 'a' }, data: { k: 'v' } },
    })
    const stored = (await created.json()) as { metadata: { resourceVersion: string } }
    expect(await lastRequest(server)).toMatchObject({
      verb: 'create',
      resource: 'configmaps',
      user: 'jane',
      groups: ['devs', 'system:authenticated'],
      authenticator: 'bearer token',
      state: 'ended',
      status: 201,
      decision: { effect: 'allow', reason: expect.stringContaining('ClusterRoleBinding "devs-edit"') },
      rbac: {
        isAllowed: true,
        rule: { resources: expect.arrayContaining(['configmaps']) },
        role: { kind: 'ClusterRole', name: 'edit' },
        binding: { kind: 'ClusterRoleBinding', name: 'devs-edit' },
      },
      admission: expect.arrayContaining([
        expect.objectContaining({
          name: 'labels',
          phase: 'admit',
          patch: [{ op: 'add', path: '/metadata/labels', value: { team: 'red' } }],
        }),
      ]),
      stages: [{ name: 'authenticate' }, { name: 'authorize' }, { name: 'execute' }],
      revision: stored.metadata.resourceVersion,
      body: JSON.stringify({ metadata: { name: 'a' }, data: { k: 'v' } }),
    })
  })

  it('knows who wrote a revision', async () => {
    await using server = await createServer(options)
    const body = { metadata: { name: 'a' } }
    const created = await send(server, configMaps, { method: 'POST', body })
    const { metadata } = (await created.json()) as { metadata: { resourceVersion: string } }
    const { number } = await lastRequest(server)
    const path = `/inspector/api/writers?revision=${metadata.resourceVersion}&revision=999999`
    const { writers } = await read<{ writers: readonly RevisionWriter[] }>(server, path)
    expect(writers).toEqual([{ revision: metadata.resourceVersion, user: 'root', request: number }])
  })

  it('shows what is missing for a request that is forbidden, and the causes of one that is invalid', async () => {
    await using server = await createServer(options)
    await send(server, configMaps, { token: 'jane' })
    expect(await lastRequest(server)).toMatchObject({
      status: 403,
      decision: { effect: 'noOpinion' },
      rbac: { isAllowed: false, rule: { verbs: ['list'], apiGroups: [''], resources: ['configmaps'] } },
      failure: { code: 403, reason: 'Forbidden' },
    })
    await send(server, configMaps, { method: 'POST', body: { metadata: { name: 'Not Valid' } } })
    expect(await lastRequest(server)).toMatchObject({
      failure: { code: 422, causes: [expect.objectContaining({ field: 'metadata.name' })] },
    })
  })

  it('records nothing of the values of Secrets and tokens', async () => {
    await using server = await createServer(options)
    const body = { metadata: { name: 's' }, stringData: { password: 'hunter2' } }
    await send(server, '/api/v1/namespaces/default/secrets', { method: 'POST', body })
    const secret = await lastRequest(server)
    expect(secret).toMatchObject({ status: 201, bodyHidden: 'secret' })
    expect(secret.admission.find(({ name }) => name === 'labels')?.patch).toEqual([
      { op: 'add', path: '/metadata/labels' },
    ])
    const review = { spec: { token: 'a-secret-token' } }
    await send(server, '/apis/authentication.k8s.io/v1/tokenreviews', { method: 'POST', body: review })
    const log = JSON.stringify([secret, await lastRequest(server)])
    expect(log).not.toMatch(/hunter2|aHVudGVyMg|a-secret-token|root-token/)
  })

  it('does not read the body of a request for a kind that the server does not know', async () => {
    await using server = await createServer(options)
    const body = { metadata: { name: 's' }, stringData: { password: 'hunter2' } }
    for (const path of [
      '/api/v1/namespaces/default/secret',
      '/apis/a.example.dev/v1/secrets',
      '/api/v1/x?y=z',
      '/nothing',
    ]) {
      expect((await send(server, path, { method: 'POST', body })).status).toBe(404)
      const request = await lastRequest(server)
      expect(request.target).toBe(path)
      expect(JSON.stringify(request)).not.toContain('hunter2')
    }
  })

  it('keeps a part of the texts that a client chooses, and of thousands of causes', async () => {
    await using server = await createServer(options)
    const data = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`not valid ${index}`, '']))
    await server.fetch(
      new Request(`http://server${configMaps}`, {
        method: 'POST',
        headers: {
          authorization: 'Bearer root-token',
          'user-agent': 'a'.repeat(100_000),
          'content-type': `application/json;${'b'.repeat(10_000)}=c`,
        },
        body: JSON.stringify({ metadata: { name: 'a' }, data }),
      }),
    )
    const { userAgent, contentType, failure } = await lastRequest(server)
    expect(failure?.code).toBe(422)
    expect([userAgent?.length, contentType?.length, failure?.causes.length]).toEqual([1024, 1024, 100])
    expect(failure?.message.length).toBeLessThanOrEqual(16 * 1024)
  })

  it('contains what has changed since a sequence, without the requests of the inspector', async () => {
    await using server = await createServer(options)
    await send(server, '/version')
    const first = await read<RequestPage>(server, '/inspector/api/requests')
    expect(first.requests.some(({ target }) => target.startsWith('/inspector'))).toBe(false)
    await send(server, '/api/v1/namespaces')
    const second = await read<RequestPage>(server, `/inspector/api/requests?since=${first.sequence}`)
    expect(second.requests.map(({ target }) => target)).toEqual(['/api/v1/namespaces'])
    expect(second.log).toBe(first.log)
  })

  it('is that of its server: a fork begins with an empty one', async () => {
    await using server = await createServer(options)
    await send(server, '/version')
    await using fork = server.fork()
    const [own, other] = await Promise.all([
      read<RequestPage>(server, '/inspector/api/requests'),
      read<RequestPage>(fork, '/inspector/api/requests'),
    ])
    expect(other.requests).toEqual([])
    expect(other.log).not.toBe(own.log)
  })
})

describe('the defaults of an object', () => {
  const path = '/apis/apps/v1/namespaces/default/deployments/web'
  const ask = (of: string) => `/inspector/api/defaults?${new URLSearchParams({ path: of }).toString()}`
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i:1' }] } }
  const web = {
    metadata: { name: 'web' },
    spec: { replicas: 3, minReadySeconds: 5, selector: { matchLabels: { a: 'b' } }, template },
  }

  it('are the fields that the server fills in, of built-in kinds and of your own', async () => {
    const widget = defineResource({
      group: 'a.example.dev',
      version: 'v1',
      kind: 'Widget',
      scope: 'Namespaced',
      schema: z.object({ spec: z.object({ size: z.number().default(3), color: z.string().default('red') }) }),
    })
    await using server = await createServer({ ...options, resources: [widget] })
    await server.client({ apiVersion: 'apps/v1', kind: 'Deployment' }).namespace('default').create(web)
    const { fields, isPartial } = await read<ObjectDefaults>(server, ask(path))
    expect(isPartial).toBe(false)
    expect(fields).toEqual(
      expect.arrayContaining([
        '/spec/strategy/type',
        '/spec/strategy/rollingUpdate/maxSurge',
        '/spec/revisionHistoryLimit',
        '/spec/template/spec/dnsPolicy',
        '/spec/template/spec/securityContext',
        '/spec/template/spec/containers/0/imagePullPolicy',
      ]),
    )
    for (const field of ['/spec/replicas', '/spec/minReadySeconds', '/spec/template/spec/containers/0/name'])
      expect(fields).not.toContain(field)
    await server
      .client(widget)
      .namespace('default')
      .create({ metadata: { name: 'w' }, spec: { color: 'blue' } })
    expect(await read(server, ask('/apis/a.example.dev/v1/namespaces/default/widgets/w'))).toEqual({
      fields: ['/spec/size'],
      isPartial: false,
    })
  })

  it('are refused to a user who may not get the object, and for what is none', async () => {
    await using server = await createServer(options)
    const rules = [{ verbs: ['get'], nonResourceURLs: ['/inspector/api/*'] }]
    const roles = server.client({ apiVersion: `${rbacGroup}/v1`, kind: 'ClusterRole' })
    await roles.create({ metadata: { name: 'inspectors' }, rules })
    await server.client({ apiVersion: `${rbacGroup}/v1`, kind: 'ClusterRoleBinding' }).create({
      metadata: { name: 'inspectors' },
      roleRef: { apiGroup: rbacGroup, kind: 'ClusterRole', name: 'inspectors' },
      subjects: [{ apiGroup: rbacGroup, kind: 'User', name: 'jane' }],
    })
    const reply = await send(server, ask(path), { token: 'jane' })
    expect([reply.status, await reply.text()]).toEqual([
      403,
      expect.stringContaining('cannot get resource \\"deployments\\" in API group'),
    ])
    expect((await send(server, ask(path))).status).toBe(404)
    for (const other of ['', '/version', '/api/v1/namespaces/default/configmaps', `${path}/status`, 'nothing'])
      expect([other, (await send(server, ask(other))).status]).toEqual([other, 400])
  })
})

describe('permissions', () => {
  it('are those of a non-resource path: denied unless a rule allows them', async () => {
    await using server = await createServer(options)
    const paths = [
      'requests',
      'requests/1',
      'access?user=jane',
      'used-rules',
      'watches',
      'writers?revision=1',
      'defaults?path=/api/v1/namespaces/default',
    ]
    for (const path of paths) {
      const reply = await send(server, `/inspector/api/${path}`, { token: 'jane' })
      expect([path, reply.status]).toEqual([path, 403])
      expect([path, (await send(server, `/inspector/api/${path}`, { token: '' })).status]).toEqual([path, 403])
    }
    const role = {
      metadata: { name: 'inspectors' },
      rules: [{ verbs: ['get'], nonResourceURLs: ['/inspector/api/*'] }],
    }
    const binding = {
      metadata: { name: 'inspectors' },
      roleRef: { apiGroup: rbacGroup, kind: 'ClusterRole', name: 'inspectors' },
      subjects: [{ apiGroup: rbacGroup, kind: 'User', name: 'jane' }],
    }
    await send(server, `/apis/${rbacGroup}/v1/clusterroles`, { method: 'POST', body: role })
    await send(server, `/apis/${rbacGroup}/v1/clusterrolebindings`, { method: 'POST', body: binding })
    expect((await send(server, '/inspector/api/requests', { token: 'jane' })).status).toBe(200)
    expect((await send(server, '/inspector/api/requests', { token: 'jane', method: 'POST' })).status).toBe(403)
    expect((await send(server, '/inspector/api/requests', { method: 'POST', body: {} })).status).toBe(405)
  })

  it('are shown as a matrix with the role and the binding of each cell', async () => {
    await using server = await createServer(options)
    const binding = {
      metadata: { name: 'view' },
      roleRef: { apiGroup: rbacGroup, kind: 'ClusterRole', name: 'view' },
      subjects: [{ apiGroup: rbacGroup, kind: 'User', name: 'jane' }],
    }
    await send(server, `/apis/${rbacGroup}/v1/namespaces/default/rolebindings`, { method: 'POST', body: binding })
    const query = 'user=jane&group=system:authenticated&namespace=default'
    const matrix = await read<AccessMatrix>(server, `/inspector/api/access?${query}`)
    const row = matrix.rows.find(({ group, resource }) => group === '' && resource === 'configmaps')
    expect(matrix.hasRules).toBe(true)
    expect(row?.cells.find(({ verb }) => verb === 'list')).toMatchObject({
      isAllowed: true,
      role: { kind: 'ClusterRole', name: 'view' },
      binding: { kind: 'RoleBinding', namespace: 'default', name: 'view' },
    })
    expect(row?.cells.find(({ verb }) => verb === 'create')).toMatchObject({ isAllowed: false })
    const secrets = matrix.rows.find(({ group, resource }) => group === '' && resource === 'secrets')
    expect(secrets?.cells.some(({ isAllowed }) => isAllowed)).toBe(false)
  })

  it('are counted by the rule that has allowed them', async () => {
    await using server = await createServer(options)
    const rules = [
      { verbs: ['list'], apiGroups: [''], resources: ['configmaps'] },
      { verbs: ['list'], apiGroups: [''], resources: ['pods'] },
    ]
    const binding = {
      metadata: { name: 'readers' },
      roleRef: { apiGroup: rbacGroup, kind: 'ClusterRole', name: 'readers' },
      subjects: [{ apiGroup: rbacGroup, kind: 'User', name: 'jane' }],
    }
    await send(server, `/apis/${rbacGroup}/v1/clusterroles`, {
      method: 'POST',
      body: { metadata: { name: 'readers' }, rules },
    })
    await send(server, `/apis/${rbacGroup}/v1/clusterrolebindings`, { method: 'POST', body: binding })
    await send(server, configMaps, { token: 'jane' })
    await send(server, configMaps, { token: 'jane' })
    const used = await read<UsedRules>(server, '/inspector/api/used-rules')
    expect(used.rules.filter(({ role }) => role.name === 'readers')).toEqual([
      { role: { kind: 'ClusterRole', name: 'readers', namespace: '' }, rule: rules[0], requests: 2 },
    ])
  })
})

describe('the report of watches', () => {
  it('shows who watches what, what was delivered, and the caches', async () => {
    await using server = await createServer(options)
    const stopping = new AbortController()
    const reply = await server.fetch(
      new Request(`http://server${configMaps}?watch=true`, {
        headers: { authorization: 'Bearer root-token' },
        signal: stopping.signal,
      }),
    )
    const reader = reply.body?.getReader()
    await send(server, configMaps, { method: 'POST', body: { metadata: { name: 'a' } } })
    await reader?.read()
    const { number = 0 } =
      (await read<RequestPage>(server, '/inspector/api/requests')).requests.find(({ verb }) => verb === 'create') ?? {}
    expect(await read(server, `/inspector/api/requests/${number}`)).toMatchObject({ watchers: 1 })
    const report = await eventually(
      () => read<WatchReport>(server, '/inspector/api/watches'),
      ({ watches }) => watches.some(({ events }) => events > 0),
    )
    expect(report.watches.find(({ resource }) => resource === 'configmaps')).toMatchObject({
      user: 'root',
      namespace: 'default',
      lag: 0,
    })
    expect(report.caches).toContainEqual(
      expect.objectContaining({
        resource: 'configmaps',
        group: '',
        objects: expect.any(Number),
        watchers: expect.any(Number),
      }),
    )
    expect(report.flowControl?.levels).toContain('PriorityLevelName')
    const create = report.time.find(({ verb }) => verb === 'create')
    expect(create?.stages.map(({ name }) => name)).toContain('admission')
    expect(create?.plugins.map(({ name }) => name)).toContain('labels')
    stopping.abort()
    await reader?.cancel().catch(() => {})
    const after = await eventually(
      () => read<WatchReport>(server, '/inspector/api/watches'),
      ({ watches }) => watches.every(({ resource }) => resource !== 'configmaps'),
    )
    expect(after.watches.every(({ resource }) => resource !== 'configmaps')).toBe(true)
  })
})

describe('the page', () => {
  it('is served without credentials, with a policy that allows its own script only', async () => {
    await using server = await createServer({ ...options, anonymous: false })
    const redirect = await server.handle({
      method: 'GET',
      target: '/inspector',
      rawHeaders: [],
      header: () => undefined,
      body: async () => Buffer.alloc(0),
      signal: new AbortController().signal,
    })
    expect(redirect).toMatchObject({ status: 308, headers: { location: '/inspector/' } })
    const policy = String(redirect.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(redirect.headers['x-content-type-options']).toBe('nosniff')
    expect((await send(server, '/inspector/other', { token: '' })).status).toBe(401)
  })

  it.each(['node', 'express', 'fetch'] as const)('is served where the server is mounted: %s', async (host) => {
    await using server = await createServer(options)
    await using mounted = await mount(server, host)
    const headers = { authorization: 'Bearer root-token' }
    const redirect = await mounted.send('/inspector', { redirect: 'manual' })
    expect([redirect.status, redirect.headers.get('location')]).toEqual([308, '/inspector/'])
    expect((await mounted.send('/inspector/api/requests')).status).toBe(403)
    const log = (await (await mounted.send('/inspector/api/requests', { headers })).json()) as RequestPage
    expect(log.requests).toEqual([])
  })

  it('is served from when it is enabled, also by forks and after a restore', async () => {
    await using server = await createServer({ ...options, inspector: false })
    await using before = server.fork()
    await enableInspector(server)
    expect((await send(server, '/inspector')).status).toBe(308)
    server.restore(before)
    await send(server, '/version')
    expect((await read<RequestPage>(server, '/inspector/api/requests')).requests).toHaveLength(1)
    await using fork = server.fork()
    expect((await read<RequestPage>(fork, '/inspector/api/requests')).requests).toEqual([])
    expect(await lastRequest(server)).toMatchObject({ user: 'root', authenticator: 'bearer token' })
  })

  it('is not served by a server without the option', async () => {
    await using server = await createServer({ ...options, inspector: false })
    expect((await send(server, '/inspector/')).status).toBe(404)
    expect((await send(server, '/inspector/api/requests')).status).toBe(404)
  })
})
