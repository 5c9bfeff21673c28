import type { ApiObject } from '@pinnace/meta'
import type { Controller } from '../controller.ts'
import { isLostRace } from '../is-lost-race.ts'
import { startLoop } from '../reconcile-loop.ts'

/** Every active namespace has an account `default`, also after somebody has deleted it. */
// upstream: pkg/controller/serviceaccount/serviceaccounts_controller.go
export const serviceAccountController: Controller = {
  name: 'serviceaccount-controller',
  isDefault: true,
  start(context) {
    const { client, informers } = context
    const namespaces = informers.informer<NamespaceLike>({ apiVersion: 'v1', kind: 'Namespace' })
    const accountKind = { apiVersion: 'v1', kind: 'ServiceAccount' }
    const accounts = informers.informer(accountKind)
    const loop = startLoop({
      name: 'serviceaccount-controller',
      context,
      async reconcile(name, signal) {
        const namespace = namespaces.store.get(name)
        if (namespace?.status?.phase !== 'Active') return
        if (accounts.store.get(accountName, name) !== undefined) return
        try {
          await client
            .resource(accountKind)
            .namespace(name)
            .create({ metadata: { name: accountName } }, { signal })
        } catch (error) {
          if (!isLostRace(error)) throw error
        }
      },
    })
    namespaces.addHandler({
      add: ({ metadata }) => loop.add(metadata.name!),
      update: ({ metadata }) => loop.add(metadata.name!),
    })
    accounts.addHandler({
      delete: ({ metadata: { name, namespace } }) => {
        if (name === accountName) loop.add(namespace!)
      },
    })
    return loop
  },
}

interface NamespaceLike extends ApiObject {
  readonly status?: { readonly phase?: string }
}

const accountName = 'default'
