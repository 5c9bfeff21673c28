import { writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { kubernetesVocabulary } from '@pinnace/meta'
import { createServingCertificates } from '@pinnace/server'

/** A server that the server under attack asks. */
export interface Peer {
  readonly url: string
  readonly port: number
  /** PEM. */
  readonly ca: string
  /** The requests that it has seen. */
  readonly seen: number
  close(): void
}

/** Answers a request; `body` is what was sent. Never answering is an answer. */
export type PeerAnswer = (request: IncomingMessage, response: ServerResponse, body: string) => void

/** Starts a peer over HTTPS that does not keep the process alive. */
export async function startPeer(answer: PeerAnswer): Promise<Peer> {
  const { cert, key, ca } = createServingCertificates({ vocabulary: kubernetesVocabulary, hosts: ['peer.hostile.svc'] })
  let seen = 0
  const server = createServer({ cert, key }, (request, response) => {
    seen++
    response.on('error', () => undefined)
    text(request).then(
      (body) => answer(request, response, body),
      () => response.destroy(),
    )
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.unref()
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  const { port } = server.address() as AddressInfo
  return {
    url: `https://127.0.0.1:${port}`,
    port,
    ca,
    get seen() {
      return seen
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** A file with a kubeconfig of the peer, for flags of webhooks. */
export function kubeconfigOf({ url, ca }: Peer, folder: string): string {
  const file = join(folder, 'peer.kubeconfig')
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      { name: 'peer', cluster: { server: url, 'certificate-authority-data': Buffer.from(ca).toString('base64') } },
    ],
    users: [{ name: 'peer', user: {} }],
    contexts: [{ name: 'peer', context: { cluster: 'peer', user: 'peer' } }],
    'current-context': 'peer',
  }
  writeFileSync(file, JSON.stringify(config))
  return file
}

/** Writes bytes for ever, as fast as they are taken. */
export function answerForEver(response: ServerResponse, head = ''): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write(head)
  const chunk = Buffer.alloc(65_536, ' ')
  const step = (): void => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', step)
  step()
}
