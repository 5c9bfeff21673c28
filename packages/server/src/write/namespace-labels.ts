import type { Labels } from '@pinnace/meta'
import type { ResourceLookup } from '../storage/resource-lookup.ts'
import { storageOf } from '../storage/served-resource.ts'

/** The labels of a namespace as it is stored now; none where there is no such namespace. */
export async function readNamespaceLabels(server: ResourceLookup, namespace: string): Promise<Labels> {
  const served = server.findDeclared('', 'v1', 'namespaces')
  if (served === undefined) return {}
  const storage = storageOf(served)
  const entry = await storage.readNewest(storage.key('', namespace))
  return entry?.object().metadata.labels ?? {}
}
