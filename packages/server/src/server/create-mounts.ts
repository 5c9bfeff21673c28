import {
  toExpress,
  toFastifyPlugin,
  toFetchHandler,
  toHonoHandler,
  toKoaMiddleware,
  toNodeListener,
  toUpgradeListener,
  type HttpHandler,
} from '@pinnace/hosts'
import type { Server } from './server.ts'

/** The adapters of a server for frameworks; each takes the options of its host. */
export function createMounts(
  handle: HttpHandler,
  onError: (error: unknown) => void,
): Pick<Server, 'node' | 'upgrade' | 'express' | 'fastify' | 'hono' | 'koa' | 'fetch'> {
  return {
    node: (host) => toNodeListener(handle, { onError, ...host }),
    upgrade: (host) => toUpgradeListener(handle, { onError, ...host }),
    express: (host) => toExpress(handle, { onError, ...host }),
    fastify: (host) => toFastifyPlugin(handle, { onError, ...host }),
    hono: (host) => toHonoHandler(handle, { onError, ...host }),
    koa: (host) => toKoaMiddleware(handle, { onError, ...host }),
    fetch: (request, host) => toFetchHandler(handle, { onError, ...host })(request),
  }
}
