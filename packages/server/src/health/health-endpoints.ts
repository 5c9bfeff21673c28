import { bytesReply, type Clock, type HttpReply, type HttpRequest, type PathInfo, textReply } from '@pinnace/meta'
import { Buffer } from 'node:buffer'

/** A health endpoint. */
export type HealthEndpoint = 'healthz' | 'livez' | 'readyz'

/** A health check. */
export interface HealthCheck {
  /** The name in output and paths: `ping`, `poststarthook/namespaces`. */
  readonly name: string
  /** The endpoints that run it. @default all three */
  readonly endpoints?: readonly HealthEndpoint[]
  /** Throws or rejects if the check fails. Stops when the signal is aborted. */
  check(signal: AbortSignal): void | Promise<void>
}

/** Options for {@link createHealthEndpoints}. */
export interface HealthOptions {
  readonly clock: Clock
  /** Run in this order, after `ping`. */
  readonly checks?: readonly HealthCheck[]
  /** How long after the start every check of `/livez` counts as passed, milliseconds. @default 0 */
  readonly livezGracePeriodMs?: number
  /** Called with the error of a failed check, which responses do not contain. */
  readonly onFailure?: (endpoint: HealthEndpoint, check: string, error: unknown) => void
  /** Called with the result of each check. */
  readonly onResult?: (endpoint: HealthEndpoint, check: string, passed: boolean) => void
}

/** The health endpoints of a server. */
export interface Health {
  /** Answers `/healthz`, `/livez`, `/readyz` and their single checks; `undefined` for other paths. */
  handle(request: Pick<HttpRequest, 'signal'>, info: PathInfo): Promise<HttpReply> | undefined
  /** The paths of the endpoints and of their checks. */
  paths(): readonly string[]
  /** From now on `/readyz` fails, with the check `shutdown`. */
  beginShutdown(): void
}

/** Creates the health endpoints of a server. */
// upstream: apiserver/pkg/server/healthz/healthz.go and server/healthz.go
export function createHealthEndpoints(options: HealthOptions): Health {
  const { clock, checks = [], livezGracePeriodMs = 0, onFailure, onResult } = options
  const livezFrom = clock.monotonic() + livezGracePeriodMs
  let isShuttingDown = false
  const ping: HealthCheck = { name: 'ping', check: () => undefined }
  const shutdown: HealthCheck = {
    name: 'shutdown',
    endpoints: ['readyz'],
    check: () => {
      if (isShuttingDown) throw new Error('process is shutting down')
    },
  }
  const all = [ping, ...checks, shutdown]
  assertDistinct(all)

  /** The error of a check; undefined if it passed. */
  const run = async (endpoint: HealthEndpoint, check: HealthCheck, signal: AbortSignal): Promise<unknown> => {
    if (endpoint === 'livez' && clock.monotonic() < livezFrom) return undefined
    try {
      await check.check(signal)
      onResult?.(endpoint, check.name, true)
      return undefined
    } catch (error) {
      onFailure?.(endpoint, check.name, error)
      onResult?.(endpoint, check.name, false)
      return error ?? new Error('failed')
    }
  }

  const answer = async (endpoint: HealthEndpoint, query: URLSearchParams, signal: AbortSignal): Promise<HttpReply> => {
    const excluded = new Set(query.getAll('exclude'))
    const lines: string[] = []
    let failed = false
    for (const check of all) {
      if (!countsAt(check, endpoint)) continue
      if (excluded.delete(check.name)) {
        lines.push(`[+]${check.name} excluded: ok\n`)
      } else if ((await run(endpoint, check, signal)) === undefined) {
        lines.push(`[+]${check.name} ok\n`)
      } else {
        failed = true
        lines.push(`[-]${check.name} failed: reason withheld\n`)
      }
    }
    if (excluded.size > 0) {
      const names = [...excluded].sort().map((name) => JSON.stringify(name))
      lines.push(`warn: some health checks cannot be excluded: no matches for ${names.join(',')}\n`)
    }
    if (failed) return textReply(500, `${lines.join('')}${endpoint} check failed\n`)
    return textReply(200, query.has('verbose') ? `${lines.join('')}${endpoint} check passed\n` : 'ok')
  }

  const answerOne = async (endpoint: HealthEndpoint, check: HealthCheck, signal: AbortSignal): Promise<HttpReply> => {
    const error = await run(endpoint, check, signal)
    // upstream: the other answers come from http.Error, which forbids sniffing.
    if (error === undefined) return bytesReply(Buffer.from('ok'), 'text/plain; charset=utf-8')
    return textReply(500, `internal server error: ${error instanceof Error ? error.message : String(error)}\n`)
  }

  return {
    handle: ({ signal }, { path, query }) => {
      const [endpoint, name] = splitPath(path)
      if (endpoint === undefined) return undefined
      if (name === '') return answer(endpoint, query, signal)
      const check = all.find((candidate) => candidate.name === name && countsAt(candidate, endpoint))
      return check && answerOne(endpoint, check, signal)
    },
    paths: () =>
      endpoints.flatMap((endpoint) => [
        `/${endpoint}`,
        ...all.filter((check) => countsAt(check, endpoint)).map(({ name }) => `/${endpoint}/${name}`),
      ]),
    beginShutdown: () => {
      isShuttingDown = true
    },
  }
}

const endpoints: readonly HealthEndpoint[] = ['healthz', 'livez', 'readyz']

/** `/livez/ping` is the check `ping` of `livez`; the name is empty for the endpoint itself. */
function splitPath(path: string): readonly [HealthEndpoint | undefined, string] {
  const endpoint = endpoints.find((candidate) => path === `/${candidate}` || path.startsWith(`/${candidate}/`))
  return [endpoint, endpoint === undefined ? '' : path.slice(endpoint.length + 2)]
}

function countsAt(check: HealthCheck, endpoint: HealthEndpoint): boolean {
  return check.endpoints === undefined || check.endpoints.includes(endpoint)
}

function assertDistinct(checks: readonly HealthCheck[]): void {
  const names = new Set<string>()
  for (const { name } of checks) {
    if (name === '') throw new TypeError('a health check needs a name')
    if (names.has(name)) throw new TypeError(`the health check ${JSON.stringify(name)} is specified more than once`)
    names.add(name)
  }
}
