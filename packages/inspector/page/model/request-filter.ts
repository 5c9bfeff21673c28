import type { TracedRequest } from '../../src/inspection.ts'

/** What the log of requests shows. */
export interface RequestFilter {
  /** Words that must be in the line. */
  readonly text: string
  /** Empty for every verb. */
  readonly verb: string
  readonly status: 'all' | 'failed' | 'writes'
  /** Whether requests of controllers and other clients in the process are shown. */
  readonly inProcess: boolean
}

const writes = new Set(['create', 'update', 'patch', 'delete', 'deletecollection'])

/** Whether a request passes the filter. */
export function passes({ text, verb, status, inProcess }: RequestFilter, request: TracedRequest): boolean {
  if (!inProcess && request.transport === 'in-process') return false
  if (verb !== '' && request.verb !== verb) return false
  if (status === 'failed' && (request.status === undefined || request.status < 400)) return false
  if (status === 'writes' && !writes.has(request.verb)) return false
  const line = `${request.verb} ${request.target} ${request.user} ${request.status ?? ''}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => line.includes(word))
}

/** Adds what has changed to a log, newest first, and keeps its length bounded. */
export function mergeRequests(
  log: readonly TracedRequest[],
  changed: readonly TracedRequest[],
  limit = 2000,
): readonly TracedRequest[] {
  if (changed.length === 0) return log
  const byNumber = new Map(log.map((request) => [request.number, request]))
  for (const request of changed) byNumber.set(request.number, request)
  return [...byNumber.values()].sort((left, right) => right.number - left.number).slice(0, limit)
}
