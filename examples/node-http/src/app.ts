import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'

import { createServer } from '@pinnace/server'

/** A node:http server with an API server and a page of the application. */
export async function createApp(): Promise<HttpServer> {
  const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
  const serveApi = server.node()
  return createHttpServer((request, response) => {
    if (request.url === '/') response.end('the application itself\n')
    else serveApi(request, response)
  })
}
