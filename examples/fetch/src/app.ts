import { createServer } from '@pinnace/server'

/** An API server as a function from Request to Response, for runtimes with fetch handlers and for tests without a port. */
export async function createApp(): Promise<(request: Request) => Promise<Response>> {
  const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
  return async (request) => {
    if (new URL(request.url).pathname === '/') return new Response('the application itself\n')
    return server.fetch(request)
  }
}
