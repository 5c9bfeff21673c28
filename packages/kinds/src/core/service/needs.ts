import type { Service } from '@pinnace/types/core-v1'

/** Whether the type of the service has cluster addresses at all. */
export function needsClusterIp({ spec }: Service): boolean {
  return spec?.type === 'ClusterIP' || spec?.type === 'NodePort' || spec?.type === 'LoadBalancer'
}

/** Whether the service stands on ports of every node. */
export function needsNodePort({ spec }: Service): boolean {
  return spec?.type === 'NodePort' || spec?.type === 'LoadBalancer'
}

/** Whether the service has a port on which nodes say if they hold an endpoint. */
export function needsHealthCheckNodePort({ spec }: Service): boolean {
  return spec?.type === 'LoadBalancer' && spec.externalTrafficPolicy === 'Local'
}

/** Whether anything outside the cluster can reach the service. */
export function isExternallyAccessible({ spec }: Service): boolean {
  if (spec?.type === 'LoadBalancer' || spec?.type === 'NodePort') return true
  return spec?.type === 'ClusterIP' && (spec.externalIPs ?? []).length > 0
}

/** Whether the service has no cluster address on purpose. */
export function isHeadless({ spec }: Service): boolean {
  return spec?.clusterIPs?.length === 1 && spec.clusterIPs[0] === 'None'
}
