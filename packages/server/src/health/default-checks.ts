import type { Auditor } from '@pinnace/audit'
import type { Clock, Vocabulary } from '@pinnace/meta'
import type { Store } from '@pinnace/store'
import type { HealthCheck } from './health-endpoints.ts'

/** Options for {@link defaultChecks}. */
export interface DefaultChecksOptions {
  readonly vocabulary: Vocabulary
  readonly store: Pick<Store, 'get'>
  readonly clock: Clock
  /** How long the checks `etcd` and `etcd-readiness` wait for the store, in milliseconds. */
  readonly storeTimeoutMs: { readonly healthcheck: number; readonly readycheck: number }
  /** Whether requests are forwarded to other servers over the store. */
  readonly hasPeers: boolean
  /** Undefined when auditing is off. */
  readonly auditor: Auditor | undefined
}

/** A key that is never written: reading it asks the store without reading an object. */
const probeKey = '/registry/health'

/**
 * The health checks of kube-apiserver by their names. The store is asked; everything else has been started before the
 * server answers its first request, so its check passes.
 */
// upstream: the health checks and post-start hooks of genericapiserver, apiextensions, controlplane and aggregator
export function defaultChecks(options: DefaultChecksOptions): readonly HealthCheck[] {
  const { vocabulary, storeTimeoutMs, hasPeers, auditor } = options
  const started = (name: string): HealthCheck => ({ name, check: () => undefined })
  return [
    started('log'),
    { ...started('loopback-serving-certificate'), endpoints: ['healthz', 'livez'] },
    { name: 'etcd', check: () => askStoreInTime(options, storeTimeoutMs.healthcheck) },
    { name: 'etcd-readiness', endpoints: ['readyz'], check: () => askStoreInTime(options, storeTimeoutMs.readycheck) },
    { ...started('informer-sync'), endpoints: ['readyz'] },
    ...hooks(vocabulary, hasPeers).map((hook) => started(`poststarthook/${hook}`)),
    started('autoregister-completion'),
    ...openApiHooks.map((hook) => started(`poststarthook/${hook}`)),
    ...(auditor?.isBlocking === true ? [auditCheck(auditor)] : []),
  ]
}

/** Reads the store; fails with its error, or after `timeoutMs`. */
// upstream: apiserver/pkg/storage/storagebackend/factory/etcd3.go, newETCD3Check
export function askStoreInTime(
  { store, clock }: Pick<DefaultChecksOptions, 'store' | 'clock'>,
  timeoutMs: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (message: string, cause?: unknown): void =>
      reject(new Error(`error getting data from etcd: ${message}`, { cause }))
    const timer = clock.after(timeoutMs, () => fail('context deadline exceeded'))
    const asked = (async () => store.get(probeKey))()
    asked
      .then(() => resolve())
      .catch((error: unknown) => fail(error instanceof Error ? error.message : String(error), error))
      .finally(() => timer.cancel())
  })
}

/** Not ready while requests wait for an audit sink that cannot be written. kube-apiserver has no such check. */
function auditCheck(auditor: Auditor): HealthCheck {
  const check = (): void => {
    const failure = auditor.failure()
    if (failure !== undefined) throw new Error('audit events cannot be written', { cause: failure })
  }
  return { name: 'audit', endpoints: ['readyz'], check }
}

function hooks({ product, componentPrefix }: Vocabulary, hasPeers: boolean): readonly string[] {
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
    ...(hasPeers ? peerHooks : []),
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

// With `--peer-ca-file` only.
const peerHooks = ['mixed-version-proxy-handler', 'local-discovery-cache-sync', 'peer-discovery-workers']

const openApiHooks = ['apiservice-openapi-controller', 'apiservice-openapiv3-controller']
