import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { kubernetesVocabulary } from '@pinnace/meta'
import { createMetrics, createServingCertificates, type ReadableMetrics } from '@pinnace/server'
import { describe, expect, it } from 'vitest'
import { createFakeClock, createTestServer, type TestServer } from '../src/index.ts'

const admission = { apiVersion: 'admissionregistration.k8s.io/v1' }
const maps = (server: TestServer) => server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')

/** A webhook that allows everything, and counts its calls. */
async function startWebhook() {
  const { cert, key, ca } = createServingCertificates({ vocabulary: kubernetesVocabulary })
  let calls = 0
  const server = createHttpsServer({ cert, key }, (request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      calls++
      const { apiVersion, kind, request: asked } = JSON.parse(text)
      response.end(JSON.stringify({ apiVersion, kind, response: { uid: asked.uid, allowed: true } }))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    clientConfig: { url: `https://127.0.0.1:${port}/check`, caBundle: Buffer.from(ca).toString('base64') },
    calls: () => calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}

interface Declared {
  readonly clientConfig: object
  readonly name?: string
  readonly failurePolicy?: string
  readonly timeoutSeconds?: number
}

async function declare(server: TestServer, { name = 'maps.example.com', ...declared }: Declared): Promise<void> {
  await server.client({ ...admission, kind: 'ValidatingWebhookConfiguration' }).create({
    metadata: { name: 'checks' },
    webhooks: [
      {
        name,
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        timeoutSeconds: 3,
        ...declared,
        rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
      },
    ],
  } as never)
}

/** The metrics of webhooks, without buckets. */
async function countsOf(metrics: ReadableMetrics): Promise<readonly string[]> {
  const lines = (await metrics.text()).split('\n')
  return lines.filter((line) => line.startsWith('apiserver_admission_webhook') && !line.includes('_bucket{'))
}

const firstMap = (server: TestServer, name = 'a') => maps(server).create({ metadata: { name } })

describe('a webhook that times out', () => {
  it('is not reached, fails the request at its timeout, and is counted in the metrics', async () => {
    const clock = createFakeClock()
    const metrics = await createMetrics()
    await using webhook = await startWebhook()
    await using server = await createTestServer({ clock, metrics })
    await declare(server, webhook)
    using fault = server.faults.add({ do: { type: 'webhookTimeout', webhook: 'maps.example.com' }, times: 1 })
    let isDone = false
    const created = firstMap(server).finally(() => (isDone = true))
    const failed = expect(created).rejects.toMatchObject({
      code: 500,
      message: `Internal error occurred: failed calling webhook "maps.example.com": failed to call webhook: Post "${webhook.clientConfig.url}?timeout=3s": context deadline exceeded`,
    })
    await fault.wait()
    await clock.advance(2_900)
    expect([isDone, webhook.calls()]).toEqual([false, 0])
    await clock.advance(100)
    await failed
    const [request] = server.requests.filter(({ resource, verb }) => resource === 'configmaps' && verb === 'create')
    expect(request).toMatchObject({ status: 500, faults: ['webhookTimeout'] })
    const labels = 'name="maps.example.com",type="validating",operation="CREATE"'
    expect(await countsOf(metrics)).toEqual([
      `apiserver_admission_webhook_admission_duration_seconds_sum{${labels},rejected="true"} 3`,
      `apiserver_admission_webhook_admission_duration_seconds_count{${labels},rejected="true"} 1`,
      `apiserver_admission_webhook_request_total{${labels},code="503",rejected="true"} 1`,
      `apiserver_admission_webhook_rejection_count{${labels},error_type="calling_webhook_error",rejection_code="503"} 1`,
    ])
    await firstMap(server)
    expect([webhook.calls(), fault.count]).toEqual([1, 1])
  })

  it('fails open with the failure policy Ignore', async () => {
    const clock = createFakeClock()
    const metrics = await createMetrics()
    await using webhook = await startWebhook()
    await using server = await createTestServer({ clock, metrics })
    await declare(server, { ...webhook, failurePolicy: 'Ignore', timeoutSeconds: 1 })
    using fault = server.faults.add({ match: { verb: 'create' }, do: { type: 'webhookTimeout' } })
    const created = firstMap(server)
    await fault.wait()
    await clock.advance(1_000)
    expect((await created).metadata.name).toBe('a')
    expect(webhook.calls()).toBe(0)
    expect(await countsOf(metrics)).toContain(
      'apiserver_admission_webhook_fail_open_count{name="maps.example.com",type="validating"} 1',
    )
  })

  it('that is only late is called after the delay', async () => {
    const clock = createFakeClock()
    await using webhook = await startWebhook()
    await using server = await createTestServer({ clock })
    await declare(server, webhook)
    using fault = server.faults.add({ do: { type: 'webhookTimeout', delayMs: 2_000 } })
    const created = firstMap(server)
    await fault.wait()
    expect(webhook.calls()).toBe(0)
    await clock.advance(2_000)
    await created
    expect(webhook.calls()).toBe(1)
  })

  it('is called when the fault is removed', async () => {
    await using webhook = await startWebhook()
    await using server = await createTestServer()
    await declare(server, webhook)
    const fault = server.faults.add({ do: { type: 'webhookTimeout' } })
    const created = firstMap(server)
    await fault.wait()
    fault.remove()
    await created
    expect(webhook.calls()).toBe(1)
  })

  it('leaves other webhooks, and requests without webhooks, alone', async () => {
    await using webhook = await startWebhook()
    await using server = await createTestServer()
    await declare(server, webhook)
    using fault = server.faults.add({ do: { type: 'webhookTimeout', webhook: 'other.example.com' } })
    await firstMap(server)
    await server.client({ apiVersion: 'v1', kind: 'Namespace' }).create({ metadata: { name: 'team' } })
    expect([fault.count, webhook.calls()]).toEqual([0, 1])
    expect(server.requests.at(-1)?.faults).toEqual([])
  })

  it('counts calls for nth, and leaves requests that do not match alone', async () => {
    const clock = createFakeClock()
    await using webhook = await startWebhook()
    await using server = await createTestServer({ clock })
    await declare(server, webhook)
    using fault = server.faults.add({ match: { nth: 2 }, do: { type: 'webhookTimeout' } })
    using none = server.faults.add({ match: { verb: 'update' }, do: { type: 'webhookTimeout' } })
    await firstMap(server)
    const second = expect(firstMap(server, 'b')).rejects.toMatchObject({ code: 500 })
    await fault.wait()
    await clock.advance(3_000)
    await second
    await firstMap(server, 'c')
    expect([fault.count, none.count]).toEqual([1, 0])
  })
})
