import { objectKey } from '@pinnace/client'
import type { Namespace } from '@pinnace/types/core-v1'
import type { Controller } from '../controller.ts'
import { isLostRace } from '../is-lost-race.ts'
import { startLoop } from '../reconcile-loop.ts'

const name = 'serviceaccount-controller'
const accountName = 'default'
const accountKind = { apiVersion: 'v1', kind: 'ServiceAccount' } as const

/** Creates the service account `default` in every active namespace, also after it has been deleted. */
// upstream: pkg/controller/serviceaccount/serviceaccounts_controller.go
export const serviceAccountController: Controller = {
  name,
  isDefault: true,
  start(context) {
    const { client, informers } = context
    const namespaces = informers.informer<Namespace>({ apiVersion: 'v1', kind: 'Namespace' })
    const accounts = informers.informer(accountKind)
    const loop = startLoop({
      name,
      context,
      async reconcile(namespace, signal) {
        if (namespaces.store.get(namespace)?.status?.phase !== 'Active') return
        if (accounts.store.get(accountName, namespace) !== undefined) return
        try {
          const own = client.resource(accountKind).namespace(namespace)
          await own.create({ metadata: { name: accountName } }, { signal })
        } catch (error) {
          if (!isLostRace(error)) throw error
        }
      },
    })
    const enqueue = (namespace: Namespace): void => loop.add(objectKey(namespace))
    namespaces.addHandler({ add: enqueue, update: enqueue })
    accounts.addHandler({
      delete({ metadata: { name: deleted, namespace = '' } }) {
        if (deleted === accountName) loop.add(namespace)
      },
    })
    return loop
  },
}
