import type { LoopbackObjects } from '@pinnace/aggregation'
import { cloneJson, parseLabelSelector, StatusError, type ApiObject } from '@pinnace/meta'
import type { ServerCore } from '../core.ts'
import { defaultDeleteOptions } from '../deletion/delete-options.ts'
import { remove } from '../deletion/delete.ts'
import { defaultListOptions } from '../options/list-options.ts'
import { defaultWriteOptions } from '../options/write-options.ts'
import { storageOf, type Draft } from '../served-resource.ts'
import { list } from '../verbs/list.ts'
import { servedOf, updateStatusOf } from '../verbs/update-status.ts'
import { loopbackScope } from '../write/loopback-scope.ts'
import { write } from '../write/write.ts'

/** The objects of a server for its own use: without authorization, admission, audit, metrics and field managers. */
export function createLoopbackObjects(core: () => ServerCore): LoopbackObjects {
  return {
    async get({ resource, namespace, name }) {
      const storage = storageOf(servedOf(core(), resource))
      const entry = await storage.readNewest(storage.key(namespace, name))
      return entry?.object()
    },
    async list(resource, namespace, labelSelector) {
      const scope = loopbackScope(servedOf(core(), resource), namespace, '')
      const page = await list(scope, { ...defaultListOptions, labelSelector: parseLabelSelector(labelSelector) })
      return page.entries.map((entry) => entry.object())
    },
    async put({ resource, namespace, name }, change) {
      const served = servedOf(core(), resource)
      await write(core(), loopbackScope(served, namespace, name), {
        propose: (live: ApiObject | undefined) => change(live && cloneJson(live)) as Draft,
        strategy: served.definition.strategy,
        options: defaultWriteOptions,
        retry: true,
        ownership: { type: 'untracked' },
        admission: 'none',
      })
    },
    async updateStatus(target, change) {
      await updateStatusOf(core(), target, change)
    },
    async delete({ resource, namespace, name }) {
      const scope = loopbackScope(servedOf(core(), resource), namespace, name)
      try {
        await remove(core(), scope, defaultDeleteOptions, 'none')
      } catch (error) {
        if (!(error instanceof StatusError) || error.reason !== 'NotFound') throw error
      }
    },
  }
}
