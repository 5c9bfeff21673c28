import { Buffer } from 'node:buffer'
import { createServer as createNodeServer } from 'node:http'
import { serve } from '@hono/node-server'
import { kubernetesVocabulary, type HttpReply } from '@pinnace/meta'
import {
  toExpress,
  toFastifyPlugin,
  toFetchHandler,
  toHonoHandler,
  toKoaMiddleware,
  toNodeListener,
  type HttpHandler,
} from '@pinnace/server'
import express from 'express'
import Fastify from 'fastify'
import { Hono } from 'hono'
import Koa from 'koa'
import { describe, expect, it } from 'vitest'
import { toRequest } from '../../../server/test/support/call.ts'
import { defineAdmissionPlugin, serveWebhook } from '../../src/define/define.ts'

const teamLabel = defineAdmissionPlugin({
  name: 'TeamLabel',
  rules: [{ operations: ['CREATE', 'DELETE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
  mutate({ draft, annotate }) {
    draft.metadata.labels ??= {}
    draft.metadata.labels['team'] ??= 'none'
    annotate('team', draft.metadata.labels['team'])
  },
  validate({ object, user, requestKind, warn, deny }) {
    warn(`${user.username} as ${requestKind.kind}`)
    if (object.metadata.labels?.['team'] === 'retired')
      deny('team "retired" owns nothing', { code: 409, reason: 'Conflict' })
  },
  validateDelete: ({ oldObject, deny }) => void (oldObject.metadata.name === 'kept' && deny('not this one')),
})

const review = (over: object = {}, version = 'v1'): object => ({
  kind: 'AdmissionReview',
  apiVersion: `admission.k8s.io/${version}`,
  request: {
    uid: 'u1',
    kind: { group: '', version: 'v1', kind: 'ConfigMap' },
    resource: { group: '', version: 'v1', resource: 'configmaps' },
    operation: 'CREATE',
    namespace: 'default',
    name: 'a',
    userInfo: { username: 'ann' },
    object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } },
    oldObject: null,
    dryRun: false,
    options: null,
    ...over,
  },
})

async function post(
  handle: HttpHandler,
  target: string,
  body: unknown,
  headers = {},
): Promise<{ reply: HttpReply; text: string; json: unknown }> {
  const request = toRequest('POST', target, { body, headers: { 'content-type': 'application/json', ...headers } })
  const reply = await handle(request)
  const text = Buffer.from(reply.body as Uint8Array).toString()
  return { reply, text, json: reply.status === 200 ? JSON.parse(text) : undefined }
}

const patch = Buffer.from('[{"op":"add","path":"/metadata/labels","value":{"team":"none"}}]').toString('base64')

describe('a plugin as a webhook', () => {
  const handle = serveWebhook(teamLabel)

  it.each(['v1', 'v1beta1'])('answers reviews of %s with a patch', async (version) => {
    expect((await post(handle, '/hooks/mutate?timeout=10s', review({}, version))).json).toEqual({
      kind: 'AdmissionReview',
      apiVersion: `admission.k8s.io/${version}`,
      response: { uid: 'u1', allowed: true, patchType: 'JSONPatch', patch, auditAnnotations: { team: 'none' } },
    })
  })

  it('does not change objects in validate', async () => {
    expect((await post(handle, '/validate', review())).json).toMatchObject({
      response: { uid: 'u1', allowed: true, warnings: ['ann as ConfigMap'] },
    })
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', labels: { team: 'retired' } } }
    expect((await post(handle, '/validate', review({ object }))).json).toMatchObject({
      response: {
        uid: 'u1',
        allowed: false,
        status: { code: 409, reason: 'Conflict', message: 'team "retired" owns nothing' },
        warnings: ['ann as ConfigMap'],
      },
    })
    expect((await post(handle, '/mutate', review({ object }))).json).toMatchObject({ response: { allowed: true } })
  })

  it('validates deletions with the old object', async () => {
    const oldObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kept' } }
    expect(
      (await post(handle, '/validate', review({ operation: 'DELETE', object: null, oldObject }))).json,
    ).toMatchObject({
      response: { allowed: false, status: { code: 403, message: 'not this one' } },
    })
  })

  it('allows requests that match no rule', async () => {
    const other = { resource: { group: '', version: 'v1', resource: 'secrets' } }
    expect((await post(handle, '/mutate', review(other))).json).toMatchObject({
      response: { uid: 'u1', allowed: true },
    })
    expect((await post(handle, '/mutate', review({ operation: 'UPDATE' }))).json).toEqual({
      kind: 'AdmissionReview',
      apiVersion: 'admission.k8s.io/v1',
      response: { uid: 'u1', allowed: true },
    })
  })

  it.each<[string, string, unknown, object, number, string]>([
    ['another path', '/', review(), {}, 404, '404 page not found\n'],
    [
      'another type of body',
      '/mutate',
      review(),
      { 'content-type': 'text/plain' },
      415,
      'the content type of an AdmissionReview must be application/json\n',
    ],
    ['a body that is not valid JSON', '/mutate', '{', {}, 400, ''],
    ['a body that is no object', '/mutate', '[]', {}, 400, 'the body must be an object\n'],
    [
      'another vocabulary',
      '/mutate',
      { ...review(), apiVersion: 'admission.acme.io/v1' },
      {},
      400,
      'expected an AdmissionReview of admission.k8s.io/v1 or admission.k8s.io/v1beta1, got admission.acme.io/v1, Kind=AdmissionReview\n',
    ],
    ['a review without a uid', '/mutate', review({ uid: '' }), {}, 400, 'request.uid is missing\n'],
    [
      'an unknown operation',
      '/mutate',
      review({ operation: 'READ' }),
      {},
      400,
      'request.operation must be one of CREATE, UPDATE, DELETE, CONNECT\n',
    ],
  ])('refuses %s', async (_what, target, body, headers, status, message) => {
    const { reply, text } = await post(handle, target, body, headers)
    expect(reply.status).toBe(status)
    expect(text).toContain(message)
  })

  it('refuses another method with an Allow header', async () => {
    const reply = await handle(toRequest('GET', '/mutate', {}))
    expect(reply).toMatchObject({ status: 405, headers: { allow: 'POST' } })
  })

  it('reads reviews of both vocabularies, or of the given one', async () => {
    const other = { ...review(), apiVersion: 'admission.platform.io/v1' }
    expect((await post(handle, '/mutate', other)).json).toMatchObject({ apiVersion: 'admission.platform.io/v1' })
    const strict = serveWebhook(teamLabel, { vocabulary: kubernetesVocabulary })
    expect((await post(strict, '/mutate', other)).reply.status).toBe(400)
  })

  it('answers 500 if a handler fails, unless its failure policy is Ignore', async () => {
    const told: unknown[] = []
    const broken = { ...teamLabel.definition, validate: () => Promise.reject(new Error('secret')) }
    const failing = serveWebhook(defineAdmissionPlugin(broken), { onError: (error) => void told.push(error) })
    const { reply, text } = await post(failing, '/validate', review())
    expect([reply.status, text, told]).toEqual([500, 'admission plugin "TeamLabel" failed\n', [new Error('secret')]])
    const tolerant = serveWebhook(defineAdmissionPlugin({ ...broken, failurePolicy: 'Ignore' }))
    expect((await post(tolerant, '/validate', review())).json).toMatchObject({ response: { allowed: true } })
  })
})

describe('a webhook in a host adapter', () => {
  const handle = serveWebhook(teamLabel, { maxBodyBytes: 4096 })
  const ask = async (port: number, body: unknown): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/mutate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const hosts: Record<string, () => Promise<{ port: number; close(): Promise<unknown> | void }>> = {
    async 'node:http'() {
      return listening(createNodeServer(toNodeListener(handle)))
    },
    async express() {
      const app = express()
      app.use(toExpress(handle))
      return listening(createNodeServer(app))
    },
    async fastify() {
      const app = Fastify()
      await app.register(toFastifyPlugin(handle) as never)
      await app.listen({ port: 0, host: '127.0.0.1' })
      return { port: (app.server.address() as { port: number }).port, close: () => app.close() }
    },
    async koa() {
      const app = new Koa()
      app.use(toKoaMiddleware(handle) as never)
      return listening(createNodeServer(app.callback() as never))
    },
    async hono() {
      const app = new Hono()
      app.all('*', toHonoHandler(handle) as never)
      const port = await new Promise<{ port: number; server: ReturnType<typeof serve> }>((resolve) => {
        const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, (info) =>
          resolve({ port: info.port, server }),
        )
      })
      return { port: port.port, close: () => void port.server.close() }
    },
  }

  it.each(Object.keys(hosts))('runs in %s, with its body limit', async (name) => {
    const { port, close } = await hosts[name]!()
    try {
      const answer = await ask(port, review())
      expect(await answer.json()).toMatchObject({ response: { uid: 'u1', allowed: true, patch } })
      expect((await ask(port, review({ name: 'x'.repeat(5000) }))).status).toBe(413)
    } finally {
      await close()
    }
  })

  it('answers a fetch', async () => {
    const answer = await toFetchHandler(handle)(
      new Request('http://webhook.test/mutate', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(review()),
      }),
    )
    expect(await answer.json()).toMatchObject({ response: { uid: 'u1', allowed: true, patch } })
  })
})

async function listening(server: ReturnType<typeof createNodeServer>): Promise<{ port: number; close(): void }> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
