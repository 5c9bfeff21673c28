import type { HttpRequest, RequestInfo, UserInfo } from '@pinnace/meta'

/** An authorized request that another server answers. */
export interface ProxiedRequest {
  readonly request: HttpRequest
  readonly info: RequestInfo
  readonly user: UserInfo
  readonly auditId: string
  /** By the monotonic clock. */
  readonly deadlineMs: number
}
