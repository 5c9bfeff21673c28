import type { Service } from '@pinnace/types/core-v1'
import { isHeadless } from './needs.ts'

/** Fields of a service that are deprecated, and those that its type ignores. */
// upstream: pkg/api/service/warnings.go, GetWarningsForService
export function serviceWarnings(service: Service): readonly string[] {
  const {
    type,
    externalIPs = [],
    externalName,
    loadBalancerIP,
    sessionAffinity,
    trafficDistribution,
  } = service.spec ?? {}
  const warnings: string[] = []
  const hasExternalIps = externalIPs.length > 0
  const isNamed = type === 'ExternalName'
  if (hasExternalIps && isNamed) warnings.push('spec.externalIPs is ignored when spec.type is "ExternalName"')
  else if (hasExternalIps && !isHeadless(service)) {
    warnings.push('spec.externalIPs is deprecated and may no longer be implemented in some clusters')
  }
  if (externalName && !isNamed) warnings.push('spec.externalName is ignored when spec.type is not "ExternalName"')
  if (trafficDistribution === 'PreferClose') {
    warnings.push('spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"')
  }
  if (!isHeadless(service)) return warnings
  if (loadBalancerIP) warnings.push('spec.loadBalancerIP is ignored for headless services')
  if (hasExternalIps) warnings.push('spec.externalIPs is ignored for headless services')
  if (sessionAffinity === 'ClientIP') warnings.push('spec.SessionAffinity is ignored for headless services')
  return warnings
}
