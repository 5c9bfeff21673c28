import type { ComponentStatus } from '@pinnace/types/core-v1'
import { componentStatusColumns } from '../columns/cluster.ts'
import { behaviorOf, type BehaviorContext, type KindBehaviors } from '../kind-behavior.ts'
import { configMap } from './config-map.ts'
import { event } from './event.ts'
import { namespace } from './namespace.ts'
import { node } from './node.ts'
import { secret } from './secret.ts'
import { serviceAccount } from './service-account.ts'

/** The behavior of the kinds of core/v1 that need little code. */
export function behaviors({ vocabulary, eventTtlSeconds, isEnabled }: BehaviorContext): KindBehaviors {
  return {
    'core.v1.ComponentStatus': behaviorOf<ComponentStatus>({ columns: componentStatusColumns }),
    'core.v1.ConfigMap': behaviorOf(configMap),
    'core.v1.Event': behaviorOf({ ...event(vocabulary, eventTtlSeconds), isUncached: true }),
    'core.v1.Namespace': behaviorOf(namespace(vocabulary)),
    'core.v1.Node': behaviorOf(node(vocabulary, isEnabled)),
    'core.v1.Secret': behaviorOf(secret(vocabulary)),
    'core.v1.ServiceAccount': behaviorOf(serviceAccount(vocabulary)),
  }
}

/** Types of subresources that are in other groups. */
export const subresourceTypes: readonly string[] = ['authentication.v1.TokenRequest']
