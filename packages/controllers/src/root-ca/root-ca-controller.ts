import type { ApiObject } from '@pinnace/meta'
import type { Controller } from '../controller.ts'
import { isLostRace } from '../is-lost-race.ts'
import { startLoop } from '../reconcile-loop.ts'

const key = 'ca.crt'
// upstream: pkg/controller/certificates/rootcacertpublisher/publisher.go
const descriptionAnnotation = 'description'

/** Every namespace has a config map with the authority that clients check the server by, whatever is done to it. */
export function rootCaController({ rootCa }: { readonly rootCa?: string }): Controller {
  return {
    name: 'root-ca-certificate-publisher-controller',
    isDefault: true,
    start(context) {
      if (rootCa === undefined) return { stop: async () => {} }
      const { client, informers, vocabulary } = context
      const { product, rootCaConfigMap: name } = vocabulary
      const kind = { apiVersion: 'v1', kind: 'ConfigMap' }
      const namespaces = informers.informer<NamespaceLike>({ apiVersion: 'v1', kind: 'Namespace' })
      const published = informers.informer<ConfigMapLike>(kind, { fieldSelector: `metadata.name=${name}` })
      const metadata = {
        name,
        annotations: { [`${vocabulary.labelDomain}/${descriptionAnnotation}`]: describe(product) },
      }
      const loop = startLoop({
        name: 'root-ca-certificate-publisher-controller',
        context,
        async reconcile(namespace, signal) {
          if (namespaces.store.get(namespace)?.status?.phase !== 'Active') return
          const live = published.store.get(name, namespace)
          const configMaps = client.resource<ConfigMapLike>(kind).namespace(namespace)
          try {
            if (live === undefined) await configMaps.create({ metadata, data: { [key]: rootCa } }, { signal })
            else if (!isCurrent(live, rootCa)) {
              const annotations = { ...live.metadata.annotations, ...metadata.annotations }
              const next = { ...live, metadata: { ...live.metadata, annotations }, data: { [key]: rootCa } }
              await configMaps.update(next, { signal })
            }
          } catch (error) {
            if (!isLostRace(error)) throw error
          }
        },
      })
      const look = ({ metadata: { name: namespace } }: ApiObject): void => loop.add(namespace!)
      const lookIn = ({ metadata: { namespace } }: ApiObject): void => loop.add(namespace!)
      namespaces.addHandler({ add: look, update: look })
      published.addHandler({ update: lookIn, delete: lookIn })
      return loop
    },
  }
}

interface NamespaceLike extends ApiObject {
  readonly status?: { readonly phase?: string }
}

interface ConfigMapLike extends ApiObject {
  readonly data?: Readonly<Record<string, string>>
}

function isCurrent({ data = {} }: ConfigMapLike, rootCa: string): boolean {
  return data[key] === rootCa && Object.keys(data).length === 1
}

function describe(product: string): string {
  return `Contains a CA bundle that can be used to verify the ${product} API server when using internal endpoints such as the internal service IP or ${product}.default.svc. No other usage is guaranteed.`
}
