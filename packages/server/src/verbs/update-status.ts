import { cloneJson, notFound, type ApiObject, type GroupResource, type Mutable } from '@pinnace/meta'
import type { RequestScope } from '../request/request-scope.ts'
import type { VerbContext } from './verb-context.ts'
import { defaultWriteOptions, type WriteOptions } from '../options/write-options.ts'
import { objectOf } from '../storage/outcome.ts'
import { loopbackScope } from '../request/loopback-scope.ts'
import type { Draft } from '../storage/draft.ts'
import type { ServedResource } from '../storage/served-resource.ts'
import { managerOf } from '../options/field-manager.ts'
import { write } from '../write/write.ts'

/** The object whose status changes. */
export interface StatusTarget {
  readonly resource: GroupResource
  /** Empty for a cluster-scoped resource. */
  readonly namespace: string
  readonly name: string
}

/** The request that causes the status change. */
export interface StatusWriter {
  readonly scope: RequestScope
  readonly options: WriteOptions
}

/**
 * Updates the status of an object as the server itself, without authorization and admission. `change` runs again on the
 * newer object after a conflict, and may throw. Throws a TypeError for a resource without status.
 */
export async function updateStatusOf(
  server: VerbContext,
  { resource, namespace, name }: StatusTarget,
  change: (next: Mutable<ApiObject>) => void,
  writer?: StatusWriter,
): Promise<ApiObject> {
  const served = servedOf(server, resource)
  const status = served.definition.subresources['status']
  if (status?.type !== 'object') throw new TypeError(`${resource.resource} has no status subresource`)
  const { options = defaultWriteOptions } = writer ?? {}
  const own = loopbackScope(server, served, namespace, name)
  const target: RequestScope = { ...own, ...writer?.scope, served, namespace, name, subresource: 'status' }
  const outcome = await write(server, target, {
    propose(live) {
      if (live === undefined) throw notFound(served.gvr, name)
      const next = cloneJson(live) as Draft
      change(next)
      return next
    },
    strategy: status.strategy,
    options,
    retry: true,
    ownership: { type: 'update', manager: managerOf(target, options) },
    admission: 'none',
  })
  return objectOf(outcome) as ApiObject
}

/** The resource in the preferred version of its group. */
export function servedOf(server: VerbContext, { group, resource }: GroupResource): ServedResource {
  const found = findServed(server, { group, resource })
  if (found === undefined)
    throw new TypeError(`this server does not serve ${resource} of group ${JSON.stringify(group)}`)
  return found
}

/** Like {@link servedOf}; undefined for a built-in kind that the host has not selected. */
export function findServed(server: VerbContext, { group, resource }: GroupResource): ServedResource | undefined {
  const [preferred] = server.registry.versionsOf({ storage: { group, resource } })
  return preferred && server.findDeclared(preferred.group, preferred.version, preferred.resource)
}
