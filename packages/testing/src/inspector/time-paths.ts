import {
  badRequest,
  bytesReply,
  formatJson,
  methodNotSupported,
  notFound,
  parseJson,
  type HttpReply,
  type HttpRequest,
  type RequestInfo,
} from '@pinnace/meta'
import type { Server } from '@pinnace/server'
import type { FaultRegistry } from '../faults/create-faults.ts'
import { advanceOf } from './advance-clock.ts'
import type { KeptForks } from './kept-forks.ts'
import { readFaultOptions } from './read-fault-options.ts'
import { timeReport } from './time-report.ts'

/** The prefix of the paths. */
const prefix = '/inspector/api/time'
const maxBodyBytes = 64 * 1024

/** What the paths of a test server show and change. */
export interface TimePathsContext {
  readonly server: Pick<Server, 'clock'>
  readonly faults: FaultRegistry
  readonly forks: KeptForks
  /** Restores the state of a fork. */
  restore(fork: Server): void
  readonly isPaused: () => boolean
  resume(): void
}

/** Answers the paths of the clock, the faults and the forks; undefined for other paths. */
export type AnswerTimePath = (request: HttpRequest, info: RequestInfo) => Promise<HttpReply | undefined>

/** Creates the handler. The pipeline has authorized a request, as a non-resource path. */
export function createTimePaths(context: TimePathsContext): AnswerTimePath {
  const { server, faults, forks } = context
  const clock = advanceOf(server.clock)
  const report = (): object =>
    timeReport({
      clock: server.clock,
      faults: faults.list(),
      forks,
      isAdvancing: clock.isAdvancing(),
      isPaused: context.isPaused(),
    })
  const routes: Readonly<Record<string, Route>> = {
    'GET ': report,
    'POST /advance': ({ body }) => clock.advance(body),
    'POST /faults': ({ body }) => void add(faults, body),
    'DELETE /faults/*': ({ name }) => removeFault(faults, name),
    'POST /forks': ({ body }) => forks.add(textOf(body, 'name')),
    'DELETE /forks/*': ({ name }) => forks.remove(name),
    'POST /forks/*/restore': ({ name }) => context.restore(forks.find(name)),
    'GET /compare': ({ query }) => forks.compare(query.get('from') ?? '', query.get('to') ?? ''),
    'POST /resume': () => context.resume(),
  }
  return async (request, { path, query }) => {
    if (path !== prefix && !path.startsWith(`${prefix}/`)) return undefined
    const { pattern, name } = patternOf(path.slice(prefix.length))
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const route = routes[`${method} ${pattern}`]
    if (route === undefined) return refuse(routes, pattern, method)
    const body = method === 'POST' ? await readBody(request) : undefined
    const answer = (await route({ name, query, body })) ?? report()
    return bytesReply(Buffer.from(formatJson(answer)), 'application/json', {
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  }
}

interface Asked {
  readonly name: string
  readonly query: URLSearchParams
  readonly body: unknown
}

/** The answer; the report for undefined. */
type Route = (asked: Asked) => object | void | Promise<object | void>

// A path such as /forks/a/restore has the pattern of its folder, and the name a.
function patternOf(path: string): { readonly pattern: string; readonly name: string } {
  const [, folder = '', name, ...rest] = path.split('/')
  if (name === undefined) return { pattern: path, name: '' }
  return { pattern: ['', folder, '*', ...rest].join('/'), name }
}

function refuse(routes: Readonly<Record<string, Route>>, pattern: string, method: string): undefined {
  const isKnown = Object.keys(routes).some((route) => route.slice(route.indexOf(' ') + 1) === pattern)
  if (isKnown) throw methodNotSupported({ group: '', resource: '' }, method.toLowerCase())
  return undefined
}

async function readBody(request: HttpRequest): Promise<unknown> {
  const bytes = await request.body(maxBodyBytes)
  if (bytes.length === 0) return {}
  try {
    return parseJson(bytes).value
  } catch {
    throw badRequest('the body must be JSON')
  }
}

function add(faults: FaultRegistry, body: unknown): void {
  try {
    faults.add(readFaultOptions(body))
  } catch (error) {
    if (error instanceof TypeError) throw badRequest(error.message)
    throw error
  }
}

function removeFault(faults: FaultRegistry, id: string): void {
  const found = faults.list().find((one) => String(one.id) === id)
  if (found === undefined) throw notFound({ group: '', resource: 'faults' }, id)
  found.fault.remove()
}

function textOf(body: unknown, name: string): string {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  if (typeof value !== 'string') throw badRequest(`${name} must be a string`)
  return value
}
