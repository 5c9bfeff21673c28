import type { Server } from '@pinnace/server'

/** Resolves when every active namespace has its service account `default`, which pods need, or when the signal aborts. */
export async function waitForServiceAccounts(server: Server, signal: AbortSignal): Promise<void> {
  const { items } = await server.client({ apiVersion: 'v1', kind: 'Namespace' }).list({ signal })
  const missing = new Set(items.filter(({ status }) => status?.phase === 'Active').map(({ metadata }) => metadata.name))
  const accounts = server.client({ apiVersion: 'v1', kind: 'ServiceAccount' })
  const watch = accounts.watch({ resourceVersion: '0', fieldSelector: 'metadata.name=default', signal })
  for await (const { object } of watch) {
    missing.delete(object.metadata.namespace ?? '')
    if (missing.size === 0) return
  }
}
