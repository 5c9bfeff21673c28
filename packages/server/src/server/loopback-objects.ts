import type { LoopbackObjects } from '@pinnace/aggregation'
import { cloneJson, parseLabelSelector, StatusError, type ApiObject, type ManagedFieldsEntry } from '@pinnace/meta'
import { defaultDeleteOptions } from '../options/delete-options.ts'
import { remove } from '../write/deletion/delete.ts'
import { defaultListOptions } from '../options/list-options.ts'
import { defaultWriteOptions } from '../options/write-options.ts'
import type { Draft } from '../storage/draft.ts'
import { storageOf } from '../storage/served-resource.ts'
import { storeNewObject } from '../storage/store-new-object.ts'
import { list } from '../storage/list.ts'
import { findServed, servedOf, updateStatusOf } from '../verbs/update-status.ts'
import type { VerbContext } from '../verbs/verb-context.ts'
import { loopbackScope, ownManager } from '../request/loopback-scope.ts'
import { write } from '../write/write.ts'
import { ownerOf } from '../storage/owned-fields.ts'

/** Access of the server to its own objects, without authorization, admission, audit and metrics. */
export function createLoopbackObjects(server: () => VerbContext): LoopbackObjects {
  return {
    async get({ resource, namespace, name }) {
      const served = findServed(server(), resource)
      if (served === undefined) return undefined
      const storage = storageOf(served)
      const entry = await storage.readNewest(storage.key(namespace, name))
      return entry?.object()
    },
    async list(resource, namespace, labelSelector) {
      const served = findServed(server(), resource)
      if (served === undefined) return []
      const scope = loopbackScope(server(), served, namespace, '')
      const page = await list(scope, { ...defaultListOptions, labelSelector: parseLabelSelector(labelSelector) })
      return page.entries.map((entry) => entry.object())
    },
    create({ resource, namespace, name }, created) {
      const manager = ownManager(server().vocabulary)
      const ownersOf = (named: ApiObject, time: string): readonly ManagedFieldsEntry[] => [
        ownerOf(named, manager, time),
      ]
      return storeNewObject(server(), servedOf(server(), resource), { namespace, name, ...created, ownersOf })
    },
    async put({ resource, namespace, name }, change) {
      const served = servedOf(server(), resource)
      await write(server(), loopbackScope(server(), served, namespace, name), {
        propose: (live: ApiObject | undefined) => change(live && cloneJson(live)) as Draft,
        strategy: served.definition.strategy,
        options: defaultWriteOptions,
        retry: true,
        ownership: { type: 'update', manager: ownManager(server().vocabulary) },
        admission: 'none',
      })
    },
    async updateStatus(target, change) {
      await updateStatusOf(server(), target, change)
    },
    async delete({ resource, namespace, name }) {
      const scope = loopbackScope(server(), servedOf(server(), resource), namespace, name)
      try {
        await remove(server(), scope, defaultDeleteOptions, 'none')
      } catch (error) {
        if (!(error instanceof StatusError) || error.reason !== 'NotFound') throw error
      }
    },
  }
}
