import { createServer as createNodeServer } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { kubernetesVocabulary, unauthorized } from '@pinnace/meta'
import { createServingCertificates, type HostUser, type Server } from '@pinnace/server'
import express from 'express'
import fastify, { type FastifyRequest } from 'fastify'
import { Hono, type Context } from 'hono'
import Koa from 'koa'

/** A host whose sessions are in the cookie `session`. */
export interface SessionHost {
  readonly url: string
  /** PEM of the authority, over TLS. */
  readonly ca?: string
  close(): Promise<void>
}

/** Mounts a server in a framework with its sessions. */
export type StartSessionHost = (server: Server) => Promise<SessionHost>

/** What a session says of its user; two of them fail. */
const sessions: Readonly<Record<string, () => HostUser>> = {
  ada: () => ({ username: 'ada', groups: ['writers'], extra: { team: ['render'] } }),
  root: () => ({ username: 'root', groups: ['system:masters'] }),
  expired: () => {
    throw unauthorized()
  },
  broken: () => {
    throw new Error('the session store at 10.0.0.7 is gone')
  },
  nameless: () => ({ username: '' }),
}

/** What a framework keeps of the cookie. */
function readSession(cookie: string | undefined): (() => HostUser) | undefined {
  const name = /^session=(\w+)$/.exec(cookie ?? '')?.[1] ?? ''
  return Object.hasOwn(sessions, name) ? sessions[name] : undefined
}

const readLater = async (session: (() => HostUser) | undefined): Promise<HostUser | undefined> => session?.()

interface NodeServer {
  listen(port: number, host: string, done: () => void): unknown
  address(): AddressInfo | string | null
  close(done: () => void): unknown
  closeAllConnections?(): void
}

async function running(server: NodeServer, ca?: string): Promise<SessionHost> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${ca === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    ...(ca === undefined ? {} : { ca }),
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections?.()
      }),
  }
}

const startNode: StartSessionHost = (server) =>
  running(createNodeServer(server.node({ authenticate: ({ headers }) => readSession(headers.cookie)?.() })))

const startHttp2: StartSessionHost = (server) => {
  const { cert, key, ca } = createServingCertificates({ vocabulary: kubernetesVocabulary })
  const listener = server.node({ authenticate: ({ headers }) => readLater(readSession(headers.cookie)) })
  const compatible = listener as unknown as (request: Http2ServerRequest, response: Http2ServerResponse) => void
  return running(createSecureServer({ cert, key }, compatible), ca)
}

interface ExpressSession extends express.Request {
  visitor?: () => HostUser
}

const startExpress: StartSessionHost = (server) => {
  const app = express()
  app.use((request: ExpressSession, _response, next) => {
    const session = readSession(request.headers.cookie)
    if (session !== undefined) request.visitor = session
    next()
  })
  app.use(server.express({ authenticate: (request: ExpressSession) => request.visitor?.() }))
  return running(createNodeServer(app))
}

interface FastifySession extends FastifyRequest {
  session?: () => HostUser
}

const startFastify: StartSessionHost = async (server) => {
  const app = fastify()
  app.addHook('onRequest', async (request: FastifySession) => {
    const session = readSession(request.headers.cookie)
    if (session !== undefined) request.session = session
  })
  await app.register(server.fastify({ authenticate: (request: FastifySession) => readLater(request.session) }))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    async close() {
      app.server.closeAllConnections()
      await app.close()
    },
  }
}

interface HonoSession {
  readonly Variables: { session: (() => HostUser) | undefined }
}

function createHono(server: Server): Hono<HonoSession> {
  const app = new Hono<HonoSession>()
  app.use(async (context, next) => {
    context.set('session', readSession(context.req.header('cookie')))
    await next()
  })
  app.all('*', server.hono({ authenticate: (context: Context<HonoSession>) => context.get('session')?.() }))
  return app
}

const startHono: StartSessionHost = (server) =>
  running(createAdaptorServer({ fetch: createHono(server).fetch }) as NodeServer)

/** Hono without the objects of Node, as on other runtimes. */
const startHonoFetch: StartSessionHost = (server) => {
  const app = createHono(server)
  return running(createAdaptorServer({ fetch: (request) => app.fetch(request) }) as NodeServer)
}

interface KoaSession {
  session: (() => HostUser) | undefined
}

const startKoa: StartSessionHost = (server) => {
  const app = new Koa<KoaSession>()
  app.silent = true
  app.use(async (context, next) => {
    context.state.session = readSession(context.get('cookie'))
    await next()
  })
  const authenticate = ({ state }: Koa.ParameterizedContext<KoaSession>): ReturnType<typeof readLater> =>
    readLater(state.session)
  app.use(server.koa({ authenticate }))
  return running(createNodeServer(app.callback()))
}

const startFetch: StartSessionHost = (server) => {
  const authenticate = (request: Request): HostUser | undefined =>
    readSession(request.headers.get('cookie') ?? undefined)?.()
  const fetch = (request: Request): Promise<Response> => server.fetch(request, { authenticate })
  return running(createAdaptorServer({ fetch }) as NodeServer)
}

/** Every host, by name. */
export const sessionHosts: readonly (readonly [string, StartSessionHost])[] = [
  ['node:http', startNode],
  ['HTTP/2', startHttp2],
  ['Express', startExpress],
  ['Fastify', startFastify],
  ['Hono on node', startHono],
  ['Hono elsewhere', startHonoFetch],
  ['Koa', startKoa],
  ['fetch', startFetch],
]
