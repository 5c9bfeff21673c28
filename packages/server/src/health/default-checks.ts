import type { Vocabulary } from '@pinnace/meta'
import type { Store } from '@pinnace/store'
import type { HealthCheck } from './create-health.ts'

/** Options for {@link defaultChecks}. */
export interface DefaultChecksOptions {
  readonly vocabulary: Vocabulary
  readonly store: Pick<Store, 'get'>
}

/** A key that is never written: reading it asks the store without reading an object. */
const probeKey = '/registry/health'

/**
 * The health checks of kube-apiserver by their names. The store is asked; everything else has been started before the
 * server answers its first request, so its check passes.
 */
// upstream: the health checks and post-start hooks of genericapiserver, apiextensions, controlplane and aggregator
export function defaultChecks({ vocabulary, store }: DefaultChecksOptions): readonly HealthCheck[] {
  const started = (name: string): HealthCheck => ({ name, check: () => undefined })
  const askStore = async (): Promise<void> => {
    await store.get(probeKey)
  }
  return [
    started('log'),
    { ...started('loopback-serving-certificate'), endpoints: ['healthz', 'livez'] },
    { name: 'etcd', check: askStore },
    { name: 'etcd-readiness', endpoints: ['readyz'], check: askStore },
    { ...started('informer-sync'), endpoints: ['readyz'] },
    ...hooks(vocabulary).map((hook) => started(`poststarthook/${hook}`)),
    started('autoregister-completion'),
    ...openApiHooks.map((hook) => started(`poststarthook/${hook}`)),
  ]
}

function hooks({ product, componentPrefix }: Vocabulary): readonly string[] {
  return [
    'start-apiserver-admission-initializer',
    'generic-apiserver-start-informers',
    'priority-and-fairness-config-consumer',
    'priority-and-fairness-filter',
    'storage-object-count-tracker-hook',
    'start-apiextensions-informers',
    'start-apiextensions-controllers',
    'crd-informer-synced',
    'start-system-namespaces-controller',
    'peer-endpoint-reconciler-controller',
    'start-cluster-authentication-info-controller',
    `start-${componentPrefix}-apiserver-identity-lease-controller`,
    `start-${componentPrefix}-apiserver-identity-lease-garbage-collector`,
    'storage-readiness',
    'start-legacy-token-tracking-controller',
    'start-service-ip-repair-controllers',
    'rbac/bootstrap-roles',
    'scheduling/bootstrap-system-priority-classes',
    'priority-and-fairness-config-producer',
    'bootstrap-controller',
    `start-${product}-service-cidr-controller`,
    'aggregator-reload-proxy-client-cert',
    `start-${componentPrefix}-aggregator-informers`,
    'apiservice-status-local-available-controller',
    'apiservice-status-remote-available-controller',
    'apiservice-registration-controller',
    'apiservice-discovery-controller',
    `${componentPrefix}-apiserver-autoregistration`,
  ]
}

const openApiHooks = ['apiservice-openapi-controller', 'apiservice-openapiv3-controller']
