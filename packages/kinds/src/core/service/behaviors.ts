import { behaviorOf, type BehaviorContext, type KindBehaviors } from '../../kind-behavior.ts'
import { endpoints } from '../endpoints.ts'
import { service } from '../service.ts'
import { parseServiceRanges } from './ranges.ts'

/** The behavior of services and endpoints. */
export function behaviors({ vocabulary, serviceCidr, nodePortRange }: BehaviorContext): KindBehaviors {
  return {
    'core.v1.Endpoints': behaviorOf(endpoints),
    'core.v1.Service': behaviorOf(service(vocabulary, parseServiceRanges(serviceCidr, nodePortRange))),
  }
}
