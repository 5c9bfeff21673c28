import { createServer } from '@pinnace/server'
import fastify, { type FastifyInstance } from 'fastify'

/** A Fastify application with an API server; other routes keep their body parsers. */
export async function createApp(): Promise<FastifyInstance> {
  const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
  const app = fastify({ forceCloseConnections: true })
  app.get('/', () => 'the application itself\n')
  await app.register(server.fastify())
  return app
}
