import type { ApiObject, Vocabulary } from '@pinnace/meta'
import type { CheckExpression } from './admissionregistration/match-conditions.ts'
import { webhookConfiguration } from './admissionregistration/webhook-configuration.ts'
import { webhooksV1, webhooksV1beta1 } from './admissionregistration/webhook-version.ts'
import { customResourceDefinition, type ClaimedNames } from './apiextensions/custom-resource-definition.ts'
import { apiService } from './apiregistration/api-service.ts'
import { controllerRevision } from './apps/controller-revision.ts'
import { daemonSet } from './apps/daemon-set.ts'
import { deployment } from './apps/deployment.ts'
import { replicaSet } from './apps/replica-set.ts'
import { statefulSet } from './apps/stateful-set.ts'
import { horizontalPodAutoscaler, oldHorizontalPodAutoscaler } from './autoscaling/horizontal-pod-autoscaler.ts'
import { cronJob } from './batch/cron-job.ts'
import { job } from './batch/job.ts'
import type { KindBehavior } from './kind-behavior.ts'
import { certificateSigningRequest } from './certificates/certificate-signing-request.ts'
import { oldCertificateSigningRequest } from './certificates/old-certificate-signing-request.ts'
import { lease } from './coordination/lease.ts'
import { configMap } from './core/config-map.ts'
import { endpoints } from './core/endpoints.ts'
import { event } from './core/event.ts'
import { limitRange } from './core/limit-range.ts'
import { namespace } from './core/namespace.ts'
import { node } from './core/node.ts'
import { pod } from './core/pods/pod.ts'
import { podTemplate } from './core/pods/pod-template.ts'
import { persistentVolumeClaim } from './core/persistent-volumes/persistent-volume-claim.ts'
import { persistentVolume } from './core/persistent-volumes/persistent-volume.ts'
import { replicationController } from './core/replication-controller.ts'
import { resourceQuota } from './core/resource-quota.ts'
import { secret } from './core/secret.ts'
import { serviceAccount } from './core/service-account.ts'
import { service } from './core/service.ts'
import { parseServiceRanges } from './core/service/allocation.ts'
import { defaultServiceCidr } from './core/service/first-address.ts'
import { endpointSlice } from './discovery/endpoint-slice.ts'
import { newEvent } from './events/event.ts'
import { ingressClass } from './networking/ingress-class.ts'
import { ingress } from './networking/ingress.ts'
import { networkPolicy } from './networking/network-policy.ts'
import { runtimeClass } from './node/runtime-class.ts'
import { plainBehaviors } from './plain-behaviors.ts'
import { podDisruptionBudget } from './policy/pod-disruption-budget.ts'
import { roleBinding } from './rbac/role-binding.ts'
import { clusterRole, role } from './rbac/role.ts'
import { priorityClass } from './scheduling/priority-class.ts'
import { storageClass } from './storage/storage-class.ts'

/** What a host decides about the built-in kinds. */
export interface BuiltInOptions {
  /** Range the cluster addresses of services come from; one of each family, with a comma, for both. @default 10.96.0.0/12 */
  readonly serviceCidr?: string
  /** Ports services may take on every node, both ends included. @default [30000, 32767] */
  readonly nodePortRange?: readonly [number, number]
  /** Names of kinds that are served without a definition, which no definition of their group may have. @default none */
  readonly claimedNames?: ClaimedNames
  /** Looks at the expressions of webhooks' match conditions. @default none, and webhooks with match conditions are refused */
  readonly checkExpression?: CheckExpression
  /** Whether a feature is on, by the name of its gate. @default every one */
  readonly isEnabled?: (gate: string) => boolean
}

/** The behavior of each kind that has one, by the name of its type. */
export function kindBehaviors(vocabulary: Vocabulary, options: BuiltInOptions): ReadonlyMap<string, KindBehavior> {
  const { serviceCidr = defaultServiceCidr, nodePortRange = [30_000, 32_767], checkExpression } = options
  const { isEnabled = () => true } = options
  const all = new Map<string, KindBehavior>(plainBehaviors())
  const add = <T extends ApiObject>(type: string, behavior: KindBehavior<T>): void => {
    all.set(type, behavior as unknown as KindBehavior)
  }
  for (const isMutating of [true, false]) {
    const kind = isMutating ? 'MutatingWebhookConfiguration' : 'ValidatingWebhookConfiguration'
    for (const [name, version] of Object.entries({ v1: webhooksV1, v1beta1: webhooksV1beta1 })) {
      const configuration = webhookConfiguration({ version, isMutating, checkExpression })
      add(`admissionregistration.${name}.${kind}`, configuration)
    }
  }
  add('apiextensions.v1.CustomResourceDefinition', customResourceDefinition(vocabulary, options.claimedNames))
  add('apiregistration.v1.APIService', apiService)
  add('apps.v1.ControllerRevision', controllerRevision)
  add('apps.v1.DaemonSet', daemonSet(vocabulary, { surges: isEnabled('DaemonSetUpdateSurge') }))
  add('apps.v1.Deployment', deployment(vocabulary))
  add('apps.v1.ReplicaSet', replicaSet(vocabulary))
  add('apps.v1.StatefulSet', statefulSet(vocabulary))
  add('autoscaling.v1.HorizontalPodAutoscaler', oldHorizontalPodAutoscaler(vocabulary))
  add('autoscaling.v2.HorizontalPodAutoscaler', horizontalPodAutoscaler(vocabulary))
  add('batch.v1.CronJob', cronJob(vocabulary))
  add('batch.v1.Job', job(vocabulary))
  add('certificates.v1.CertificateSigningRequest', certificateSigningRequest)
  add('certificates.v1beta1.CertificateSigningRequest', oldCertificateSigningRequest(vocabulary))
  add('coordination.v1.Lease', lease)
  add('core.v1.ConfigMap', configMap)
  add('core.v1.Endpoints', endpoints(vocabulary))
  add('core.v1.Event', event(vocabulary))
  add('core.v1.LimitRange', limitRange(vocabulary))
  add('core.v1.Namespace', namespace(vocabulary))
  add('core.v1.Node', node(vocabulary))
  add('core.v1.PersistentVolume', persistentVolume(vocabulary))
  add('core.v1.PersistentVolumeClaim', persistentVolumeClaim(vocabulary))
  add('core.v1.ReplicationController', replicationController(vocabulary))
  add('core.v1.Pod', pod(vocabulary))
  add('core.v1.PodTemplate', podTemplate(vocabulary))
  add('core.v1.ResourceQuota', resourceQuota(vocabulary))
  add('core.v1.Secret', secret(vocabulary))
  add('core.v1.Service', service(vocabulary, parseServiceRanges(serviceCidr, nodePortRange)))
  add('core.v1.ServiceAccount', serviceAccount(vocabulary))
  add('discovery.v1.EndpointSlice', endpointSlice)
  add('events.v1.Event', newEvent(vocabulary))
  add('networking.v1.Ingress', ingress(vocabulary))
  add('networking.v1.IngressClass', ingressClass)
  add('networking.v1.NetworkPolicy', networkPolicy)
  add('node.v1.RuntimeClass', runtimeClass(vocabulary))
  add('policy.v1.PodDisruptionBudget', podDisruptionBudget)
  add('rbac.v1.ClusterRole', clusterRole)
  add('rbac.v1.ClusterRoleBinding', roleBinding(vocabulary, false))
  add('rbac.v1.Role', role)
  add('rbac.v1.RoleBinding', roleBinding(vocabulary, true))
  add('scheduling.v1.PriorityClass', priorityClass)
  add('storage.v1.StorageClass', storageClass(vocabulary))
  return all
}
