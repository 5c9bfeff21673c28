import { objectKey } from '@pinnace/client'
import type { ConfigMap, Namespace } from '@pinnace/types/core-v1'
import type { Controller } from '../controller.ts'
import { isLostRace } from '../is-lost-race.ts'
import { startLoop } from '../reconcile-loop.ts'

const name = 'root-ca-certificate-publisher-controller'
const dataKey = 'ca.crt'
const kind = { apiVersion: 'v1', kind: 'ConfigMap' } as const

/**
 * Keeps a ConfigMap with the CA bundle of the server in every active namespace. Does nothing without `rootCa`, the PEM
 * of that bundle.
 */
// upstream: pkg/controller/certificates/rootcacertpublisher/publisher.go
export function rootCaController({ rootCa }: { readonly rootCa?: string }): Controller {
  return {
    name,
    isDefault: true,
    start(context) {
      if (rootCa === undefined) return { stop: async () => {} }
      const { client, informers, vocabulary } = context
      const { product, rootCaConfigMap } = vocabulary
      const namespaces = informers.informer<Namespace>({ apiVersion: 'v1', kind: 'Namespace' })
      const published = informers.informer<ConfigMap>(kind, { fieldSelector: `metadata.name=${rootCaConfigMap}` })
      const annotations = { [`${vocabulary.labelDomain}/description`]: describe(product) }
      const data = { [dataKey]: rootCa }
      const loop = startLoop({
        name,
        context,
        async reconcile(namespace, signal) {
          if (namespaces.store.get(namespace)?.status?.phase !== 'Active') return
          const live = published.store.get(rootCaConfigMap, namespace)
          const configMaps = client.resource<ConfigMap>(kind).namespace(namespace)
          try {
            if (live === undefined) {
              await configMaps.create({ metadata: { name: rootCaConfigMap, annotations }, data }, { signal })
            } else if (!isCurrent(live, rootCa)) {
              const metadata = { ...live.metadata, annotations: { ...live.metadata.annotations, ...annotations } }
              await configMaps.update({ ...live, metadata, data }, { signal })
            }
          } catch (error) {
            if (!isLostRace(error)) throw error
          }
        },
      })
      const enqueue = (namespace: Namespace): void => loop.add(objectKey(namespace))
      const enqueueNamespace = ({ metadata: { namespace = '' } }: ConfigMap): void => loop.add(namespace)
      namespaces.addHandler({ add: enqueue, update: enqueue })
      published.addHandler({ update: enqueueNamespace, delete: enqueueNamespace })
      return loop
    },
  }
}

function isCurrent({ data = {} }: ConfigMap, rootCa: string): boolean {
  return data[dataKey] === rootCa && Object.keys(data).length === 1
}

function describe(product: string): string {
  return `Contains a CA bundle that can be used to verify the ${product} API server when using internal endpoints such as the internal service IP or ${product}.default.svc. No other usage is guaranteed.`
}
