import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a backend of a test was asked. */
export interface AskedReview {
  readonly url: string
  readonly headers: IncomingMessage['headers']
  // Tests read any shape of any review.
  // oxlint-disable-next-line no-explicit-any
  readonly review: any
}

/** Answers a status, or writes the response itself. */
export type ImageAnswer = (asked: AskedReview, response: ServerResponse) => object | undefined

/** A backend of ImagePolicyWebhook on loopback, and a configuration that leads to it. */
export interface ImageBackend extends AsyncDisposable {
  readonly url: string
  readonly asked: AskedReview[]
  answer: ImageAnswer
  /** The configuration of the plugin. */
  configuration(over?: object): object
  /** What paths in it are relative to. */
  readonly directory: string
}

/** Starts a backend that says yes. */
export async function startImageBackend(): Promise<ImageBackend> {
  const asked: AskedReview[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      const one = { url: request.url ?? '', headers: request.headers, review: JSON.parse(text) }
      asked.push(one)
      const status = backend.answer(one, response)
      if (status === undefined) return
      const { apiVersion, kind } = one.review
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ apiVersion, kind, status }))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/policy`
  const directory = mkdtempSync(join(tmpdir(), 'pinnace-images-'))
  writeFileSync(
    join(directory, 'backend.json'),
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'c', cluster: { server: url } }],
      users: [{ name: 'u', user: { token: 'secret' } }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'x',
    }),
  )
  const backend: ImageBackend = {
    url,
    asked,
    answer: () => ({ allowed: true }),
    configuration: (over = {}) => ({ imagePolicy: { kubeConfigFile: 'backend.json', ...over } }),
    directory,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
      rmSync(directory, { recursive: true, force: true })
    },
  }
  return backend
}
