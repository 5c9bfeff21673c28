import { createServer as createNodeServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createSecureServer, type ServerHttp2Session } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { kubernetesVocabulary } from '@pinnace/meta'
import type { RunningHost, StartHost } from '@pinnace/testing'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import Koa from 'koa'
import { toExpress } from '../src/express.ts'
import { toFastifyPlugin } from '../src/fastify.ts'
import { toFetchHandler } from '../src/fetch.ts'
import { toHonoHandler } from '../src/hono.ts'
import { toKoaMiddleware } from '../src/koa.ts'
import { toNodeListener } from '../src/node.ts'
import { listen } from '../src/listen.ts'
import { createServingCertificates } from '@pinnace/server'

const certificates = createServingCertificates({ vocabulary: kubernetesVocabulary })
const tls = { cert: certificates.cert, key: certificates.key }

interface NodeServer {
  listen(port: number, host: string, done: () => void): unknown
  address(): AddressInfo | string | null
  close(done: () => void): unknown
  closeAllConnections(): void
}

async function running(server: NodeServer): Promise<RunningHost> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    protocol: 'http/1.1',
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}

/** Reads a body to its end, as a body parser does. */
async function eat(incoming: IncomingMessage): Promise<void> {
  for await (const chunk of incoming) void chunk
}

const mount = (prefix: string | undefined): { readonly prefix?: string } => (prefix === undefined ? {} : { prefix })

export const startNode: StartHost = (handle, { prefix, consumesBodies }) => {
  const listener = toNodeListener(handle, mount(prefix))
  const eating: RequestListener = (incoming, response) => void eat(incoming).then(() => listener(incoming, response))
  return running(createNodeServer(consumesBodies ? eating : listener))
}

export const startHttps: StartHost = async (handle, { prefix }) => {
  const listening = await listen(handle, { tls, ...mount(prefix) })
  const close = (): Promise<void> => listening.close({ graceMs: 0 })
  return { url: listening.url, protocol: 'http/1.1', ca: certificates.ca, close }
}

export const startHttp2: StartHost = async (handle, options) => ({
  ...(await startHttps(handle, options)),
  protocol: 'h2',
})

/** The compatibility API of node:http2, as frameworks use it. */
export const startHttp2Compatible: StartHost = async (handle, { prefix }) => {
  const sessions = new Set<ServerHttp2Session>()
  const server = createSecureServer(tls, toNodeListener(handle, mount(prefix)) as never)
  server.on('session', (session) => void sessions.add(session))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    protocol: 'h2',
    ca: certificates.ca,
    close: () =>
      new Promise((resolve) => {
        for (const session of sessions) session.destroy()
        server.close(() => resolve())
      }),
  }
}

export const startExpress: StartHost = (handle, { prefix, consumesBodies }) => {
  const app = express()
  if (consumesBodies) app.use(express.json())
  if (prefix === undefined) app.use(toExpress(handle))
  else app.use(prefix, toExpress(handle, { prefix }))
  return running(createNodeServer(app))
}

export const startFastify: StartHost = async (handle, { prefix, consumesBodies }) => {
  const app = fastify()
  if (consumesBodies) app.addHook('onRequest', (request) => eat(request.raw))
  await app.register(toFastifyPlugin(handle, mount(prefix)), mount(prefix))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    protocol: 'http/1.1',
    async close() {
      app.server.closeAllConnections()
      await app.close()
    },
  }
}

export const startHono: StartHost = (handle, { prefix, consumesBodies }) => {
  const app = new Hono()
  if (consumesBodies) {
    app.use(async (context, next) => {
      await context.req.arrayBuffer()
      await next()
    })
  }
  app.all(`${prefix ?? ''}/*`, toHonoHandler(handle, mount(prefix)))
  return running(createAdaptorServer({ fetch: app.fetch }) as NodeServer)
}

export const startKoa: StartHost = (handle, { prefix, consumesBodies }) => {
  const app = new Koa()
  app.silent = true
  if (consumesBodies) {
    app.use(async (context, next) => {
      await eat(context.req)
      await next()
    })
  }
  app.use(toKoaMiddleware(handle, mount(prefix)))
  return running(createNodeServer(app.callback()))
}

export const startFetch: StartHost = (handle, { prefix, consumesBodies }) => {
  const handler = toFetchHandler(handle, mount(prefix))
  const fetch = async (request: Request): Promise<Response> => {
    if (consumesBodies) await request.arrayBuffer()
    return handler(request)
  }
  return running(createAdaptorServer({ fetch }) as NodeServer)
}
