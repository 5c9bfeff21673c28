import { status, type ServiceError } from '@grpc/grpc-js'
import { StoreError, type StoreErrorCode } from '@pinnace/store'

/** What is known of a request that has failed. */
export interface EtcdFailure {
  readonly error: StoreError
  /**
   * Whether the request may have been carried out: `no` if etcd or the connection says that it was not, and it may be sent
   * again; `unknown` if it may have been; `refused` if it was not, and would not be if it were sent again.
   */
  readonly applied: 'no' | 'unknown' | 'refused'
  /** Another endpoint may be able to serve the request. */
  readonly failover: boolean
  /** The token has expired, or users and roles have changed. */
  readonly renewToken: boolean
}

interface Rule {
  readonly contains: string
  readonly code: StoreErrorCode
  readonly applied: EtcdFailure['applied']
  readonly failover?: true
  readonly renewToken?: true
}

// upstream: etcd api/v3rpc/rpctypes/error.go
const rules: readonly Rule[] = [
  { contains: 'required revision has been compacted', code: 'Compacted', applied: 'refused' },
  { contains: 'required revision is a future revision', code: 'FutureRevision', applied: 'refused' },
  { contains: 'database space exceeded', code: 'Full', applied: 'refused' },
  { contains: 'request is too large', code: 'TooLarge', applied: 'refused' },
  { contains: 'received message larger than max', code: 'TooLarge', applied: 'refused' },
  { contains: 'corrupt cluster', code: 'Corrupt', applied: 'refused' },
  { contains: 'permission denied', code: 'Unavailable', applied: 'refused' },
  { contains: 'authentication failed', code: 'Unavailable', applied: 'refused' },
  { contains: 'invalid auth token', code: 'Unavailable', applied: 'no', renewToken: true },
  { contains: 'revision of auth store is old', code: 'Unavailable', applied: 'no', renewToken: true },
  { contains: 'user name is empty', code: 'Unavailable', applied: 'no', renewToken: true },
  { contains: 'too many requests', code: 'Unavailable', applied: 'no' },
  { contains: 'no leader', code: 'Unavailable', applied: 'no', failover: true },
  { contains: 'not supported for learner', code: 'Unavailable', applied: 'no', failover: true },
  // Of the gRPC library: the request has not left this process.
  { contains: 'No connection established', code: 'Unavailable', applied: 'no', failover: true },
  { contains: 'Name resolution failed', code: 'Unavailable', applied: 'no', failover: true },
]

/** Says what is known of a failed request, from the status that etcd or the connection gave. */
export function toFailure(cause: unknown, endpoint: string): EtcdFailure {
  const { code, details } = toStatus(cause)
  const rule = rules.find(({ contains }) => details.includes(contains))
  const message = `etcd at ${endpoint}: ${details}`
  if (rule !== undefined) {
    const { applied, failover = false, renewToken = false } = rule
    return { error: new StoreError(rule.code, message, { cause }), applied, failover, renewToken }
  }
  return {
    error: new StoreError('Unavailable', message, { cause }),
    applied: refusals.has(code) ? 'refused' : 'unknown',
    failover: !refusals.has(code),
    renewToken: false,
  }
}

/** Statuses with which etcd answers a request that it has not carried out, and never will. */
const refusals: ReadonlySet<status> = new Set([
  status.INVALID_ARGUMENT,
  status.NOT_FOUND,
  status.ALREADY_EXISTS,
  status.PERMISSION_DENIED,
  status.FAILED_PRECONDITION,
  status.OUT_OF_RANGE,
  status.UNIMPLEMENTED,
  status.UNAUTHENTICATED,
])

function toStatus(cause: unknown): Pick<ServiceError, 'code' | 'details'> {
  if (cause instanceof Error && 'details' in cause && 'code' in cause) {
    const { code, details } = cause as ServiceError
    return { code, details }
  }
  return { code: status.UNKNOWN, details: cause instanceof Error ? cause.message : String(cause) }
}
