import {
  assertReads,
  badRequest,
  bytesReply,
  formatJson,
  type HttpReply,
  type HttpRequest,
  type RequestInfo,
  type UserInfo,
} from '@pinnace/meta'
import { accessMatrix, type AccessContext } from './access-matrix.ts'
import type { AskedPermissions } from './asked-permissions.ts'
import { describeRequest, type DescribeContext } from './describe-request.ts'
import { objectDefaults, type DefaultsContext } from './object-defaults.ts'
import type { RequestTraces } from './request-traces.ts'
import { watchReport, type WatchReportContext } from './watch-report.ts'

/** What the paths of the inspector need of the server. */
export interface InspectionPathsContext extends AccessContext, DefaultsContext, DescribeContext, WatchReportContext {}

/** What has been recorded. */
export interface InspectionRecords {
  readonly traces: RequestTraces
  readonly asked: AskedPermissions
}

/** The prefix of the inspector's own read endpoints: non-resource paths, which are authorized like others. */
const inspectionPrefix = '/inspector/api/'

/** The most revisions of one question. */
const maxRevisions = 500

const requestPath = /^requests\/(\d{1,15})$/

/**
 * Answers `/inspector/api/requests`, `requests/NUMBER`, `access`, `used-rules`, `writers`, `defaults` and `watches`; undefined for other paths.
 * The pipeline has authorized the request.
 */
export async function answerInspection(
  server: InspectionPathsContext,
  records: InspectionRecords,
  request: Pick<HttpRequest, 'method' | 'header'>,
  { path, query, user }: Pick<RequestInfo, 'path' | 'query'> & { readonly user: UserInfo },
): Promise<HttpReply | undefined> {
  if (!path.startsWith(inspectionPrefix)) return undefined
  const answer = await answerOf(server, records, { name: path.slice(inspectionPrefix.length), query, user })
  if (answer === undefined) return undefined
  assertReads(request)
  return bytesReply(Buffer.from(formatJson(answer)), 'application/json', {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
}

interface Question {
  readonly name: string
  readonly query: URLSearchParams
  readonly user: UserInfo
}

async function answerOf(
  server: InspectionPathsContext,
  { traces, asked }: InspectionRecords,
  { name, query, user }: Question,
): Promise<object | undefined> {
  switch (name) {
    case 'requests':
      return traces.page(readSince(query))
    case 'access':
      return accessMatrix(server, readSubject(query))
    case 'used-rules':
      return asked.used(server.explain)
    case 'writers':
      return { writers: traces.writers(new Set(query.getAll('revision').slice(0, maxRevisions))) }
    case 'defaults':
      return objectDefaults(server, query.get('path') ?? '', user)
    case 'watches':
      return watchReport(server, traces)
  }
  const number = requestPath.exec(name)?.[1]
  const trace = number === undefined ? undefined : traces.get(Number(number))
  return trace === undefined ? undefined : describeRequest(server, trace)
}

function readSince(query: URLSearchParams): number {
  const since = query.get('since') ?? '0'
  if (!/^\d{1,15}$/.test(since)) throw badRequest('since must be a number')
  return Number(since)
}

function readSubject(query: URLSearchParams): { readonly user: UserInfo; readonly namespace: string } {
  const username = query.get('user') ?? ''
  if (username === '') throw badRequest('user must be a name')
  return { user: { username, groups: query.getAll('group'), extra: {} }, namespace: query.get('namespace') ?? '' }
}
