import type { ApiList, ApiObject, Status, StatusError, SuccessStatus } from '@pinnace/meta'
import type { ConnectionReset } from '../pipeline/interceptor.ts'
import type { RequestScope } from '../request/request-scope.ts'
import type { PreparedWatch } from '../storage/watch.ts'

/** The answer to an in-process call. */
export type InProcessAnswer =
  | { readonly type: 'object'; readonly code: number; readonly object: ApiObject | Status | SuccessStatus }
  | {
      readonly type: 'list'
      readonly code: number
      readonly list: ApiList
      /** The list as it is sent over HTTP. */
      readonly wireList: () => ApiList
    }
  | {
      readonly type: 'watch'
      readonly code: number
      readonly scope: RequestScope
      readonly watch: PreparedWatch
      readonly ended: () => void
    }
  | { readonly type: 'failure'; readonly code: number; readonly error: StatusError }
  /** The connection was closed without an answer. */
  | { readonly type: 'reset'; readonly code: number; readonly error: ConnectionReset }
