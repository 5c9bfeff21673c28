import { Buffer } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createHttpsServer, type ServerOptions as HttpsOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { kubernetesVocabulary } from '@pinnace/meta'
import { createServingCertificates, type ServingCertificates } from '../../../src/index.ts'

// Tests read any shape of any review.
// oxlint-disable-next-line no-explicit-any
export type Json = any

/** What a webhook of a test was asked. */
export interface Question {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly review: Json
  /** Common name of the client certificate. */
  readonly client: string | undefined
}

/** Answers the response of a review, or writes one of its own. */
export type Answering = (question: Question, response: ServerResponse) => Json

/** A webhook server on loopback. */
export interface WebhookServer extends AsyncDisposable {
  readonly port: number
  readonly caBundle: string
  readonly certificates: ServingCertificates
  /** Everything asked so far, in order. */
  readonly questions: Question[]
  /** Questions of one path. */
  asked(path: string): readonly Question[]
  /** A client configuration for a path. */
  client(path: string): { readonly url: string; readonly caBundle: string }
  /** Ends every connection, as a server that restarts does. */
  closeConnections(): void
}

/** Starts a webhook server; `answer` may write to the response itself and return nothing. */
export async function startWebhooks(
  answers: Readonly<Record<string, Answering>>,
  options: HttpsOptions & { readonly hosts?: readonly string[] } = {},
): Promise<WebhookServer> {
  const { hosts = [], ...tls } = options
  const certificates = createServingCertificates({ vocabulary: kubernetesVocabulary, hosts })
  const questions: Question[] = []
  const server = createHttpsServer({ cert: certificates.cert, key: certificates.key, ...tls }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    request.on('end', () => {
      const review = JSON.parse(Buffer.concat(chunks).toString())
      const path = request.url ?? ''
      const peer = (request.socket as Json).getPeerCertificate?.()
      const question = { path, headers: request.headers, review, client: peer?.subject?.CN }
      questions.push(question)
      const answer = answers[new URL(path, 'https://a').pathname]
      if (answer === undefined) {
        response.writeHead(404).end()
        return
      }
      const said = answer(question, response)
      if (said === undefined) return
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reviewAnswer(question, said)))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const caBundle = Buffer.from(certificates.ca).toString('base64')
  return {
    port,
    caBundle,
    certificates,
    questions,
    asked: (path) => questions.filter((question) => new URL(question.path, 'https://a').pathname === path),
    client: (path) => ({ url: `https://127.0.0.1:${port}${path}`, caBundle }),
    closeConnections: () => server.closeAllConnections(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}

/** A whole review around a response. */
export function reviewAnswer({ review }: Question, response: Json): Json {
  return { apiVersion: review.apiVersion, kind: review.kind, response: { uid: review.request.uid, ...response } }
}

/** The response that lets a request pass. */
export const allow: Answering = () => ({ allowed: true })

/** The response that changes an object. */
export function patching(...patch: readonly Json[]): Answering {
  return () => ({ allowed: true, ...patched(...patch) })
}

/** The two fields of a response that carry a patch. */
export function patched(...patch: readonly Json[]): Json {
  return { patchType: 'JSONPatch', patch: Buffer.from(JSON.stringify(patch)).toString('base64') }
}
