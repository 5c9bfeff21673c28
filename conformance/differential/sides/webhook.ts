import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import { kubernetesVocabulary } from '@pinnace/meta'
import { createServingCertificates } from '@pinnace/server'
import { answerWebhook } from './webhook-answers.ts'

/** A webhook that both servers call, over HTTPS on a free port of this machine. */
export interface Webhook {
  /** What stands for `{{webhook}}` and `{{ca}}` in steps and files. */
  readonly words: { readonly webhook: string; readonly ca: string }
  stop(): Promise<void>
}

/** Starts the webhook of the judge: conversions of custom resources, and reviews of images. */
export async function startWebhook(): Promise<Webhook> {
  const { ca, cert, key } = createServingCertificates({ vocabulary: kubernetesVocabulary })
  const server = createServer({ cert, key }, (incoming, outgoing) => {
    void read(incoming).then((text) => {
      const { status, body } = answerWebhook(incoming.url ?? '/', text)
      outgoing.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    words: { webhook: `https://127.0.0.1:${port}`, ca: Buffer.from(ca).toString('base64') },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function read(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
