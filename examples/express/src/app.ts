import { createServer } from '@pinnace/server'
import express, { type Express } from 'express'

/** An Express application with an API server. Body parsers must come after the server. */
export async function createApp(): Promise<Express> {
  const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
  const app = express()
  app.get('/', (_request, response) => void response.send('the application itself\n'))
  app.use(['/api', '/apis', '/openapi', '/version', '/healthz', '/livez', '/readyz'], server.express())
  app.use(express.json())
  return app
}
