import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call, type Answer } from '../support/call.ts'
import { startWebhooks, type Answering, type WebhookServer } from './support/webhook-server.ts'

const pods = '/api/v1/namespaces/default/pods'
const closing: (() => PromiseLike<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A server that asks a backend over HTTPS. */
async function start(answer: Answering, over: object = {}): Promise<{ server: Server; backend: WebhookServer }> {
  const backend = await startWebhooks({ '/images': answer })
  const directory = mkdtempSync(join(tmpdir(), 'pinnace-images-'))
  const { url, caBundle } = backend.client('/images')
  const config = {
    clusters: [{ name: 'c', cluster: { server: url, 'certificate-authority-data': caBundle } }],
    contexts: [{ name: 'x', context: { cluster: 'c' } }],
    'current-context': 'x',
  }
  writeFileSync(join(directory, 'backend.yaml'), JSON.stringify(config))
  const value = { imagePolicy: { kubeConfigFile: 'backend.yaml', ...over } }
  const server = await createServer({
    vocabulary: 'kubernetes',
    preset: 'testing',
    admissionControl: {
      enable: ['ImagePolicyWebhook'],
      configuration: [{ name: 'ImagePolicyWebhook', value, directory }],
    },
    logger: { info: () => {}, debug: () => {}, warn: () => {}, error: () => {} },
  })
  closing.push(
    () => server.close(),
    () => backend[Symbol.asyncDispose](),
    () => rmSync(directory, { recursive: true, force: true }),
  )
  return { server, backend }
}

const deciding: Answering = ({ review }, response) => {
  const bad = review.spec.containers.some(({ image }: { image: string }) => image.startsWith('bad'))
  const status = bad ? { allowed: false, reason: 'bad is bad' } : { allowed: true }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ apiVersion: review.apiVersion, kind: review.kind, status }))
}

const create = (server: Server, name: string, image: string): Promise<Answer> =>
  call(server, 'POST', pods, { body: { metadata: { name }, spec: { containers: [{ name: 'c', image }] } } })

describe('ImagePolicyWebhook over HTTPS', () => {
  it('lets in what the backend lets in, also later', async () => {
    const { server, backend } = await start(deciding)
    expect((await create(server, 'a', 'good:1')).status).toBe(201)
    expect((await create(server, 'b', 'bad:1')).json).toMatchObject({
      code: 403,
      reason: 'Forbidden',
      message: 'pods "b" is forbidden: image policy webhook backend denied one or more images: bad is bad',
    })
    const changed = await call(server, 'PATCH', `${pods}/a`, {
      body: { spec: { containers: [{ name: 'c', image: 'bad:2' }] } },
      headers: { 'content-type': 'application/strategic-merge-patch+json' },
    })
    expect(changed.json.message).toContain('pods "a" is forbidden: image policy webhook backend denied')
    expect(backend.asked('/images').map(({ review }) => review.spec.containers)).toEqual([
      [{ image: 'good:1' }],
      [{ image: 'bad:1' }],
      [{ image: 'bad:2' }],
    ])
  })

  it('records in an annotation that the backend did not respond', async () => {
    const { server } = await start((_, response) => void response.writeHead(404).end(), { defaultAllow: true })
    const { status, json } = await create(server, 'a', 'i')
    const marked = { 'alpha.image-policy.k8s.io/failed-open': 'true' }
    expect([status, json.metadata.annotations]).toEqual([201, marked])
    expect((await call(server, 'GET', `${pods}/a`)).json.metadata.annotations).toEqual(marked)
  })

  it('rejects the pod if the backend does not respond', async () => {
    const { server, backend } = await start(deciding)
    await backend[Symbol.asyncDispose]()
    const { json } = await create(server, 'a', 'i')
    expect(json.message).toBe(
      `pods "a" is forbidden: Post "https://127.0.0.1:${backend.port}/images?timeout=30s": dial tcp 127.0.0.1:${backend.port}: connect: connection refused`,
    )
  })
})
