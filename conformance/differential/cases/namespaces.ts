import type { Case } from './case.ts'

/** Makes namespaces with the service account that a controller would make. */
export function makeNamespaces(names: readonly string[]): Case[] {
  return names.map((name) => ({
    name: `make namespace ${name}`,
    steps: [
      { method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name } }, silent: true },
      {
        method: 'POST',
        path: `/api/v1/namespaces/${name}/serviceaccounts`,
        body: { metadata: { name: 'default' } },
        silent: true,
      },
    ],
  }))
}

/** Deletes namespaces without a controller: their last finalizer is removed by hand. */
export function deleteNamespaces(names: readonly string[]): Case[] {
  return names.map((name) => ({
    name: `delete namespace ${name}`,
    steps: [
      { method: 'DELETE', path: `/api/v1/namespaces/${name}`, silent: true },
      {
        method: 'PUT',
        path: `/api/v1/namespaces/${name}/finalize`,
        body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name }, spec: { finalizers: [] } },
        silent: true,
      },
    ],
  }))
}
