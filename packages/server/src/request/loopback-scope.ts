import { systemMasters, type UserInfo } from '@pinnace/meta'
import type { RequestScope } from './request-scope.ts'
import type { ServedResource } from '../storage/served-resource.ts'

/** Who a server is to itself. */
export const serverUser: UserInfo = Object.freeze({
  username: 'system:apiserver',
  groups: Object.freeze([systemMasters, 'system:authenticated']),
  extra: Object.freeze({}),
})

/** A call of the server's own: nobody is asked whether it may. */
export function loopbackScope(served: ServedResource, namespace: string, name: string): RequestScope {
  return {
    served,
    namespace,
    name,
    subresource: '',
    user: serverUser,
    userAgent: 'apiserver',
    signal: undefined,
    deadlineMs: undefined,
    auditContext: undefined,
    warn: () => {},
    authorize: async () => {},
  }
}
