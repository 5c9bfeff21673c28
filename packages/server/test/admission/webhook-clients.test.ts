import { Buffer } from 'node:buffer'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ResolveService } from '@pinnace/admission'
import { kubernetesVocabulary } from '@pinnace/meta'
import { createFakeClock } from '@pinnace/testing'
import { afterEach, describe, expect, it } from 'vitest'
import {
  createServer,
  createServingCertificates,
  type AdmissionControl,
  type Server,
  type ServerOptions,
} from '../../src/index.ts'
import { call } from '../support/call.ts'
import { mutate, validate, webhook } from './support/webhook-configuration.ts'
import { configMaps, createScenes } from './support/webhook-scene.ts'
import { allow, startWebhooks, type Json } from './support/webhook-server.ts'

const { own, close } = createScenes()
afterEach(close)

async function serve(options: Partial<ServerOptions>): Promise<Server> {
  const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', ...options })
  own({ [Symbol.asyncDispose]: () => server.close() })
  return server
}

const create = (server: Server): ReturnType<typeof call> =>
  call(server, 'POST', configMaps, { body: { metadata: { name: 'a' } } })

describe('the service of a webhook', () => {
  it('is reached where the host says, by its own name', async () => {
    const hooks = own(await startWebhooks({ '/ask': allow, '/': allow }, { hosts: ['hook.tools.svc'] }))
    const asked: Json[] = []
    const resolveService: ResolveService = async (service) => {
      asked.push(service)
      return { host: '127.0.0.1', port: hooks.port }
    }
    const server = await serve({ admissionControl: { resolveService } })
    const service = { namespace: 'tools', name: 'hook' }
    const { caBundle } = hooks
    await mutate(
      server,
      'one',
      webhook('a', { clientConfig: { service: { ...service, path: '/ask', port: 8443 }, caBundle } }),
      webhook('b', { clientConfig: { service, caBundle } }),
    )
    expect((await create(server)).status).toBe(201)
    expect(asked).toEqual([
      { ...service, port: 8443 },
      { ...service, port: 443 },
    ])
    expect(hooks.questions.map(({ path, headers }) => [path, headers.host])).toEqual([
      ['/ask?timeout=10s', 'hook.tools.svc:8443'],
      ['/?timeout=10s', 'hook.tools.svc:443'],
    ])
  })

  it('must have a certificate for its name, wherever it is reached', async () => {
    const hooks = own(await startWebhooks({ '/': allow }))
    const resolveService: ResolveService = () => ({ host: '127.0.0.1', port: hooks.port })
    const server = await serve({ admissionControl: { resolveService } })
    const { caBundle } = hooks
    await mutate(
      server,
      'one',
      webhook('a', { clientConfig: { service: { namespace: 'tools', name: 'hook' }, caBundle } }),
    )
    const { json } = await create(server)
    expect(json.message).toContain(
      'Internal error occurred: failed calling webhook "a.example.com": failed to call webhook: Post "https://hook.tools.svc:443/?timeout=10s": tls: failed to verify certificate: x509: ',
    )
    expect(json.message).toMatch(/certificate is valid for .*, not hook\.tools\.svc$/)
    expect(hooks.questions).toHaveLength(0)
  })

  it('is believed by its own certificate, where that is the bundle', async () => {
    const hooks = own(await startWebhooks({ '/': allow }))
    const [leaf = ''] = hooks.certificates.cert.split(/(?<=-----END CERTIFICATE-----\n)/)
    expect(leaf).not.toContain(hooks.certificates.ca)
    const server = await serve({})
    const caBundle = Buffer.from(leaf).toString('base64')
    await mutate(server, 'one', webhook('a', { clientConfig: { url: hooks.client('/').url, caBundle } }))
    expect(await create(server)).toMatchObject({ status: 201 })
    expect(hooks.questions).toHaveLength(1)
  })

  it('is asked under its path without doubled or trailing slashes', async () => {
    const hooks = own(await startWebhooks({ '/a/b': allow, '/c': allow }, { hosts: ['hook.tools.svc'] }))
    const server = await serve({
      admissionControl: { resolveService: () => ({ host: '127.0.0.1', port: hooks.port }) },
    })
    const { caBundle } = hooks
    const service = { namespace: 'tools', name: 'hook', path: '/c/' }
    await mutate(
      server,
      'one',
      webhook('a', { clientConfig: { url: hooks.client('//a//b/').url, caBundle } }),
      webhook('b', { clientConfig: { service, caBundle } }),
    )
    expect((await create(server)).status).toBe(201)
    expect(hooks.questions.map(({ path }) => path)).toEqual(['/a/b?timeout=10s', '/c?timeout=10s'])
  })

  it('that is not found is a failed call', async () => {
    const resolveService: ResolveService = ({ name }) => {
      throw new Error(`service "${name}" not found`)
    }
    const server = await serve({ admissionControl: { resolveService } })
    const service = { namespace: 'tools', name: 'hook', path: '/x' }
    await mutate(server, 'one', webhook('a', { clientConfig: { service } }))
    expect((await create(server)).json.message).toBe(
      'Internal error occurred: failed calling webhook "a.example.com": failed to call webhook: Post "https://hook.tools.svc:443/x?timeout=10s": service "hook" not found',
    )
  })

  it('is looked for as long as the webhook may take', async () => {
    const clock = createFakeClock()
    let isAsked = (): void => {}
    const asked = new Promise<void>((resolve) => (isAsked = resolve))
    const resolveService: ResolveService = () => {
      isAsked()
      return new Promise(() => {})
    }
    const server = await serve({ clock, admissionControl: { resolveService } })
    const service = { namespace: 'tools', name: 'hook' }
    await mutate(server, 'one', webhook('a', { clientConfig: { service }, timeoutSeconds: 2 }))
    const answer = create(server)
    await asked
    await clock.advance(2000)
    expect((await answer).json.message).toContain('"https://hook.tools.svc:443/?timeout=2s": context deadline exceeded')
  })
})

describe('credentials for webhooks', () => {
  let folder = ''
  afterEach(async () => {
    if (folder !== '') await rm(folder, { recursive: true })
    folder = ''
  })

  const configured = async (users: Json, more: Json = {}): Promise<AdmissionControl> => {
    folder = await mkdtemp(join(tmpdir(), 'pinnace-hooks-'))
    await writeFile(join(folder, 'users.yaml'), JSON.stringify({ apiVersion: 'v1', kind: 'Config', users, ...more }))
    const value = {
      apiVersion: 'apiserver.config.k8s.io/v1',
      kind: 'WebhookAdmissionConfiguration',
      kubeConfigFile: 'users.yaml',
    }
    return { configuration: [{ name: 'MutatingAdmissionWebhook', value, directory: folder }] }
  }
  const token = (name: string, text: string): Json => ({ name, user: { token: text } })

  it.each<[string, Json, string | undefined]>([
    ['the host and port', [token('*', 'no'), token('127.0.0.1:PORT', 'yes')], 'Bearer yes'],
    ['the default', [token('*', 'yes'), token('127.0.0.1', 'no'), token('127.0.0.2:PORT', 'no')], 'Bearer yes'],
    ['a wildcard', [token('*', 'no'), token('*.0.0.1:PORT', 'yes'), token('*.1:PORT', 'no')], 'Bearer yes'],
    ['a user and a password', [{ name: '*', user: { username: 'me', password: 'pw' } }], `Basic ${btoa('me:pw')}`],
    ['unknown', [token('127.0.0.1:1', 'no')], undefined],
  ])('are those of %s', async (_, users, expected) => {
    const hooks = own(await startWebhooks({ '/h': allow }))
    const named = users.map((user: Json) => ({ ...user, name: user.name.replace('PORT', String(hooks.port)) }))
    const server = await serve({ admissionControl: await configured(named) })
    await mutate(server, 'one', webhook('h', { clientConfig: hooks.client('/h') }))
    await validate(server, 'two', webhook('v', { clientConfig: hooks.client('/h') }))
    expect((await create(server)).status).toBe(201)
    // The validating webhooks have a configuration of their own, and none here.
    expect(hooks.questions.map(({ headers }) => headers.authorization)).toEqual([expected, undefined])
  })

  it('of a service go by its name, with the port where that is not 443', async () => {
    const hooks = own(await startWebhooks({ '/': allow }, { hosts: ['hook.tools.svc'] }))
    const resolveService: ResolveService = () => ({ host: '127.0.0.1', port: hooks.port })
    const control = await configured([
      token('hook.tools.svc', 'plain'),
      token('*.tools.svc:8443', 'other'),
      token('hook.tools.svc:8444', 'third'),
    ])
    const server = await serve({ admissionControl: { ...control, resolveService } })
    const { caBundle } = hooks
    const at = (port: number): Json => ({
      clientConfig: { service: { namespace: 'tools', name: 'hook', port }, caBundle },
    })
    await mutate(
      server,
      'one',
      webhook('a', at(443)),
      webhook('b', at(8443)),
      webhook('c', at(8444)),
      webhook('d', at(1)),
    )
    expect((await create(server)).status).toBe(201)
    expect(hooks.questions.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer plain',
      'Bearer other',
      'Bearer third',
      undefined,
    ])
  })

  it('may be a client certificate', async () => {
    const authority = createServingCertificates({ vocabulary: kubernetesVocabulary })
    const identity = authority.issueClientCertificate({ username: 'the-server' })
    const encode = (text: string): string => Buffer.from(text).toString('base64')
    const hooks = own(
      await startWebhooks({ '/h': allow }, { ca: authority.ca, requestCert: true, rejectUnauthorized: true }),
    )
    const user = { 'client-certificate-data': encode(identity.cert), 'client-key-data': encode(identity.key) }
    const server = await serve({
      admissionControl: await configured([{ name: 'current', user }], {
        contexts: [{ name: 'here', context: { user: 'current' } }],
        'current-context': 'here',
      }),
    })
    await mutate(server, 'one', webhook('h', { clientConfig: hooks.client('/h') }))
    expect((await create(server)).status).toBe(201)
    expect(hooks.questions[0]!.client).toBe('the-server')
  })

  it.each<[string, Json, string]>([
    ['no object', 'x', 'ValidatingAdmissionWebhook must be an object'],
    [
      'another kind',
      { apiVersion: 'v1', kind: 'Config' },
      'ValidatingAdmissionWebhook: the configuration must be a WebhookAdmissionConfiguration of apiserver.config.k8s.io/v1 or WebhookAdmission of apiserver.config.k8s.io/v1alpha1, not "Config" of "v1"',
    ],
    [
      'an unknown field',
      { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'WebhookAdmissionConfiguration', other: 1 },
      'ValidatingAdmissionWebhook: unknown field "other"',
    ],
    [
      'a file that is not there',
      { apiVersion: 'apiserver.config.k8s.io/v1alpha1', kind: 'WebhookAdmission', kubeConfigFile: '/none/at/all' },
      'kubeConfigFile: ENOENT',
    ],
  ])('are refused where their configuration is %s', async (_, value, message) => {
    const configuration = [{ name: 'ValidatingAdmissionWebhook', value }]
    await expect(serve({ admissionControl: { configuration } })).rejects.toThrow(message)
  })

  it('are refused where the kubeconfig asks for what is not supported', async () => {
    const control = await configured([{ name: '*', user: { exec: { command: 'x' } } }])
    await expect(serve({ admissionControl: control })).rejects.toThrow(
      'kubeConfigFile: user.exec is not supported in the configuration of a remote service',
    )
  })

  it('of an unknown plugin are rejected', async () => {
    const configuration = [{ name: 'Nope', value: {} }]
    await expect(serve({ admissionControl: { configuration } })).rejects.toThrow(
      'admission plugin "Nope" is configured, but does not exist',
    )
  })
})

describe('connections to webhooks', () => {
  it('are kept from one call to the next', async () => {
    const sockets = new Set<unknown>()
    const hooks = own(
      await startWebhooks({
        '/h': (_, response) => {
          sockets.add(response.socket)
          return { allowed: true }
        },
      }),
    )
    const server = await serve({})
    await mutate(server, 'one', webhook('h', { clientConfig: hooks.client('/h') }))
    for (const name of ['a', 'b', 'c']) {
      await call(server, 'POST', configMaps, { body: { metadata: { name } } })
    }
    expect([hooks.questions.length, sockets.size]).toEqual([3, 1])
  })

  it('that the webhook has closed meanwhile are opened again', async () => {
    const hooks = own(await startWebhooks({ '/h': allow }))
    const server = await serve({})
    await mutate(server, 'one', webhook('h', { clientConfig: hooks.client('/h') }))
    expect((await create(server)).status).toBe(201)
    hooks.closeConnections()
    expect((await call(server, 'POST', configMaps, { body: { metadata: { name: 'b' } } })).status).toBe(201)
  })
})
