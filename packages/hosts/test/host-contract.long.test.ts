import { hostContract } from '@pinnace/testing'
import { describe, it } from 'vitest'
import {
  startExpress,
  startFastify,
  startFetch,
  startHono,
  startHttp2,
  startHttp2Compatible,
  startHttps,
  startKoa,
  startNode,
} from './start-hosts.ts'

const runner = { describe, it }

hostContract('node:http', startNode, runner)
hostContract('HTTP/1.1 over TLS', startHttps, { ...runner, limits: { hasNoBodyParsers: true } })
hostContract('HTTP/2 over TLS', startHttp2, { ...runner, limits: { hasNoBodyParsers: true } })
hostContract('HTTP/2 through the compatibility API', startHttp2Compatible, {
  ...runner,
  limits: { hasNoBodyParsers: true },
})
hostContract('Express', startExpress, runner)
hostContract('Fastify', startFastify, runner)
hostContract('Hono on node', startHono, runner)
hostContract('Koa', startKoa, runner)
hostContract('fetch', startFetch, { ...runner, limits: { joinsHeaders: true, normalizesTargets: true } })
