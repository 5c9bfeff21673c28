import { forbidden, StatusError, thenMaybe, type Awaitable } from '@pinnace/meta'
import type { BuiltInPlugin } from '../built-in-plugin.ts'

const namespaces = { group: '', resource: 'namespaces' }

/** Creates the namespace of an object that is created in one that does not exist. */
// upstream: plugin/pkg/admission/namespace/autoprovision
export const namespaceAutoProvision: BuiltInPlugin = {
  name: 'NamespaceAutoProvision',
  isDefault: false,
  create: ({ objects }) => ({
    name: 'NamespaceAutoProvision',
    handles: (operation) => operation === 'CREATE',
    admit({ namespace, resource, name, dryRun }): Awaitable<void> {
      if (dryRun || namespace === '' || (resource.group === '' && resource.resource === 'namespaces')) return
      return thenMaybe(objects.get(namespaces, '', namespace), async (live) => {
        if (live !== undefined) return
        await objects.create(namespaces, { metadata: { name: namespace } }).catch((error: unknown) => {
          if (error instanceof StatusError && error.reason === 'AlreadyExists') return
          throw forbidden(resource, name, error instanceof Error ? error.message : String(error))
        })
      })
    },
  }),
}
