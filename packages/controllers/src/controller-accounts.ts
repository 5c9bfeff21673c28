/**
 * Service accounts in the system namespace, by the controller that acts as them. The default cluster roles are bound to
 * these names. A controller that is not listed acts as the controller manager itself.
 */
// upstream: cmd/kube-controller-manager/app, the name given to each ControllerClientBuilder; rbac/bootstrappolicy
export const controllerAccounts: ReadonlyMap<string, string> = new Map([
  ['serviceaccount-controller', 'service-account-controller'],
  ['root-ca-certificate-publisher-controller', 'root-ca-cert-publisher'],
  ['namespace-controller', 'namespace-controller'],
  ['garbage-collector-controller', 'generic-garbage-collector'],
  ['resourcequota-controller', 'resourcequota-controller'],
  ['clusterrole-aggregation-controller', 'clusterrole-aggregation-controller'],
  ['pod-garbage-collector-controller', 'pod-garbage-collector'],
  ['ttl-after-finished-controller', 'ttl-after-finished-controller'],
  ['endpoints-controller', 'endpoint-controller'],
  ['endpointslice-controller', 'endpointslice-controller'],
  ['endpointslice-mirroring-controller', 'endpointslicemirroring-controller'],
  ['service-cidr-controller', 'service-cidrs-controller'],
  ['persistentvolumeclaim-protection-controller', 'pvc-protection-controller'],
  ['persistentvolume-protection-controller', 'pv-protection-controller'],
  ['volumeattributesclass-protection-controller', 'volumeattributesclass-protection-controller'],
  ['certificatesigningrequest-approving-controller', 'certificate-controller'],
  ['certificatesigningrequest-signing-controller', 'certificate-controller'],
  ['certificatesigningrequest-cleaner-controller', 'certificate-controller'],
  ['bootstrap-signer-controller', 'bootstrap-signer'],
  ['token-cleaner-controller', 'token-cleaner'],
  ['validatingadmissionpolicy-status-controller', 'validatingadmissionpolicy-status-controller'],
  ['deployment-controller', 'deployment-controller'],
  ['replicaset-controller', 'replicaset-controller'],
  ['replicationcontroller-controller', 'replication-controller'],
  ['statefulset-controller', 'statefulset-controller'],
  ['daemonset-controller', 'daemon-set-controller'],
  ['job-controller', 'job-controller'],
  ['cronjob-controller', 'cronjob-controller'],
  ['disruption-controller', 'disruption-controller'],
  ['taint-eviction-controller', 'node-controller'],
  ['persistentvolume-binder-controller', 'persistent-volume-binder'],
  ['ephemeral-volume-controller', 'ephemeral-volume-controller'],
  ['resourceclaim-controller', 'resource-claim-controller'],
  ['horizontal-pod-autoscaler-controller', 'horizontal-pod-autoscaler'],
  // Their roles exist with their feature gates only, as do the kinds that they work on.
  ['podgroup-protection-controller', 'podgroup-protection-controller'],
  ['storage-version-migrator-controller', 'storage-version-migrator-controller'],
])
