import { systemMasters, type UserInfo, type Vocabulary } from '@pinnace/meta'
import type { RequestScope } from './request-scope.ts'
import type { ServedResource } from '../storage/served-resource.ts'

/** The user of the server's own requests. */
export const serverUser: UserInfo = Object.freeze({
  username: 'system:apiserver',
  groups: Object.freeze([systemMasters, 'system:authenticated']),
  extra: Object.freeze({}),
})

/** The field manager of the server's own writes: `kube-apiserver`. */
export function ownManager({ componentPrefix }: Vocabulary): string {
  return `${componentPrefix}-apiserver`
}

/** The scope of a request of the server itself, which is not authorized. */
export function loopbackScope(
  { vocabulary }: { readonly vocabulary: Vocabulary },
  served: ServedResource,
  namespace: string,
  name: string,
): RequestScope {
  return {
    served,
    namespace,
    name,
    verb: 'update',
    subresource: '',
    user: serverUser,
    userAgent: ownManager(vocabulary),
    signal: undefined,
    deadlineMs: undefined,
    auditContext: undefined,
    warn: () => {},
    authorize: async () => {},
  }
}
