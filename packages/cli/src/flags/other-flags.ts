/** A flag of kube-apiserver that this command does not implement. */
export interface OtherFlag {
  readonly name: string
  /** A boolean flag: true without a value; a value needs an equals sign. */
  readonly isSwitch?: boolean
  /** `accepted` without effect, or `refused`. */
  readonly state: 'accepted' | 'refused'
  /** Why, for the docs and for the error of a refused flag. */
  readonly reason: string
}

const portOfNode = 'the port is that of the Node, or 10250; deprecated in Kubernetes'
const alwaysOn = 'this is how the server always works'
const noProfiles = 'Node.js has its own profiler: node --cpu-prof, node --inspect'
const oneFormat = 'logs have one format, one JSON object per line on standard error'

/** The flags of kube-apiserver 1.36 that are accepted without effect or refused; all others work. */
export const otherFlags: readonly OtherFlag[] = [
  ...accepted({
    'allow-metric-labels': 'labels of metrics are not limited',
    'allow-metric-labels-manifest': 'labels of metrics are not limited',
    'apiserver-count': 'servers find each other by their leases; deprecated in Kubernetes',
    'audit-webhook-batch-initial-backoff': 'deprecated in Kubernetes: use --audit-webhook-initial-backoff',
    'coordinated-leadership-lease-duration': 'leases of coordinated leader election are alpha and not served',
    'coordinated-leadership-renew-deadline': 'leases of coordinated leader election are alpha and not served',
    'coordinated-leadership-retry-period': 'leases of coordinated leader election are alpha and not served',
    'default-watch-cache-size': 'deprecated in Kubernetes; the size of the watch cache follows the objects',
    'delete-collection-workers': 'a collection is deleted in order, in this process',
    'disabled-metrics': 'no single metric can be disabled',
    'endpoint-reconciler-type': 'the endpoints of the servers are those of their leases',
    'etcd-count-metric-poll-period': 'objects are counted when they are written',
    'etcd-db-metric-poll-interval': 'the size of the store is not polled',
    'goaway-chance': 'clients are not sent to other servers',
    'kubelet-port': portOfNode,
    'kubelet-read-only-port': portOfNode,
    'kubelet-timeout': 'connections to kubelets have no time-out, as in Kubernetes',
    'log-flush-frequency': 'logs are written at once',
    'log-json-info-buffer-size': oneFormat,
    'log-text-info-buffer-size': oneFormat,
    'logging-format': oneFormat,
    'min-request-timeout': 'a watch without a time-out ends after 30 to 60 minutes',
    'storage-initialization-timeout': 'the server starts when its store answers',
    vmodule: 'the verbosity is that of -v for every module',
    'watch-cache-sizes': 'the size of the watch cache follows the objects',
  }),
  ...acceptedSwitches({
    'aggregator-reject-forwarding-redirect': alwaysOn,
    'allow-privileged': 'privileged pods are allowed; pod security admission restricts them',
    'contention-profiling': noProfiles,
    'enable-aggregator-routing': 'requests go to the endpoints of a service',
    'enable-logs-handler': '/logs is not served; deprecated in Kubernetes',
    'log-json-split-stream': oneFormat,
    'log-text-split-stream': oneFormat,
    'permit-address-sharing': 'the operating system decides',
    profiling: noProfiles,
    'watch-cache': alwaysOn,
  }),
  ...refused({
    'admission-control': 'deprecated in Kubernetes: use --enable-admission-plugins',
    'audit-log-version': 'audit events are written as audit.k8s.io/v1',
    'audit-webhook-version': 'audit events are sent as audit.k8s.io/v1',
    'cors-allowed-origins': 'requests of browsers from other origins are not supported; put a proxy in front',
    'debug-socket-path': 'the server has no debug handlers',
    'egress-selector-config-file': 'the server has one network',
    'etcd-servers-overrides': 'all objects are in one store',
    'external-hostname': 'external addresses are those that clients connect to',
    'http2-max-streams-per-connection': 'the limit is 100 streams per connection',
    'kubernetes-service-node-port': 'the service kubernetes has no node port',
    'max-connection-bytes-per-sec': 'connections are not throttled',
    'request-timeout': 'a request is given up after 60 seconds, or after its own ?timeout=',
    'service-node-port-range': 'node ports are in the range 30000-32767',
    'shutdown-watch-termination-grace-period': 'watches end at once when the server stops',
    'storage-backend': 'the store is chosen by --data-dir, --postgres-url and --etcd-servers',
    'strict-transport-security-directives': 'the header Strict-Transport-Security is not sent',
    'tls-curve-preferences': 'curves are those of Node.js',
    'tracing-config-file': 'traces are not exported',
  }),
  ...refusedSwitches({
    'disable-http2-serving': 'the port always serves HTTP/2 and HTTP/1.1',
    'emulation-forward-compatible': 'versions after the emulated release cannot be served',
    'enable-garbage-collector':
      'the garbage collector is a controller: use --controllers=-garbage-collector-controller',
    'permit-port-sharing': 'a port belongs to one process',
    'runtime-config-emulation-forward-compatible': 'versions after the emulated release cannot be served',
  }),
]

type Reasons = Readonly<Record<string, string>>

function accepted(reasons: Reasons): readonly OtherFlag[] {
  return Object.entries(reasons).map(([name, reason]) => ({ name, state: 'accepted', reason }))
}

function acceptedSwitches(reasons: Reasons): readonly OtherFlag[] {
  return accepted(reasons).map((flag) => ({ ...flag, isSwitch: true }))
}

function refused(reasons: Reasons): readonly OtherFlag[] {
  return Object.entries(reasons).map(([name, reason]) => ({ name, state: 'refused', reason }))
}

function refusedSwitches(reasons: Reasons): readonly OtherFlag[] {
  return refused(reasons).map((flag) => ({ ...flag, isSwitch: true }))
}
