import { Buffer } from 'node:buffer'
import { once } from 'node:events'
import { getEventListeners, setMaxListeners } from 'node:events'
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:tls'
import { StatusError, kubernetesVocabulary as vocabulary, type ApiObject } from '@pinnace/meta'
import { createFakeClock, createTestServer, type TestServer } from '@pinnace/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createClient,
  createHttpTransport,
  createResourceClient,
  type HttpTransportOptions,
  type RemoteClient,
} from '../src/index.ts'

interface ConfigMap extends ApiObject {
  readonly data?: Readonly<Record<string, string>>
}

const configMap = { apiVersion: 'v1', kind: 'ConfigMap' }
const identity = { group: '', version: 'v1', kind: 'ConfigMap', resource: 'configmaps', scope: 'Namespaced' } as const

describe('a client over HTTPS', () => {
  let server: TestServer
  let client: RemoteClient

  beforeAll(async () => {
    server = await createTestServer()
    client = await createClient({ kubeconfig: await server.kubeconfig(), vocabulary: 'kubernetes' })
  })
  beforeEach(() => server.reset())
  afterAll(async () => {
    await client.close()
    await server.close()
  })
  const maps = (): ReturnType<typeof client.resource<ConfigMap>> =>
    client.resource<ConfigMap>(configMap).namespace('default')
  const inProcess = (): ReturnType<typeof client.resource<ConfigMap>> =>
    server.client<ConfigMap>(configMap).namespace('default')

  it('behaves as the client in process', async () => {
    const made = await maps().create({ metadata: { name: 'a' }, data: { k: 'v' } })
    expect(made).toEqual(await inProcess().get('a'))
    expect(Object.isFrozen(made) && Object.isFrozen(made.data)).toBe(true)
    expect((await maps().update({ ...made, data: { k: 'w' } })).data).toEqual({ k: 'w' })
    expect((await maps().patch('a', { data: { l: 'x' } })).data).toEqual({ k: 'w', l: 'x' })
    expect((await maps().patch('a', [{ op: 'remove', path: '/data/k' }], { type: 'json' })).data).toEqual({ l: 'x' })
    expect((await maps().patch('a', { data: { m: 'y' } }, { type: 'strategic' })).data).toEqual({ l: 'x', m: 'y' })
    const applied = await maps().apply(
      { metadata: { name: 'a' }, data: { l: 'z' } },
      { fieldManager: 'me', force: true },
    )
    expect(applied.metadata.managedFields?.map(({ manager, operation }) => [manager, operation])).toContainEqual([
      'me',
      'Apply',
    ])
    expect(await maps().list()).toEqual(await inProcess().list())
    expect(await maps().delete('a', { dryRun: true })).toMatchObject({ status: 'Success' })
    expect(await maps().get('a')).toMatchObject({ data: { l: 'z' } })
    expect(await maps().delete('a', { propagationPolicy: 'Background' })).toMatchObject({ status: 'Success' })
    await maps().create({ metadata: { name: 'b', labels: { gone: 'soon' } } })
    await maps().deleteCollection({ labelSelector: 'gone=soon' })
    expect((await maps().list()).items.map(({ metadata }) => metadata.name)).not.toContain('b')
  })

  it('trusts a server by its own certificate where the file has only that', async () => {
    const config = await server.kubeconfig()
    const authority = /certificate-authority-data: *"?([^\s"]+)/.exec(config)![1]!
    const port = Number(/server: *"?https:\/\/[^:]+:(\d+)/.exec(config)![1])
    const socket = connect({ port, host: '127.0.0.1', ca: Buffer.from(authority, 'base64') })
    await once(socket, 'secureConnect')
    const leaf = socket.getPeerCertificate().raw.toString('base64')
    socket.destroy()
    const pem = `-----BEGIN CERTIFICATE-----\n${leaf.match(/.{1,64}/g)!.join('\n')}\n-----END CERTIFICATE-----\n`
    const kubeconfig = config.replace(authority, Buffer.from(pem).toString('base64'))
    const trusting = await createClient({ kubeconfig, vocabulary: 'kubernetes' })
    expect(await trusting.resource({ apiVersion: 'v1', kind: 'Namespace' }).get('default')).toMatchObject({
      metadata: { name: 'default' },
    })
    await trusting.close()
  })

  it('throws the StatusError of the server, as the client in process does', async () => {
    await maps().create({ metadata: { name: 'a' } })
    const refusals: readonly ((of: typeof maps) => Promise<unknown>)[] = [
      (of) => of().get('missing'),
      (of) => of().create({ metadata: { name: 'a' } }),
      (of) => of().create({ metadata: { name: 'A_' } }),
      (of) => of().create({ metadata: { name: 'b' }, date: {} } as never),
      (of) => of().update({ metadata: { name: 'a', resourceVersion: '1' } }),
      (of) => of().delete('a', { preconditions: { uid: 'other' } }),
      (of) => of().list({ labelSelector: '!!' }),
    ]
    for (const refused of refusals) {
      const [over, within] = await Promise.all(
        [refused(maps), refused(inProcess)].map((call) => call.catch((error: unknown) => error)),
      )
      expect(over).toBeInstanceOf(StatusError)
      expect((over as StatusError).toStatus()).toEqual((within as StatusError).toStatus())
    }
    await expect(maps().get('../secrets/b')).rejects.toThrow('"../secrets/b" is not allowed in a path')
  })

  it('reads in pages of one snapshot', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await maps().create({ metadata: { name } })
    const seen: string[] = []
    for await (const { metadata } of maps().listAll({ pageSize: 2 })) {
      if (seen.push(metadata.name!) === 1) await maps().create({ metadata: { name: 'aa' } })
    }
    expect(seen.filter((name) => name.length < 3)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('calls status, scale and create-only subresources', async () => {
    const deployments = client.resource({ apiVersion: 'apps/v1', kind: 'Deployment' }).namespace('default')
    const labels = { app: 'web' }
    const containers = [{ name: 'c', image: 'i' }]
    const web = await deployments.create({
      metadata: { name: 'web' },
      spec: {
        replicas: 1,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers } },
      },
    })
    expect(await deployments.subresource('scale').patch('web', { spec: { replicas: 3 } })).toMatchObject({
      kind: 'Scale',
      spec: { replicas: 3 },
    })
    expect(await deployments.patchStatus('web', { status: { observedGeneration: 9 } })).toMatchObject({
      status: { observedGeneration: 9 },
    })
    expect(await deployments.updateStatus({ ...web, metadata: { name: 'web', namespace: 'default' } })).toMatchObject({
      kind: 'Deployment',
    })
    const pods = client.resource({ apiVersion: 'v1', kind: 'Pod' }).namespace('default')
    await pods.create({ metadata: { name: 'p' }, spec: { containers } } as never)
    await pods.subresource('binding').create('p', {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name: 'p' },
      target: { kind: 'Node', name: 'n' },
    })
    expect(await pods.get('p')).toMatchObject({ spec: { nodeName: 'n' } })
  })

  it('watches until its reader stops, and marks the end of the initial events', async () => {
    await maps().create({ metadata: { name: 'a' } })
    const seen: string[] = []
    const watch = maps().watch({
      sendInitialEvents: true,
      resourceVersionMatch: 'NotOlderThan',
      allowWatchBookmarks: true,
    })
    for await (const { type, object } of watch) {
      expect(Object.isFrozen(object.metadata)).toBe(true)
      seen.push(`${type} ${object.metadata.name ?? Object.keys(object.metadata.annotations ?? {}).join()}`)
      if (type === 'BOOKMARK') await maps().create({ metadata: { name: 'b' } })
      if (seen.at(-1) === 'ADDED b') break
    }
    expect(seen.filter((line) => !line.includes('root-ca'))).toEqual([
      'ADDED a',
      `BOOKMARK ${vocabulary.initialEventsEndAnnotation}`,
      'ADDED b',
    ])
  })

  it('ends a watch by its signal, without an error', async () => {
    const controller = new AbortController()
    const watch = maps().watch({
      signal: controller.signal,
      resourceVersion: (await maps().list()).metadata.resourceVersion!,
    })
    const first = watch.next()
    await maps().create({ metadata: { name: 'a' } })
    expect((await first).value).toMatchObject({ type: 'ADDED' })
    const next = watch.next()
    controller.abort()
    expect((await next).done).toBe(true)
    expect((await maps().watch({ signal: controller.signal }).next()).done).toBe(true)
  })

  it('throws the error a watch is ended with', async () => {
    await expect(maps().watch({ resourceVersion: 'garbage' }).next()).rejects.toMatchObject({ code: 500 })
  })

  it('aborts a call by its signal', async () => {
    await expect(maps().list({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough')
  })

  it('keeps integers of 64 bits', async () => {
    const jobs = client
      .resource<ApiObject & { spec?: unknown }>({ apiVersion: 'batch/v1', kind: 'Job' })
      .namespace('default')
    const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } }
    const made = await jobs
      .create({
        metadata: { name: 'j' },
        spec: { activeDeadlineSeconds: 2n ** 60n, template },
      } as never)
      .catch((error: unknown) => error)
    // Whether the kind takes so long a deadline is its own affair: the number arrived as it was sent.
    expect(JSON.stringify(made, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))).not.toContain(
      '1152921504606847000',
    )
  })

  it('reads large lists compressed', async () => {
    for (let index = 0; index < 20; index++) {
      await inProcess().create({ metadata: { name: `large-${index}` }, data: { text: 'x'.repeat(10_000) } })
    }
    const { items } = await maps().list()
    expect(items.filter(({ metadata }) => metadata.name?.startsWith('large'))).toHaveLength(20)
  })

  it('reads metadata only', async () => {
    await maps().create({ metadata: { name: 'a', labels: { l: 'v' } }, data: { k: 'v' } })
    const metadata = client.metadata(configMap).namespace('default')
    const one = await metadata.get('a')
    expect(one).toEqual(await server.connect().metadata(configMap).namespace('default').get('a'))
    expect(one).not.toHaveProperty('data')
    expect((await metadata.list()).items).toContainEqual(one)
    const watch = metadata.watch({ fieldSelector: 'metadata.name=a' })
    expect((await watch.next()).value).toEqual({ type: 'ADDED', object: one })
    await watch.return?.()
  })

  it('discovers what the client in process discovers', async () => {
    const order = (found: Awaited<ReturnType<typeof client.discover>>): string[] =>
      found.map((row) => JSON.stringify({ ...row, verbs: row.verbs.toSorted() })).toSorted()
    expect(order(await client.discover())).toEqual(order(await server.connect().discover()))
  })

  it('reports warnings', async () => {
    const heard: string[] = []
    await using warned = await closing(
      createClient({
        kubeconfig: await server.kubeconfig(),
        vocabulary: 'kubernetes',
        onWarning: (text) => heard.push(text),
      }),
    )
    const odd = { metadata: { name: 'w' }, nonsense: 1 } as never
    await warned.client.resource(configMap).namespace('default').create(odd, { fieldValidation: 'Warn' })
    expect(heard).toEqual(['unknown field "nonsense"'])
  })

  it('impersonates a user', async () => {
    await using other = await closing(
      createClient({
        kubeconfig: await server.kubeconfig(),
        vocabulary: 'kubernetes',
        impersonate: { user: 'jane', uid: 'u-1', groups: ['devs', 'ops'], extra: { 'example.dev/scope': ['a', 'b'] } },
      }),
    )
    const reviews = other.client.resource({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' })
    expect(await reviews.create({ metadata: {} })).toMatchObject({
      status: {
        userInfo: {
          username: 'jane',
          uid: 'u-1',
          groups: ['devs', 'ops', 'system:authenticated'],
          extra: { 'example.dev/scope': ['a', 'b'] },
        },
      },
    })
  })

  it('rejects a server whose certificate another authority has signed', async () => {
    await using other = await createTestServer()
    const foreign = (await other.kubeconfig()).match(/certificate-authority-data: .*/)![0]
    const mixed = (await server.kubeconfig()).replace(/certificate-authority-data: .*/, foreign)
    await using distrusting = await closing(createClient({ kubeconfig: mixed, vocabulary: 'kubernetes' }))
    await expect(distrusting.client.resource(configMap).list()).rejects.toMatchObject({ name: 'ConnectionError' })
  })
})

async function closing(
  made: Promise<RemoteClient>,
): Promise<{ client: RemoteClient; [Symbol.asyncDispose](): Promise<void> }> {
  const client = await made
  return { client, [Symbol.asyncDispose]: () => client.close() }
}

describe('a server that fails', () => {
  let http: HttpServer
  let answer: (request: IncomingMessage, response: ServerResponse) => void
  let asked: string[]
  const clock = createFakeClock()
  const transports: { close(): Promise<void> }[] = []

  beforeEach(async () => {
    asked = []
    http = createHttpServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      answer(request, response)
    })
    await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve))
  })
  afterEach(async () => {
    await Promise.all(transports.splice(0).map((transport) => transport.close()))
    http.closeAllConnections()
    await new Promise((resolve) => void http.close(resolve))
    expect(clock.pending).toBe(0)
  })
  const origin = (): string => `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const maps = (options: Partial<HttpTransportOptions> = {}): ReturnType<typeof createResourceClient<ConfigMap>> => {
    const transport = createHttpTransport({ endpoint: { server: `${origin()}/below/` }, vocabulary, clock, ...options })
    transports.push(transport)
    return createResourceClient<ConfigMap>(transport, identity, { namespace: 'default' })
  }
  const empty = JSON.stringify({ kind: 'ConfigMapList', apiVersion: 'v1', metadata: {}, items: [] })
  const say = (response: ServerResponse, status: number, body = '', headers = {}): void =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)

  it('is asked again after Retry-After', async () => {
    let refusals = 3
    answer = (_, response) =>
      refusals-- > 0 ? say(response, 429, '', { 'retry-after': '1' }) : say(response, 200, empty)
    const listing = maps().list()
    for (let tries = 1; tries <= 3; tries++) {
      await vi.waitFor(() => expect(clock.pending).toBe(1), { timeout: 10_000, interval: 5 })
      await vi.waitFor(() => expect(asked).toHaveLength(tries), { timeout: 10_000, interval: 5 })
      await vi.waitFor(
        async () => {
          await clock.advance(1000)
          expect(asked.length).toBeGreaterThan(tries)
        },
        { timeout: 10_000, interval: 5 },
      )
    }
    expect((await listing).items).toEqual([])
    expect(asked[0]).toBe('GET /below/api/v1/namespaces/default/configmaps')
  })

  it('is asked again a limited number of times, not after a long Retry-After, and not without one', async () => {
    for (const [headers, retries, times] of [
      [{ 'retry-after': '0' }, 2, 3],
      [{ 'retry-after': '3600' }, 2, 1],
      [{}, 2, 1],
    ] as const) {
      asked.length = 0
      answer = (_, response) => say(response, 503, 'overloaded', headers)
      const listing = maps({ maxRetries: retries }).list()
      const failed = expect(listing).rejects.toMatchObject({
        code: 503,
        reason: 'ServiceUnavailable',
        message: 'the server is currently unable to handle the request',
      })
      for (let turn = 0; turn < 50 && asked.length < times; turn++) {
        await new Promise((resolve) => void setImmediate(resolve))
        await clock.advance(0)
      }
      await vi.waitFor(
        async () => {
          await clock.advance(0)
          expect(asked).toHaveLength(times)
        },
        { timeout: 10_000, interval: 5 },
      )
      await failed
    }
  })

  it('is waited for until the time limit, before and within a reply', async () => {
    answer = () => {}
    const silent = maps({ timeoutMs: 5000 }).list()
    await Promise.all([
      expect(silent).rejects.toThrow('/api/v1/namespaces/default/configmaps: no reply within 5000 ms'),
      vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 10_000, interval: 5 }).then(() => clock.advance(5000)),
    ])
    answer = (_, response) => void response.writeHead(200).write('{')
    const slow = maps({ timeoutMs: 5000 }).list()
    await Promise.all([
      expect(slow).rejects.toThrow('the reply did not end within 5000 ms'),
      vi
        .waitFor(() => expect(asked).toHaveLength(2), { timeout: 10_000, interval: 5 })
        .then(async () => {
          for (let turn = 0; turn < 20; turn++) await clock.advance(1000)
        }),
    ])
  })

  it('causes a ConnectionError where the connection fails, not a StatusError', async () => {
    answer = (request) => void request.socket.destroy()
    const error = await maps()
      .list()
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      name: 'ConnectionError',
      code: 'ECONNRESET',
      message: expect.stringMatching(/^GET http:\/\/127.0.0.1:\d+\/below\/api/),
    })
  })

  it('causes a ConnectionError also within a reply, which a signal aborts', async () => {
    answer = (request, response) => {
      response.writeHead(200).write('{')
      setImmediate(() => request.socket.destroy())
    }
    await expect(maps().list()).rejects.toMatchObject({ name: 'ConnectionError', code: 'ECONNRESET' })
    await expect(maps().watch().next()).rejects.toMatchObject({ name: 'ConnectionError', code: 'ECONNRESET' })
    const controller = new AbortController()
    answer = (_, response) => {
      response.writeHead(200).write('{')
      setImmediate(() => controller.abort(new Error('enough')))
    }
    await expect(maps().list({ signal: controller.signal })).rejects.toThrow('enough')
  })

  it('is asked again after it closed a kept connection, for reads and not for writes', async () => {
    answer = (_, response) => say(response, 200, empty)
    const client = maps()
    await client.list()
    let closes = true
    answer = (request, response) => {
      if (!closes) return say(response, 200, empty)
      closes = false
      request.socket.destroy()
    }
    expect((await client.list()).items).toEqual([])
    closes = true
    await expect(client.create({ metadata: { name: 'a' } })).rejects.toMatchObject({ name: 'ConnectionError' })
  })

  it('gets no request from a closed client', async () => {
    const answering = (): void => void (answer = (_, response) => say(response, 200, empty))
    const transport = createHttpTransport({ endpoint: { server: origin() }, vocabulary, clock })
    const client = createResourceClient<ConfigMap>(transport, identity, { namespace: 'default' })
    answering()
    await client.list()
    // One over a kept connection, one that waits to try again.
    answer = () => {}
    const silent = client.list()
    await vi.waitFor(() => expect(asked).toHaveLength(2), { timeout: 10_000, interval: 5 })
    answer = (_, response) => say(response, 429, '', { 'retry-after': '20' })
    const patient = client.list()
    await vi.waitFor(() => expect(asked).toHaveLength(3), { timeout: 10_000, interval: 5 })
    await vi.waitFor(() => expect(clock.pending).toBe(2), { timeout: 10_000, interval: 5 })
    answering()
    const refusals = [silent, patient].map((each) => expect(each).rejects.toThrow('the client has been closed'))
    await transport.close()
    await Promise.all(refusals)
    await expect(client.list()).rejects.toThrow('the client has been closed')
    await expect(client.watch().next()).rejects.toThrow('the client has been closed')
    expect(asked).toHaveLength(3)
    expect(clock.pending).toBe(0)
  })

  it('leaves no listener on a signal once the reply has ended', async () => {
    answer = (_, response) => say(response, 200, empty)
    const { signal } = new AbortController()
    const client = maps()
    for (let turn = 0; turn < 5; turn++) await client.list({ signal })
    answer = (_, response) => say(response, 403)
    await expect(client.list({ signal })).rejects.toThrow()
    await expect(client.watch({ signal }).next()).rejects.toThrow()
    answer = (_, response) => say(response, 200)
    expect((await client.watch({ signal }).next()).done).toBe(true)
    await vi.waitFor(() => expect(getEventListeners(signal, 'abort')).toEqual([]), { timeout: 10_000, interval: 5 })
  })

  it('answers calls however many watches are open', async () => {
    const watching = new AbortController()
    const { signal } = watching
    setMaxListeners(0, signal)
    answer = (request, response) =>
      request.url!.includes('watch=') ? void response.writeHead(200).flushHeaders() : say(response, 200, empty)
    const client = maps()
    const watches = Array.from({ length: 600 }, () => client.watch({ signal }).next())
    await vi.waitFor(() => expect(asked).toHaveLength(600), { timeout: 10_000, interval: 5 })
    expect((await client.list()).items).toEqual([])
    watching.abort()
    expect(new Set((await Promise.all(watches)).map(({ done }) => done))).toEqual(new Set([true]))
  })

  it('is trusted only with details that have the shape of a Status', async () => {
    const nonsense = { kind: 'Status', metadata: { continue: 7 }, status: 'Failure', code: 'x', reason: 'toString' }
    answer = (_, response) =>
      say(response, 500, JSON.stringify({ ...nonsense, message: 'no', details: { causes: 'x' } }))
    await expect(maps().list()).rejects.toMatchObject({ code: 500, message: 'no', details: {} })
    answer = (_, response) =>
      say(response, 200, `${JSON.stringify({ type: 'ERROR', object: { ...nonsense, message: 7, details: [1] } })}\n`)
    await expect(maps().watch().next()).rejects.toMatchObject({ code: 500, message: '', details: undefined })
  })

  it('has a deletecollection aborted by either signal', async () => {
    answer = () => {}
    for (const where of ['list', 'deletion'] as const) {
      const controller = new AbortController()
      const { signal } = controller
      const deleting = maps().deleteCollection(where === 'list' ? { signal } : {}, where === 'list' ? {} : { signal })
      const failed = expect(deleting).rejects.toThrow('enough')
      controller.abort(new Error('enough'))
      await failed
    }
  })

  it('causes a generic StatusError where its reply is not a Status', async () => {
    for (const [status, body, reason, message] of [
      [404, '404 page not found\n', 'NotFound', 'the server could not find the requested resource'],
      [403, 'forbidden: no\n', 'Forbidden', 'forbidden: no'],
      [401, '', 'Unauthorized', 'the server has asked for the client to provide credentials'],
      [500, 'oops', 'InternalError', 'an error on the server ("oops") has prevented the request from succeeding'],
      [418, '', 'InternalError', 'the server responded with the status code 418 but did not return more information'],
      [
        504,
        '<html>',
        'Timeout',
        'the server was unable to return a response in the time allotted, but may still be processing the request',
      ],
    ] as const) {
      answer = (_, response) => say(response, status, body)
      await expect(maps().list()).rejects.toMatchObject({ code: status, reason, message })
    }
    answer = (_, response) => say(response, 200, 'no json')
    await expect(maps().list()).rejects.toThrow('GET /api/v1/namespaces/default/configmaps: the reply is not JSON')
    answer = (_, response) =>
      say(
        response,
        200,
        JSON.stringify({ kind: 'Status', status: 'Failure', reason: 'Conflict', message: 'm', code: 409 }),
      )
    await expect(maps().list()).rejects.toMatchObject({ reason: 'Conflict', message: 'm' })
  })

  it('gets impersonation headers as UTF-8, one line for each value', async () => {
    let lines: readonly string[] = []
    answer = ({ rawHeaders }, response) => {
      lines = rawHeaders.map((text) => Buffer.from(text, 'latin1').toString('utf8'))
      say(response, 200, empty)
    }
    const impersonate = { user: 'jörg', uid: 'ü', groups: ['a', 'b'], extra: { 'e.dev/ä%': ['x', 'ß'] } }
    await maps({ impersonate }).list()
    const pairs = lines.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${lines[index + 1]}`] : []))
    expect(pairs.filter((pair) => pair.startsWith('impersonate'))).toEqual([
      'impersonate-user: jörg',
      'impersonate-uid: ü',
      'impersonate-group: a',
      'impersonate-group: b',
      'impersonate-extra-e.dev%2F%C3%A4%25: x',
      'impersonate-extra-e.dev%2F%C3%A4%25: ß',
    ])
    await maps({ impersonate }).create({ metadata: { name: 'ö' } })
    expect(lines).toContain('jörg')
  })

  it('may send a limited number of bytes', async () => {
    answer = (_, response) => say(response, 200, empty.padEnd(10_000))
    await expect(maps({ maxReplyBytes: 5000 }).list()).rejects.toThrow('the reply is longer than 5000 bytes')
  })

  it('causes an error with a watch that has partial events, odd lines or errors', async () => {
    const line = (type: string, object: object): string => `${JSON.stringify({ type, object })}\n`
    const a = line('ADDED', { metadata: { name: 'ä' } })
    const collect = async (...chunks: readonly (string | Buffer)[]): Promise<unknown> => {
      answer = (_, response) => {
        response.writeHead(200)
        for (const chunk of chunks) response.write(chunk)
        response.end()
      }
      const seen: unknown[] = []
      try {
        for await (const { type, object } of maps().watch()) seen.push(`${type} ${object.metadata.name}`)
      } catch (error) {
        seen.push((error as Error).message)
      }
      return seen
    }
    const bytes = Buffer.from(a)
    const middle = bytes.indexOf(0xc3) + 1
    expect(await collect(bytes.subarray(0, middle), bytes.subarray(middle), a)).toEqual(['ADDED ä', 'ADDED ä'])
    expect(await collect(a, '{"type":"ADD')).toEqual(['ADDED ä', 'the watch was cut in the middle of an event'])
    expect(await collect('nonsense\n')).toEqual(['the watch sent a line that is not an event'])
    expect(await collect(line('NEW', { metadata: {} }))).toEqual(['the watch sent an event of type "NEW"'])
    const gone = {
      kind: 'Status',
      code: 410,
      reason: 'Expired',
      message: 'too old resource version: 1 (2)',
      metadata: {},
    }
    expect(await collect(a, line('ERROR', gone), a)).toEqual(['ADDED ä', 'too old resource version: 1 (2)'])
  })

  it('is discovered without aggregated discovery too, even where one version is unavailable', async () => {
    const documents: Record<string, unknown> = {
      '/below/api': { kind: 'APIVersions', versions: ['v1'] },
      '/below/apis': {
        kind: 'APIGroupList',
        groups: [
          {
            name: 'example.dev',
            versions: [{ version: 'v2' }, { version: 'v1' }],
            preferredVersion: { version: 'v2' },
          },
        ],
      },
      '/below/api/v1': {
        groupVersion: 'v1',
        resources: [
          { name: 'pods', kind: 'Pod', namespaced: true, singularName: 'pod', verbs: ['get'], shortNames: ['po'] },
          { name: 'pods/status', kind: 'Pod', namespaced: true, verbs: ['get'] },
        ],
      },
      '/below/apis/example.dev/v1': {
        groupVersion: 'example.dev/v1',
        resources: [{ name: 'widgets', kind: 'Widget', namespaced: false, verbs: ['list'] }],
      },
    }
    answer = (request, response) => {
      const document = documents[request.url!]
      say(response, document === undefined ? 503 : 200, JSON.stringify(document ?? {}))
    }
    const transport = createHttpTransport({
      endpoint: { server: `http://127.0.0.1:${(http.address() as AddressInfo).port}/below` },
      vocabulary,
      clock,
    })
    transports.push(transport)
    expect(await transport.discover({})).toEqual([
      {
        group: '',
        version: 'v1',
        kind: 'Pod',
        resource: 'pods',
        scope: 'Namespaced',
        verbs: ['get'],
        singular: 'pod',
        shortNames: ['po'],
        categories: [],
        subresources: ['status'],
        isPreferred: true,
      },
      {
        group: 'example.dev',
        version: 'v1',
        kind: 'Widget',
        resource: 'widgets',
        scope: 'Cluster',
        verbs: ['list'],
        singular: '',
        shortNames: [],
        categories: [],
        subresources: [],
        isPreferred: false,
      },
    ])
  })
})
