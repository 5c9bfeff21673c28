import { kubernetesVocabulary } from '@pinnace/meta'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createServingCertificates } from '../../../src/index.ts'

/** A TLS service on loopback with an authority of its own. */
export interface Remote extends AsyncDisposable {
  readonly url: string
  readonly ca: string
  /** A kubeconfig that leads to it. */
  readonly kubeconfig: string
  readonly requests: { readonly url: string; readonly body: string }[]
}

/** Serves JSON answers. */
export async function startRemote(answer: (url: string, body: string) => unknown): Promise<Remote> {
  const { ca, cert, key } = createServingCertificates({ vocabulary: kubernetesVocabulary })
  const requests: { url: string; body: string }[] = []
  const server = createServer({ cert, key }, async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    requests.push({ url: request.url!, body })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer(request.url!, body)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `https://localhost:${(server.address() as AddressInfo).port}`
  return {
    url,
    ca,
    requests,
    kubeconfig: JSON.stringify({
      clusters: [
        {
          name: 'remote',
          cluster: { server: url, 'certificate-authority-data': Buffer.from(ca).toString('base64') },
        },
      ],
      users: [{ name: 'us', user: {} }],
      contexts: [{ name: 'c', context: { cluster: 'remote', user: 'us' } }],
      'current-context': 'c',
    }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
