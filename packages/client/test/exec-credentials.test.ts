import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { rootCertificates } from 'node:tls'
import { inspect } from 'node:util'
import type { ApiObject } from '@pinnace/meta'
import { createFakeClock, createTestServer, type FakeClock } from '@pinnace/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient, type CreateClientOptions, type RemoteClient } from '../src/index.ts'

const v1 = 'client.authentication.k8s.io/v1'
const v1beta1 = 'client.authentication.k8s.io/v1beta1'
let directory: string
let clock: FakeClock
let http: HttpServer
let seen: (string | undefined)[]
let accepts: (authorization: string | undefined) => boolean
let open: RemoteClient[]

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'client-exec-'))
  clock = createFakeClock()
  seen = []
  accepts = () => true
  open = []
  http = createHttpServer((request, response) => {
    seen.push(request.headers.authorization)
    response.writeHead(accepts(request.headers.authorization) ? 200 : 401, { 'content-type': 'application/json' })
    response.end('{"kind":"ConfigMapList","items":[],"metadata":{}}')
  })
  await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  await Promise.all(open.map((client) => client.close()))
  http.closeAllConnections()
  await new Promise((resolve) => void http.close(resolve))
  rmSync(directory, { recursive: true })
  expect(clock.pending).toBe(0)
})

/** A plugin: a node script that counts its runs, keeps what it was given and does what `body` says. */
function plugin(body: string, name = 'plugin'): string {
  const path = join(directory, name)
  const script = `#!${process.execPath}
const { readFileSync, writeFileSync, existsSync } = require('node:fs')
const { join } = require('node:path')
const counter = join(${JSON.stringify(directory)}, 'runs')
const run = existsSync(counter) ? Number(readFileSync(counter, 'utf8')) + 1 : 1
writeFileSync(counter, String(run))
writeFileSync(join(${JSON.stringify(directory)}, 'given'), JSON.stringify({ args: process.argv.slice(2), env: process.env, info: process.env.KUBERNETES_EXEC_INFO }))
const print = (status, extra = {}) => console.log(JSON.stringify({ apiVersion: ${JSON.stringify(v1)}, kind: 'ExecCredential', status, ...extra }))
${body}
`
  writeFileSync(path, script)
  chmodSync(path, 0o755)
  return path
}
const runs = (): number =>
  existsSync(join(directory, 'runs')) ? Number(readFileSync(join(directory, 'runs'), 'utf8')) : 0
const given = (): { args: string[]; env: Record<string, string>; info: string } =>
  JSON.parse(readFileSync(join(directory, 'given'), 'utf8')) as never

async function connect(exec: object, options: CreateClientOptions & { cluster?: object } = {}): Promise<RemoteClient> {
  const { cluster = {}, ...rest } = options
  const file = join(directory, 'config')
  const server = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const text = JSON.stringify({
    'current-context': 'main',
    contexts: [{ name: 'main', context: { cluster: 'c', user: 'admin' } }],
    clusters: [{ name: 'c', cluster: { server, ...cluster } }],
    users: [{ name: 'admin', user: { exec } }],
  })
  writeFileSync(file, text)
  const client = await createClient({
    kubeconfigFiles: [file],
    vocabulary: 'kubernetes',
    environment: { PATH: process.env['PATH'], HOST_VARIABLE: 'kept' },
    isTerminal: () => false,
    pluginStderr: 'ignore',
    clock,
    ...rest,
  })
  open.push(client)
  return client
}
const list = (client: RemoteClient): Promise<unknown> => client.resource({ apiVersion: 'v1', kind: 'ConfigMap' }).list()
const base = { apiVersion: v1, command: './plugin', interactiveMode: 'Never' }

describe('a credential plugin', () => {
  it('gets its arguments, its variables and an ExecCredential, and returns a token', async () => {
    plugin(`print({ token: 'secret' })`)
    const env = [{ name: 'PROFILE', value: 'p' }, { name: 'EMPTY' }]
    const client = await connect({ ...base, args: ['get', 'token'], env })
    await list(client)
    expect(seen).toEqual(['Bearer secret'])
    const { args, env: environment, info } = given()
    expect(args).toEqual(['get', 'token'])
    expect(environment).toMatchObject({ PROFILE: 'p', EMPTY: '', HOST_VARIABLE: 'kept' })
    expect(info).toBe(JSON.stringify({ kind: 'ExecCredential', apiVersion: v1, spec: { interactive: false } }))
  })

  it('gets the cluster where provideClusterInfo is set', async () => {
    plugin(`print({ token: 't' })`)
    const authority = Buffer.from(rootCertificates[0]!).toString('base64')
    const cluster = {
      'tls-server-name': 'name',
      'certificate-authority-data': authority,
      'disable-compression': true,
      extensions: [
        { name: 'other', extension: { no: 1 } },
        { name: 'client.authentication.k8s.io/exec', extension: { audience: 'a', nested: [1] } },
      ],
    }
    await list(await connect({ ...base, provideClusterInfo: true }, { cluster }))
    expect(JSON.parse(given().info)).toEqual({
      kind: 'ExecCredential',
      apiVersion: v1,
      spec: {
        cluster: {
          server: expect.stringMatching(/^http:\/\/127/),
          'tls-server-name': 'name',
          'certificate-authority-data': authority,
          'disable-compression': true,
          config: { audience: 'a', nested: [1] },
        },
        interactive: false,
      },
    })
  })

  it('gets the ExecCredential in the variable of the vocabulary', async () => {
    plugin(
      `console.log(JSON.stringify({ apiVersion: 'client.authentication.platform.io/v1', kind: 'ExecCredential', status: { token: process.env.PLATFORM_EXEC_INFO ? 'yes' : 'no' } }))`,
    )
    const exec = { ...base, apiVersion: 'client.authentication.platform.io/v1' }
    await list(await connect(exec, { vocabulary: 'platform' }))
    expect(seen).toEqual(['Bearer yes'])
  })

  it('is a path relative to the file, an absolute path, or a name on PATH', async () => {
    const path = plugin(`print({ token: 't' })`)
    for (const command of ['./plugin', path]) await list(await connect({ ...base, command }))
    const environment = { PATH: directory }
    await list(await connect({ ...base, command: 'plugin' }, { environment }))
    expect(seen).toHaveLength(3)
    await expect(
      list(await connect({ ...base, command: 'no-such-plugin', installHint: 'get it at example.dev' })),
    ).rejects.toThrow(
      'getting credentials: exec: executable no-such-plugin not found\n\nIt looks like you are trying to use a client-go credential plugin that is not installed.\n\nget it at example.dev',
    )
  })

  it('is not run where it is not found, or only below the working directory', async () => {
    plugin(`print({ token: 't' })`)
    const below = relative(process.cwd(), directory)
    for (const PATH of [below, `${below}:${directory}`, `:${below}`, '']) {
      const environment = { ...process.env, PATH }
      await expect(list(await connect({ ...base, command: 'plugin' }, { environment }))).rejects.toThrow(
        'getting credentials: exec: executable plugin not found',
      )
    }
    expect(runs()).toBe(0)
    // What the plugin is given says nothing about where it is.
    const env = [{ name: 'PATH', value: below }]
    const environment = { ...process.env, PATH: `${directory}:${process.env['PATH']}` }
    await list(await connect({ ...base, command: 'plugin', env }, { environment }))
    expect(given().env['PATH']).toBe(below)
  })

  it('fails with an error without terminal escapes and without its output', async () => {
    await expect(
      list(await connect({ ...base, command: 'no-such-plugin', installHint: 'get\u001b[2J it\nnow' })),
    ).rejects.toThrow('not installed.\n\ngetU+001B[2J it\nnow')
    const command = plugin(`console.log('token: sesame\\n]')`)
    const error = await list(await connect({ ...base, command })).catch((thrown: unknown) => thrown)
    expect(inspect(error)).toContain('decoding stdout: neither JSON nor YAML')
    expect(inspect(error)).not.toContain('sesame')
  })

  it('may return v1beta1, and YAML', async () => {
    plugin(`console.log('apiVersion: ${v1beta1}\\nkind: ExecCredential\\nstatus:\\n  token: beta\\n')`)
    await list(await connect({ apiVersion: v1beta1, command: './plugin' }))
    expect(seen).toEqual(['Bearer beta'])
    expect(JSON.parse(given().info)).toEqual({
      kind: 'ExecCredential',
      apiVersion: v1beta1,
      spec: { interactive: false },
    })
  })

  it('runs once for concurrent calls, and again when its credential has expired', async () => {
    plugin(`print({ token: 'run-' + run, expirationTimestamp: run === 1 ? '2030-01-01T01:00:00Z' : undefined })`)
    const client = await connect(base)
    await Promise.all([list(client), list(client), list(client)])
    expect([runs(), seen]).toEqual([1, ['Bearer run-1', 'Bearer run-1', 'Bearer run-1']])
    await clock.advance(3_600_000)
    await list(client)
    expect(runs()).toBe(1)
    await clock.advance(1)
    await list(client)
    await clock.advance(365 * 86_400_000)
    await list(client)
    expect([runs(), seen.slice(3)]).toEqual([2, ['Bearer run-1', 'Bearer run-2', 'Bearer run-2']])
  })

  it('runs again after a 401, and the call is retried where it returned another credential', async () => {
    plugin(`print({ token: 'run-' + Math.min(run, 2) })`)
    accepts = (authorization) => authorization !== 'Bearer run-1'
    const client = await connect(base)
    await Promise.all([list(client), list(client)])
    expect(runs()).toBe(2)
    accepts = () => false
    await expect(list(client)).rejects.toMatchObject({ code: 401 })
    expect(seen.at(-1)).toBe('Bearer run-2')
    expect(runs()).toBe(3)
  })

  it('is not waited for by a call that was aborted, and its result serves the next call', async () => {
    plugin(`setTimeout(() => print({ token: 't' }), 200)`)
    const client = await connect(base)
    const controller = new AbortController()
    const maps = client.resource({ apiVersion: 'v1', kind: 'ConfigMap' })
    const given_up = maps.list({ signal: controller.signal })
    controller.abort(new Error('enough'))
    await expect(given_up).rejects.toThrow('enough')
    await list(client)
    expect(runs()).toBe(1)
  })

  it('is killed when it takes too long, and when the client is closed', async () => {
    plugin(`setInterval(() => {}, 1000)`)
    const slow = await connect(base, { timeoutMs: 5000 })
    const listing = expect(list(slow)).rejects.toThrow(
      `getting credentials: exec: executable ${join(directory, 'plugin')} did not end within 5000 ms`,
    )
    await vi.waitFor(() => expect(runs()).toBe(1), { timeout: 10_000, interval: 10 })
    await clock.advance(5000)
    await listing
    const closed = await connect(base)
    const second = expect(list(closed)).rejects.toThrow('the client has been closed')
    await vi.waitFor(() => expect(runs()).toBe(2), { timeout: 10_000, interval: 10 })
    await closed.close()
    await second
  })

  it('may print a limited number of bytes', async () => {
    plugin(`process.stdout.write('x'.repeat(3_000_000))`)
    await expect(list(await connect(base))).rejects.toThrow('printed more than 1048576 bytes')
  })

  const printed: readonly (readonly [what: string, body: string, message: string])[] = [
    ['fails', `process.exit(3)`, 'failed with exit code 3'],
    ['prints nothing', ``, 'decoding stdout: '],
    [
      'prints no credential',
      `console.log('{"kind":"Pod","apiVersion":"v1"}')`,
      'decoding stdout: no kind "Pod" is registered for version "v1"',
    ],
    [
      'prints another version',
      `print({ token: 't' }, { apiVersion: '${v1beta1}' })`,
      `exec plugin is configured to use API version ${v1}, plugin returned version ${v1beta1}`,
    ],
    ['prints no status', `print(undefined)`, "exec plugin didn't return a status field"],
    ['prints an empty status', `print({})`, "exec plugin didn't return a token or cert/key pair"],
    [
      'prints a certificate alone',
      `print({ clientCertificateData: 'x' })`,
      'exec plugin returned only certificate or key, not both',
    ],
    [
      'prints a key alone',
      `print({ token: 't', clientKeyData: 'x' })`,
      'exec plugin returned only certificate or key, not both',
    ],
    [
      'prints no pair',
      `print({ clientCertificateData: 'x', clientKeyData: 'y' })`,
      'failed parsing client key/certificate: ',
    ],
    [
      'prints a time that is none',
      `print({ token: 't', expirationTimestamp: 'soon' })`,
      'decoding stdout: expirationTimestamp "soon" is not a time',
    ],
    ['prints a token that is not a string', `print({ token: 7 })`, 'decoding stdout: token must be a string'],
  ]
  it.each(printed)('fails with an exact message when it %s', async (_, body, message) => {
    plugin(body)
    await expect(list(await connect(base))).rejects.toThrow(message)
    await expect(list(await connect(base))).rejects.toThrow(/^getting credentials: /)
  })

  const modes: readonly (readonly [mode: string, isTerminal: boolean, interactive: boolean | string])[] = [
    ['Never', true, false],
    ['Never', false, false],
    ['IfAvailable', true, true],
    ['IfAvailable', false, false],
    ['Always', true, true],
    [
      'Always',
      false,
      'getting credentials: exec plugin cannot support interactive mode: standard input is not a terminal',
    ],
  ]
  it.each(modes)('may prompt: %s, with a terminal %s', async (interactiveMode, isTerminal, expected) => {
    plugin(`print({ token: 't' })`)
    const client = await connect({ ...base, interactiveMode }, { isTerminal: () => isTerminal })
    if (typeof expected === 'string') {
      await expect(list(client)).rejects.toThrow(expected)
      expect(runs()).toBe(0)
    } else {
      await list(client)
      expect(JSON.parse(given().info)).toMatchObject({ spec: { interactive: expected } })
    }
  })

  const refusals: readonly (readonly [exec: object, message: string])[] = [
    [{ apiVersion: v1 }, 'command must be specified for admin to use exec authentication plugin'],
    [{ command: 'x' }, 'apiVersion must be specified for admin to use exec authentication plugin'],
    [
      { command: 'x', apiVersion: 'client.authentication.k8s.io/v1alpha1' },
      'exec plugin: invalid apiVersion "client.authentication.k8s.io/v1alpha1"',
    ],
    [{ command: 'x', apiVersion: v1 }, 'interactiveMode must be specified for admin to use exec authentication plugin'],
    [{ command: 'x', apiVersion: v1, interactiveMode: 'Perhaps' }, 'invalid interactiveMode for admin: "Perhaps"'],
    [
      { ...base, env: [{ value: 'v' }] },
      'env variable name must be specified for admin to use exec authentication plugin',
    ],
    [{ ...base, args: 'x' }, 'users["admin"].user.exec.args must be a list'],
  ]
  it.each(refusals)('is rejected before it runs: %j', async (exec, message) => {
    await expect(connect(exec)).rejects.toThrow(`${join(directory, 'config')}: ${message}`)
  })

  it('is not run where the file has credentials', async () => {
    plugin(`print({ token: 'plugin' })`)
    const file = join(directory, 'config')
    await connect(base)
    writeFileSync(file, readFileSync(file, 'utf8').replace('"user":{"exec"', '"user":{"token":"own","exec"'))
    const client = await createClient({ kubeconfigFiles: [file], vocabulary: 'kubernetes', clock })
    open.push(client)
    await list(client)
    expect([seen, runs()]).toEqual([['Bearer own'], 0])
  })
})

describe('a plugin that returns certificates', () => {
  it('authenticates with them, and closes connections, those of watches too, when they change', async () => {
    await using server = await createTestServer()
    const kubeconfig = await server.kubeconfig()
    const ca = /certificate-authority-data: "?([^"\n]+)/.exec(kubeconfig)![1]!
    const url = /server: "?([^"\n]+)/.exec(kubeconfig)![1]!
    const names = ['first', 'second']
    for (const name of names) {
      const { cert, key } = server.issueClientCertificate({ username: name, groups: ['devs'] })
      writeFileSync(
        join(directory, `${name}.json`),
        JSON.stringify({ clientCertificateData: cert, clientKeyData: key }),
      )
    }
    plugin(`
const name = run === 1 ? 'first' : 'second'
const pair = JSON.parse(readFileSync(join(${JSON.stringify(directory)}, name + '.json'), 'utf8'))
print({ ...pair, expirationTimestamp: run === 1 ? '2030-01-01T01:00:00Z' : undefined })`)
    const client = await connect(base, { cluster: { server: url, 'certificate-authority-data': ca } })
    const whoAmI = async (): Promise<unknown> => {
      const reviews = client.resource<ApiObject & { status?: { userInfo: { username: string } } }>({
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'SelfSubjectReview',
      })
      return (await reviews.create({ metadata: {} })).status?.userInfo.username
    }
    expect(await whoAmI()).toBe('first')
    const maps = client.resource({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
    const watch = maps.watch({
      allowWatchBookmarks: true,
      sendInitialEvents: true,
      resourceVersionMatch: 'NotOlderThan',
    })
    while ((await watch.next()).value.type !== 'BOOKMARK');
    const cut = expect(watch.next()).rejects.toThrow()
    await clock.advance(3_600_001)
    expect(await whoAmI()).toBe('second')
    await cut
    expect(runs()).toBe(2)
  })
})
