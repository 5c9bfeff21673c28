import { ingressClass } from './ingress-class.ts'
import { ingress } from './ingress.ts'
import { ipAddress } from './ip-address.ts'
import { networkPolicy } from './network-policy.ts'
import { serviceCidr } from './service-cidr.ts'
import { behaviorOf, type BehaviorContext, type KindBehaviors } from '../kind-behavior.ts'

/** The behavior of the kinds of networking. */
export function behaviors({ vocabulary }: BehaviorContext): KindBehaviors {
  return {
    'networking.v1.Ingress': behaviorOf(ingress(vocabulary)),
    'networking.v1.IngressClass': behaviorOf(ingressClass),
    'networking.v1.NetworkPolicy': behaviorOf(networkPolicy),
    'networking.v1.IPAddress': behaviorOf(ipAddress),
    'networking.v1.ServiceCIDR': behaviorOf(serviceCidr),
    'networking.v1beta1.IPAddress': behaviorOf(ipAddress),
    'networking.v1beta1.ServiceCIDR': behaviorOf(serviceCidr),
  }
}
