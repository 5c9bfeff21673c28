import type { ResourceClient } from '@pinnace/client'
import { notFound, type ApiList, type ApiObject } from '@pinnace/meta'

/** The objects of one kind as they were. */
export interface PastObjects<T extends ApiObject> {
  namespace(name: string): PastObjects<T>
  /** Throws the 404 of an object that did not exist. */
  get(name: string): Promise<T>
  list(selection?: { readonly labelSelector?: string; readonly fieldSelector?: string }): Promise<ApiList<T>>
}

/** The objects of a resource at a version. Reads throw the 410 of a version that the server has forgotten. */
export function objectsAt<T extends ApiObject>(client: ResourceClient<T>, resourceVersion: string): PastObjects<T> {
  const at = { resourceVersion, resourceVersionMatch: 'Exact' } as const
  return {
    namespace: (name) => objectsAt(client.namespace(name), resourceVersion),
    list: (selection = {}) => client.list({ ...selection, ...at }),
    async get(name) {
      const { items } = await client.list({ fieldSelector: `metadata.name=${name}`, ...at })
      const [found] = items
      if (found === undefined) throw notFound({ group: '', resource: 'objects' }, name)
      return found
    },
  }
}
