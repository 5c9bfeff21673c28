import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'

import { createServer } from '@pinnace/server'

/** An API server on a port of node:http, beside a page of the application's own. */
export async function createApp(): Promise<HttpServer> {
  const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
  const serveApi = server.node()
  return createHttpServer((request, response) => {
    if (request.url === '/') response.end('the application itself\n')
    else serveApi(request, response)
  })
}
