import { notFound, thenMaybe, type Awaitable } from '@pinnace/meta'
import type { BuiltInPlugin } from '../built-in-plugin.ts'

const namespaces = { group: '', resource: 'namespaces' }

/** Refuses every write in a namespace that does not exist. */
// upstream: plugin/pkg/admission/namespace/exists
export const namespaceExists: BuiltInPlugin = {
  name: 'NamespaceExists',
  isDefault: false,
  create: ({ objects }) => ({
    name: 'NamespaceExists',
    handles: (operation) => operation !== 'CONNECT',
    validate({ namespace, resource }): Awaitable<void> {
      if (namespace === '' || (resource.group === '' && resource.resource === 'namespaces')) return
      return thenMaybe(objects.get(namespaces, '', namespace), (live) => {
        if (live === undefined) throw notFound(namespaces, namespace)
      })
    },
  }),
}
