import { createServer } from '@pinnace/server'
import { Hono } from 'hono'

/** A Hono application with an API server. */
export async function createApp(): Promise<Hono> {
  const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
  const app = new Hono()
  app.get('/', (context) => context.text('the application itself\n'))
  app.all('*', server.hono())
  return app
}
