import { configMap } from './config-map.ts'
import { endpoints } from './endpoints.ts'
import { event } from './event.ts'
import { limitRange } from './limit-range.ts'
import { namespace } from './namespace.ts'
import { node } from './node.ts'
import { resourceQuota } from './resource-quota.ts'
import { secret } from './secret.ts'
import { serviceAccount } from './service-account.ts'
import { service } from './service.ts'
import { parseServiceRanges } from './service/allocation.ts'
import { behaviorOf, type BehaviorContext, type KindBehaviors } from '../kind-behavior.ts'

/** The behavior of the kinds of core/v1 that do not contain a pod or a volume. */
export function behaviors({ vocabulary, serviceCidr, nodePortRange }: BehaviorContext): KindBehaviors {
  return {
    'core.v1.ConfigMap': behaviorOf(configMap),
    'core.v1.Endpoints': behaviorOf(endpoints(vocabulary)),
    'core.v1.Event': behaviorOf(event(vocabulary)),
    'core.v1.LimitRange': behaviorOf(limitRange(vocabulary)),
    'core.v1.Namespace': behaviorOf(namespace(vocabulary)),
    'core.v1.Node': behaviorOf(node(vocabulary)),
    'core.v1.ResourceQuota': behaviorOf(resourceQuota(vocabulary)),
    'core.v1.Secret': behaviorOf(secret(vocabulary)),
    'core.v1.Service': behaviorOf(service(vocabulary, parseServiceRanges(serviceCidr, nodePortRange))),
    'core.v1.ServiceAccount': behaviorOf(serviceAccount(vocabulary)),
  }
}

/** Types of subresources that are in other groups or parts. */
export const subresourceTypes: readonly string[] = ['authentication.v1.TokenRequest']
