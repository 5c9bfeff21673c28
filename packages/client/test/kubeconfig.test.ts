import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { inspect } from 'node:util'
import type { ApiObject } from '@pinnace/meta'
import { createFakeClock, createTestServer, type TestServer } from '@pinnace/testing'
import { load } from 'js-yaml'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createClient, type CreateClientOptions, type RemoteClient } from '../src/index.ts'

interface Parts {
  readonly server: string
  readonly ca: string
  readonly cert: string
  readonly key: string
}

let server: TestServer
let parts: Parts
let directory: string
let open: RemoteClient[]

beforeAll(async () => {
  server = await createTestServer()
  const config = load(await server.kubeconfig()) as {
    clusters: { cluster: Record<string, string> }[]
    users: { user: Record<string, string> }[]
  }
  const { cluster } = config.clusters[0]!
  const { user } = config.users[0]!
  parts = {
    server: cluster['server']!,
    ca: cluster['certificate-authority-data']!,
    cert: user['client-certificate-data']!,
    key: user['client-key-data']!,
  }
})
afterAll(() => server.close())
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'client-config-'))
  open = []
})
afterEach(async () => {
  await Promise.all(open.map((client) => client.close()))
  rmSync(directory, { recursive: true })
})

const write = (name: string, text: string): string => {
  const path = join(directory, name)
  writeFileSync(path, text)
  return path
}
const decoded = (text: string): string => Buffer.from(text, 'base64').toString('utf8')

/** A configuration of one context; what is given comes in place of what is there. */
function config(user: object, cluster: object = {}, context: object = {}): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'main',
    contexts: [{ name: 'main', context: { cluster: 'c', user: 'admin', ...context } }],
    clusters: [{ name: 'c', cluster: { server: parts.server, 'certificate-authority-data': parts.ca, ...cluster } }],
    users: [{ name: 'admin', user }],
  })
}

async function connect(options: CreateClientOptions): Promise<RemoteClient> {
  const client = await createClient({ vocabulary: 'kubernetes', environment: {}, ...options })
  open.push(client)
  return client
}

/** Who the server takes the client for. */
async function whoAmI(client: RemoteClient): Promise<unknown> {
  const reviews = client.resource<ApiObject & { status?: { userInfo: { username: string } } }>({
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'SelfSubjectReview',
  })
  return (await reviews.create({ metadata: {} })).status?.userInfo.username
}

describe('a configuration', () => {
  it('may have certificates inline, or name files relative to it', async () => {
    const inline = config({ 'client-certificate-data': parts.cert, 'client-key-data': parts.key })
    const administrator = await whoAmI(await connect({ kubeconfig: inline }))
    expect(administrator).not.toBe('system:anonymous')
    mkdirSync(join(directory, 'pki'))
    write('pki/ca.pem', decoded(parts.ca))
    write('pki/cert.pem', decoded(parts.cert))
    write('pki/key.pem', decoded(parts.key))
    const byFile = config(
      { 'client-certificate': 'pki/cert.pem', 'client-key': 'pki/key.pem' },
      { 'certificate-authority-data': '', 'certificate-authority': './pki/ca.pem' },
    )
    const file = write('config', byFile)
    expect(await whoAmI(await connect({ kubeconfigFiles: [file] }))).toBe(administrator)
  })

  it('may name files that are replaced: after five minutes requests use the new certificate', async () => {
    const clock = createFakeClock()
    const put = (username: string): void => {
      const { cert, key } = server.issueClientCertificate({ username })
      write('cert.pem', cert)
      write('key.pem', key)
    }
    put('first')
    const user = { 'client-certificate': 'cert.pem', 'client-key': 'key.pem' }
    const client = await connect({ kubeconfigFiles: [write('config', config(user))], clock })
    expect(await whoAmI(client)).toBe('first')
    put('second')
    expect(await whoAmI(client)).toBe('first')
    await clock.advance(300_000)
    expect(await whoAmI(client)).toBe('second')
    write('cert.pem', server.issueClientCertificate({ username: 'half' }).cert)
    await clock.advance(300_000)
    expect(await whoAmI(client)).toBe('second')
    rmSync(join(directory, 'key.pem'))
    await clock.advance(300_000)
    expect(await whoAmI(client)).toBe('second')
  })

  it('names namespace and server, and may have other contexts than the current one', async () => {
    const two = JSON.stringify({
      'current-context': 'main',
      contexts: [
        { name: 'main', context: { cluster: 'c', user: '' } },
        { name: 'other', context: { cluster: 'd', namespace: 'team' } },
      ],
      clusters: [
        { name: 'c', cluster: { server: parts.server } },
        { name: 'd', cluster: { server: 'https://[::1]:1/base' } },
      ],
    })
    expect(await connect({ kubeconfig: two })).toMatchObject({ server: parts.server, namespace: 'default' })
    expect(await connect({ kubeconfig: two, context: 'other' })).toMatchObject({
      server: 'https://[::1]:1/base',
      namespace: 'team',
    })
  })

  it('may be several files, of which the first with a value wins; missing files are ignored', async () => {
    const first = write(
      'first',
      `
contexts: [{ name: main, context: { cluster: c, user: a, namespace: first } }]
users: [{ name: a, user: { token: t } }]
`,
    )
    const second = write(
      'second',
      `
current-context: main
contexts: [{ name: main, context: { cluster: c, user: b, namespace: second } }]
clusters: [{ name: c, cluster: { server: "${parts.server}" } }]
`,
    )
    const environment = { KUBECONFIG: [join(directory, 'missing'), '', first, second].join(delimiter) }
    expect(await connect({ environment })).toMatchObject({ namespace: 'first', server: parts.server })
    await expect(connect({ kubeconfigFiles: [join(directory, 'missing')] })).rejects.toThrow(
      `${join(directory, 'missing')}: no such file`,
    )
  })

  it('is looked for below the home directory by default', async () => {
    mkdirSync(join(directory, '.kube'))
    write('.kube/config', config({}, {}, { namespace: 'home' }))
    expect(await connect({ environment: { HOME: directory } })).toMatchObject({ namespace: 'home' })
    mkdirSync(join(directory, '.platform'))
    write('.platform/config', config({}, {}, { namespace: 'other-home' }))
    expect(await connect({ vocabulary: 'platform', environment: { HOME: directory } })).toMatchObject({
      namespace: 'other-home',
    })
    await expect(connect({ environment: { HOME: join(directory, 'missing') } })).rejects.toThrow(
      'no configuration has been provided',
    )
  })

  it('may name a user to impersonate', async () => {
    const user = {
      'client-certificate-data': parts.cert,
      'client-key-data': parts.key,
      as: 'jane',
      'as-uid': '7',
      'as-groups': ['devs'],
      'as-user-extra': { scope: ['a'] },
    }
    const client = await connect({ kubeconfig: config(user) })
    const review = client.resource({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' })
    expect(await review.create({ metadata: {} })).toMatchObject({
      status: {
        userInfo: { username: 'jane', uid: '7', groups: ['devs', 'system:authenticated'], extra: { scope: ['a'] } },
      },
    })
  })

  it('may skip verification, or expect another server name', async () => {
    const careless = config({}, { 'certificate-authority-data': '', 'insecure-skip-tls-verify': true })
    expect(await (await connect({ kubeconfig: careless })).discover()).not.toHaveLength(0)
    const known = config({}, { 'tls-server-name': 'localhost' })
    expect(await (await connect({ kubeconfig: known })).discover()).not.toHaveLength(0)
    const wrong = config({}, { 'tls-server-name': 'elsewhere.example' })
    await expect((await connect({ kubeconfig: wrong })).discover()).rejects.toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    })
  })

  it('fails with the file name where it is not YAML, without quoting it', async () => {
    const kubeconfig = 'users:\n- name: a\n  user: {token: sesame}\n  user: ]\n'
    const error = await createClient({ kubeconfig, vocabulary: 'kubernetes' }).catch((thrown: unknown) => thrown)
    expect(inspect(error)).toMatch(/not YAML: .*\(4:/)
    expect(inspect(error)).not.toContain('sesame')
  })

  const refusals: readonly (readonly [what: string, text: () => string, message: string])[] = [
    ['no YAML', () => 'a: [', 'kubeconfig: not YAML: '],
    ['another kind', () => '{"kind":"Pod","apiVersion":"v1"}', 'kubeconfig: kind must be Config, not "Pod"'],
    ['a list', () => '[]', 'kubeconfig: the configuration must be an object'],
    [
      'a path',
      () => '/home/me/.kube/config',
      'kubeconfig must be the text of a kubeconfig; a path belongs into kubeconfigFiles',
    ],
    ['nothing', () => '', 'no configuration has been provided'],
    ['no context', () => config({}).replace('"current-context":"main",', ''), 'no context chosen'],
    [
      'a context that is not there',
      () => config({}).replace('"current-context":"main"', '"current-context":"x"'),
      'context was not found for specified context: x',
    ],
    [
      'a cluster that is not there',
      () => config({}, {}, { cluster: 'x' }),
      'kubeconfig: cluster "x" was not found for context "main"',
    ],
    [
      'a user who is not there',
      () => config({}, {}, { user: 'x' }),
      'kubeconfig: user "x" was not found for context "main"',
    ],
    ['no server', () => config({}, { server: '' }), 'kubeconfig: no server found for cluster "c"'],
    [
      'a server that is none',
      () => config({}, { server: 'ftp://x' }),
      'kubeconfig: clusters["c"].cluster.server must be an http or https URL, not "ftp://x"',
    ],
    [
      'a proxy',
      () => config({}, { 'proxy-url': 'http://p' }),
      'kubeconfig: clusters["c"].cluster.proxy-url is not supported: connections are made directly',
    ],
    [
      'authority and no verification',
      () => config({}, { 'insecure-skip-tls-verify': true }),
      'specifying a root certificates file with the insecure flag is not allowed',
    ],
    [
      'two authorities',
      () => config({}, { 'certificate-authority': 'x' }),
      'clusters["c"].cluster.certificate-authority-data and clusters["c"].cluster.certificate-authority are both specified',
    ],
    [
      'a file that is missing',
      () => config({ 'client-certificate': '/nowhere/x' }),
      'unable to read users["admin"].user.client-certificate /nowhere/x: ENOENT',
    ],
    [
      'data that is not base64',
      () => config({ 'client-key-data': '§' }),
      'kubeconfig: users["admin"].user.client-key-data is no base64',
    ],
    [
      'a certificate without its key',
      () => config({ 'client-certificate-data': parts.cert }),
      'client-key-data or client-key must be specified for admin to use the clientCert authentication method.',
    ],
    [
      'a token that is not a string',
      () => config({ token: 7 }),
      'kubeconfig: users["admin"].user.token must be a string',
    ],
    [
      'a switch that is not a boolean',
      () => config({}, { 'insecure-skip-tls-verify': 'yes' }),
      'clusters["c"].cluster.insecure-skip-tls-verify must be true or false',
    ],
    [
      'groups that are no list',
      () => config({ as: 'x', 'as-groups': 'y' }),
      'users["admin"].user.as-groups must be a list',
    ],
    [
      'an authority that is not a certificate',
      () => config({}, { 'certificate-authority-data': Buffer.from('sesame').toString('base64') }),
      'kubeconfig: unable to load root certificates: unable to parse bytes as PEM block',
    ],
    [
      'a user twice',
      () => config({}).replace('"users":[', '"users":[{"name":"admin","user":{"token":"other"}},'),
      'kubeconfig: duplicate name "admin" in list: users',
    ],
    [
      'two methods',
      () => config({ token: 't', username: 'u' }),
      'more than one authentication method found for admin; found [token basicAuth], only one is allowed',
    ],
    [
      'two methods, one of them a file',
      () => config({ tokenFile: '/no/such/token', username: 'u' }),
      'more than one authentication method found for admin; found [token basicAuth], only one is allowed',
    ],
    [
      'groups without a user',
      () => config({ 'as-groups': ['x'] }),
      'requesting uid, groups or user-extra for admin without impersonating a user',
    ],
    ['an entry without a name', () => '{"clusters":[{"cluster":{}}]}', 'kubeconfig: clusters[0].name is required'],
    [
      'an unknown auth provider',
      () => config({ 'auth-provider': { name: 'gcp' } }),
      'no Auth Provider found for name "gcp"',
    ],
    [
      'a provider and a plugin',
      () => config({ 'auth-provider': { name: 'oidc' }, exec: { command: 'x' } }),
      'authProvider cannot be provided in combination with an exec plugin for admin',
    ],
  ]
  it.each(refusals)('is rejected with %s, by file and field', async (_, text, message) => {
    await expect(connect({ kubeconfig: text() })).rejects.toThrow(message)
    await expect(connect({ kubeconfig: text() })).rejects.toBeInstanceOf(TypeError)
  })
})

describe('a token', () => {
  it('is sent as given, or read again from its file every minute and after a 401', async () => {
    const { createServer } = await import('node:http')
    const seen: (string | undefined)[] = []
    let refuse = false
    const http = createServer((request, response) => {
      seen.push(request.headers.authorization)
      response.writeHead(refuse ? 401 : 200, { 'content-type': 'application/json' })
      refuse = false
      response.end('{"kind":"ConfigMapList","items":[],"metadata":{}}')
    })
    await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve))
    const cluster = {
      server: `http://127.0.0.1:${(http.address() as { port: number }).port}`,
      'certificate-authority-data': '',
    }
    const clock = createFakeClock()
    const listed = async (user: object): Promise<RemoteClient> => {
      const client = await connect({ kubeconfigFiles: [write('config', config(user, cluster))], clock })
      await list(client)
      return client
    }
    const list = (client: RemoteClient): Promise<unknown> =>
      client.resource({ apiVersion: 'v1', kind: 'ConfigMap' }).list()
    await listed({ token: 'abc' })
    await listed({ username: 'u', password: 'p' })
    await listed({})
    expect(seen.splice(0)).toEqual(['Bearer abc', 'Basic dTpw', undefined])
    write('token', 'one\n')
    const client = await listed({ tokenFile: 'token' })
    write('token', 'two\n')
    await list(client)
    await clock.advance(60_000)
    await list(client)
    write('token', 'three')
    refuse = true
    await list(client)
    refuse = true
    await expect(list(client)).rejects.toMatchObject({ code: 401 })
    rmSync(join(directory, 'token'))
    await clock.advance(60_000)
    await list(client)
    expect(seen).toEqual(['one', 'one', 'two', 'two', 'three', 'three', 'three'].map((token) => `Bearer ${token}`))
    await expect(
      list(await connect({ kubeconfigFiles: [write('config', config({ tokenFile: 'gone' }, cluster))] })),
    ).rejects.toThrow(`failed to read token file "${join(directory, 'gone')}": ENOENT`)
    http.closeAllConnections()
    await new Promise((resolve) => void http.close(resolve))
  })
})

describe('a pod', () => {
  it('uses its environment and its service account where there is no configuration', async () => {
    const { readInClusterConfig } = await import('../src/kubeconfig/in-cluster.ts')
    const { kubernetesVocabulary, platformVocabulary } = await import('@pinnace/meta')
    write('token', 't')
    write('ca.crt', decoded(parts.ca))
    const environment = { KUBERNETES_SERVICE_HOST: '::1', KUBERNETES_SERVICE_PORT: '6443' }
    const read = { vocabulary: kubernetesVocabulary, environment, mountPath: directory }
    expect(readInClusterConfig(read)).toEqual({
      endpoint: { server: 'https://[::1]:6443', ca: decoded(parts.ca).trim() },
      tokenFile: join(directory, 'token'),
      namespace: 'default',
    })
    write('namespace', 'team\n')
    expect(readInClusterConfig(read).namespace).toBe('team')
    expect(() => readInClusterConfig({ ...read, vocabulary: platformVocabulary })).toThrow(
      'unable to load in-cluster configuration, PLATFORM_SERVICE_HOST and PLATFORM_SERVICE_PORT must be defined',
    )
    rmSync(join(directory, 'token'))
    expect(() => readInClusterConfig(read)).toThrow('unable to load in-cluster configuration: ENOENT')
    await expect(connect({ inCluster: true })).rejects.toThrow(
      'unable to load in-cluster configuration, KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT must be defined',
    )
    await expect(connect({ environment: { ...environment, HOME: directory } })).rejects.toThrow(
      'unable to load in-cluster configuration: ENOENT',
    )
  })
})
