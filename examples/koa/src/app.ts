import { createServer } from '@pinnace/server'
import Koa from 'koa'

/** A Koa application with an API server in it. Body parsers come after it. */
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
