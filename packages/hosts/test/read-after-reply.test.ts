import { Worker } from 'node:worker_threads'
import { kubernetesVocabulary, type HttpReply, type HttpRequest } from '@pinnace/meta'
import { createServingCertificates } from '@pinnace/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen, type Listening } from '../src/listen.ts'

const certificates = createServingCertificates({ vocabulary: kubernetesVocabulary })
// More than a socket buffers before it asks to be drained, and several records of TLS.
const bodyBytes = 256 * 1024

// Another thread, which sends the next request while the server is busy. It tells how often each status came.
const client = `
const { Agent, request } = require('node:https')
const { parentPort, workerData } = require('node:worker_threads')
const { url, ca, bodyBytes, count } = workerData
const agent = new Agent({ ca, keepAlive: true, maxSockets: 1 })
const body = Buffer.alloc(bodyBytes, 'a')
const statuses = {}
function send(left) {
  if (left === 0) {
    agent.destroy()
    parentPort.postMessage(statuses)
    return
  }
  const outgoing = request(url, { method: 'POST', agent }, (incoming) => {
    statuses[incoming.statusCode] = (statuses[incoming.statusCode] ?? 0) + 1
    incoming.resume().on('end', () => send(left - 1))
  })
  outgoing.end(body)
}
send(count)
`

let server: Listening
beforeAll(async () => {
  const echo = async (incoming: HttpRequest): Promise<HttpReply> => {
    const body = await incoming.body(bodyBytes)
    if (incoming.target === '/in-turn') await turnThenBusy()
    else process.nextTick(() => setImmediate(busy))
    return { status: 201, headers: { 'content-type': 'text/plain' }, body }
  }
  server = await listen(echo, { tls: { cert: certificates.cert, key: certificates.key } })
})
afterAll(() => server.close({ graceMs: 0 }))

/** Resolves in the next turn of the event loop, in which other work follows what is done then. */
function turnThenBusy(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
    setImmediate(busy)
  })
}

function busy(): void {
  const endMs = performance.now() + 5
  while (performance.now() < endMs);
}

describe('large bodies over a connection that stays open', () => {
  // Node.js refuses the rest of a body as malformed if it comes before the reply before it counts as sent.
  it.each(['/at-once', '/in-turn'])('are read after large replies, though the server is busy: %s', async (target) => {
    const count = 50
    const workerData = { url: server.url + target, ca: certificates.ca, bodyBytes, count }
    const worker = new Worker(client, { eval: true, workerData })
    const statuses = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
    await worker.terminate()
    expect(statuses).toEqual({ 201: count })
  })
})
