import { createServer } from '@pinnace/server'
import Koa from 'koa'

/** A Koa application with an API server. Body parsers must come after the server. */
export async function createApp(): Promise<Koa> {
  const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
  const app = new Koa()
  app.use(async (context, next) => {
    if (context.path === '/') context.body = 'the application itself\n'
    else await next()
  })
  app.use(server.koa())
  return app
}
