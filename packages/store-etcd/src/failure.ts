import { StoreError, type StoreErrorCode } from '@pinnace/store'
import { GrpcError, grpcStatus } from './grpc/grpc-error.ts'

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
]

/** Says what is known of a failed request, from the status that etcd or the connection gave. */
export function toFailure(cause: unknown, endpoint: string): EtcdFailure {
  const { status, details, isSent } = toStatus(cause)
  const rule = rules.find(({ contains }) => details.includes(contains))
  const message = `etcd at ${endpoint}: ${details}`
  if (rule !== undefined) {
    const { applied, failover = false, renewToken = false } = rule
    return { error: new StoreError(rule.code, message, { cause }), applied, failover, renewToken }
  }
  return {
    error: new StoreError('Unavailable', message, { cause }),
    applied: refusals.has(status) ? 'refused' : isSent ? 'unknown' : 'no',
    failover: !refusals.has(status),
    renewToken: false,
  }
}

/** Statuses with which etcd answers a request that it has not carried out, and never will. */
const refusals: ReadonlySet<number> = new Set([
  grpcStatus.invalidArgument,
  grpcStatus.notFound,
  grpcStatus.alreadyExists,
  grpcStatus.permissionDenied,
  grpcStatus.failedPrecondition,
  grpcStatus.outOfRange,
  grpcStatus.unimplemented,
  grpcStatus.unauthenticated,
])

function toStatus(cause: unknown): { readonly status: number; readonly details: string; readonly isSent: boolean } {
  const details = cause instanceof Error ? cause.message : String(cause)
  if (cause instanceof GrpcError) return { status: cause.status, details, isSent: cause.isSent }
  return { status: grpcStatus.unknown, details, isSent: true }
}
