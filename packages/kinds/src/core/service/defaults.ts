import type { Mutable } from '@pinnace/meta'
import type { Service } from '@pinnace/types/core-v1'
import { isExternallyAccessible } from './needs.ts'

const affinityTimeoutSeconds = 10_800

/** Fills what a service leaves out and does not need a range to fill. */
// upstream: apis/core/v1/defaults.go, SetDefaults_Service
export function setServiceDefaults(next: Mutable<Service>): void {
  const spec = (next.spec ??= {})
  spec.sessionAffinity ||= 'None'
  if (spec.sessionAffinity === 'None') delete spec.sessionAffinityConfig
  else if (spec.sessionAffinity === 'ClientIP' && spec.sessionAffinityConfig?.clientIP?.timeoutSeconds === undefined) {
    spec.sessionAffinityConfig = { clientIP: { timeoutSeconds: affinityTimeoutSeconds } }
  }
  spec.type ||= 'ClusterIP'
  for (const port of spec.ports ?? []) {
    port.protocol ||= 'TCP'
    if (port.targetPort === undefined || port.targetPort === 0 || port.targetPort === '') port.targetPort = port.port
  }
  if (isExternallyAccessible(next as Service)) spec.externalTrafficPolicy ||= 'Cluster'
  if (spec.type === 'NodePort' || spec.type === 'LoadBalancer' || spec.type === 'ClusterIP') {
    spec.internalTrafficPolicy ??= 'Cluster'
  }
  if (spec.type !== 'LoadBalancer') return
  spec.allocateLoadBalancerNodePorts ??= true
  for (const ingress of next.status?.loadBalancer?.ingress ?? []) {
    if (ingress.ip !== undefined && ingress.ip !== '') ingress.ipMode ??= 'VIP'
  }
}
