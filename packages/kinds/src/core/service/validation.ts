import {
  isCidr,
  isDns1123Label,
  isDns1123Subdomain,
  isIp,
  isPortName,
  isPortNumber,
  isQualifiedName,
  isSemanticEqual,
  type FieldErrors,
} from '@pinnace/meta'
import { validateLabels } from '@pinnace/resources'
import type { Service, ServicePort, ServiceSpec } from '@pinnace/types/core-v1'
import { validateAppProtocol } from '../app-protocol.ts'
import { parseIp } from '../ip-address.ts'
import { validateNonSpecialIp } from '../special-ip.ts'
import { validateClusterIps, validateClusterIpsChange } from './cluster-ips.ts'
import { sentences } from '../../validation/messages.ts'
import { isExternallyAccessible, isHeadless, needsHealthCheckNodePort } from './needs.ts'

const types = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort']
const affinities = ['ClientIP', 'None']
const protocols = ['SCTP', 'TCP', 'UDP']
const trafficPolicies = ['Cluster', 'Local']
const distributions = ['PreferClose', 'PreferSameZone', 'PreferSameNode']
const maxAffinitySeconds = 86_400
/** The port of the agent every node runs. */
const nodeAgentPort = 10_250

const loadBalancerOnly = "may only be used when `type` is 'LoadBalancer'"

/** Adds what is wrong with a service. `agentName` is how messages call the agent every node runs. */
// upstream: core/validation, ValidateService
export function validateService(service: Service, agentName: string, errors: FieldErrors): void {
  const spec = service.spec ?? {}
  const ports = spec.ports ?? []
  if (ports.length === 0 && !isHeadless(service) && spec.type !== 'ExternalName') errors.required('spec.ports')
  validateType(service, errors, { spec, ports, agentName })
  const names = new Set<string>()
  ports.forEach((port, index) =>
    validatePort(port, `spec.ports[${index}]`, errors, { isNameRequired: ports.length > 1, names }),
  )
  validateLabels(spec.selector, 'spec.selector', errors)
  validateAffinity(spec, errors)
  validateClusterIps(service, errors)
  spec.externalIPs?.forEach((ip, index) => {
    const path = `spec.externalIPs[${index}]`
    const problems = isIp(ip)
    for (const message of problems) errors.invalid(path, ip, message)
    if (problems.length === 0) validateNonSpecialIp(ip, path, errors)
  })
  if (spec.type === undefined || spec.type === '') errors.required('spec.type')
  else if (!types.includes(spec.type)) errors.notSupported('spec.type', spec.type, types)
  validatePortsTogether(spec, ports, errors)
  validateLoadBalancer(spec, errors)
  validateTraffic(service, spec, errors)
}

/** Adds what is wrong with a change of a service. */
// upstream: core/validation, ValidateServiceUpdate
export function validateServiceChange(next: Service, live: Service, agentName: string, errors: FieldErrors): void {
  validateClusterIpsChange(next, live, errors)
  const isBalanced = live.spec?.type === 'LoadBalancer' && next.spec?.type === 'LoadBalancer'
  if (isBalanced && next.spec?.loadBalancerClass !== live.spec?.loadBalancerClass) {
    errors.invalid('spec.loadBalancerClass', next.spec?.loadBalancerClass, 'may not change once set')
  }
  // upstream: the class is validated for the update and with the service.
  validateLoadBalancerClass(next.spec ?? {}, errors)
  if (needsHealthCheckNodePort(live) && needsHealthCheckNodePort(next)) {
    if ((next.spec?.healthCheckNodePort ?? 0) !== (live.spec?.healthCheckNodePort ?? 0)) {
      errors.forbidden('spec.healthCheckNodePort', sentences.immutable)
    }
  }
  validateService(next, agentName, errors)
}

/** Adds what is wrong with the status of a service. */
// upstream: core/validation, ValidateLoadBalancerStatus
export function validateServiceStatus(next: Service, live: Service, errors: FieldErrors): void {
  const ingress = next.status?.loadBalancer?.ingress ?? []
  if (isSemanticEqual(ingress, live.status?.loadBalancer?.ingress)) return
  if (next.spec?.type !== 'LoadBalancer' && ingress.length > 0) {
    errors.forbidden('status.loadBalancer.ingress', "may only be used when `spec.type` is 'LoadBalancer'")
    return
  }
  ingress.forEach(({ ip = '', hostname = '', ipMode }, index) => {
    const path = `status.loadBalancer.ingress[${index}]`
    if (ip !== '') for (const message of isIp(ip)) errors.invalid(`${path}.ip`, ip, message)
    if (ip === '' && ipMode !== undefined)
      errors.forbidden(`${path}.ipMode`, 'may not be specified when `ip` is not set')
    if (ip !== '' && ipMode === undefined) errors.required(`${path}.ipMode`, 'must be specified when `ip` is set')
    if (ipMode !== undefined && ipMode !== 'VIP' && ipMode !== 'Proxy') {
      errors.notSupported(`${path}.ipMode`, ipMode, ['VIP', 'Proxy'])
    }
    if (hostname === '') return
    for (const message of isDns1123Subdomain(hostname)) errors.invalid(`${path}.hostname`, hostname, message)
    if (parseIp(hostname) !== undefined) {
      errors.invalid(`${path}.hostname`, hostname, 'must be a DNS name, not an IP address')
    }
  })
}

function validateType(
  service: Service,
  errors: FieldErrors,
  {
    spec,
    ports,
    agentName,
  }: { readonly spec: ServiceSpec; readonly ports: readonly ServicePort[]; readonly agentName: string },
): void {
  if (spec.type === 'LoadBalancer') {
    ports.forEach(({ port }, index) => {
      if (port !== nodeAgentPort) return
      const detail = `may not expose port ${nodeAgentPort} externally since it is used by ${agentName}`
      errors.invalid(`spec.ports[${index}]`, port, detail)
    })
  }
  if ((spec.type === 'LoadBalancer' || spec.type === 'NodePort') && isHeadless(service)) {
    errors.invalid('spec.clusterIPs[0]', 'None', `may not be set to 'None' for ${spec.type} services`)
  }
  if (spec.type !== 'ExternalName') return
  const detail = 'may not be set for ExternalName services'
  if ((spec.clusterIPs ?? []).length > 0) errors.forbidden('spec.clusterIPs', detail)
  if ((spec.ipFamilies ?? []).length > 0) errors.forbidden('spec.ipFamilies', detail)
  if (spec.ipFamilyPolicy !== undefined) errors.forbidden('spec.ipFamilyPolicy', detail)
  const given = spec.externalName ?? ''
  const name = given.endsWith('.') ? given.slice(0, -1) : given
  if (name === '') errors.required('spec.externalName')
  else for (const message of isDns1123Subdomain(name)) errors.invalid('spec.externalName', name, message)
}

function validatePort(
  { name = '', port, protocol = '', targetPort, appProtocol }: ServicePort,
  path: string,
  errors: FieldErrors,
  { isNameRequired, names }: { readonly isNameRequired: boolean; readonly names: Set<string> },
): void {
  if (name === '') {
    if (isNameRequired) errors.required(`${path}.name`)
  } else {
    for (const message of isDns1123Label(name)) errors.invalid(`${path}.name`, name, message)
    if (names.has(name)) errors.duplicate(`${path}.name`, name)
    names.add(name)
  }
  for (const message of isPortNumber(port)) errors.invalid(`${path}.port`, port, message)
  if (protocol === '') errors.required(`${path}.protocol`)
  else if (!protocols.includes(protocol)) errors.notSupported(`${path}.protocol`, protocol, protocols)
  const target = targetPort ?? 0
  const problems = typeof target === 'string' ? isPortName(target) : isPortNumber(target)
  for (const message of problems) errors.invalid(`${path}.targetPort`, target, message)
  if (appProtocol !== undefined) validateAppProtocol(appProtocol, `${path}.appProtocol`, errors)
}

function validatePortsTogether(spec: ServiceSpec, ports: readonly ServicePort[], errors: FieldErrors): void {
  const nodePorts = new Set<string>()
  const seen = new Set<string>()
  ports.forEach(({ nodePort = 0 }, index) => {
    if (nodePort === 0 || spec.type !== 'ClusterIP') return
    errors.forbidden(`spec.ports[${index}].nodePort`, "may not be used when `type` is 'ClusterIP'")
  })
  ports.forEach(({ nodePort = 0, protocol = '' }, index) => {
    if (nodePort === 0) return
    const key = `${protocol}/${nodePort}`
    if (nodePorts.has(key)) errors.duplicate(`spec.ports[${index}].nodePort`, nodePort)
    nodePorts.add(key)
  })
  ports.forEach(({ port, protocol = '' }, index) => {
    const key = `${protocol}/${port}`
    if (seen.has(key)) {
      const value = { Name: '', Protocol: protocol, AppProtocol: null, Port: port, TargetPort: 0, NodePort: 0 }
      errors.duplicate(`spec.ports[${index}]`, value)
    }
    seen.add(key)
  })
}

function validateAffinity({ sessionAffinity = '', sessionAffinityConfig }: ServiceSpec, errors: FieldErrors): void {
  if (sessionAffinity === '') errors.required('spec.sessionAffinity')
  else if (!affinities.includes(sessionAffinity)) {
    errors.notSupported('spec.sessionAffinity', sessionAffinity, affinities)
  }
  const path = 'spec.sessionAffinityConfig'
  if (sessionAffinity === 'None') {
    if (sessionAffinityConfig !== undefined) errors.forbidden(path, 'must not be set when session affinity is None')
    return
  }
  if (sessionAffinity !== 'ClientIP') return
  const detail = 'when session affinity type is ClientIP'
  const seconds = sessionAffinityConfig?.clientIP?.timeoutSeconds
  if (sessionAffinityConfig === undefined) errors.required(path, detail)
  else if (sessionAffinityConfig.clientIP === undefined) errors.required(`${path}.clientIP`, detail)
  else if (seconds === undefined) errors.required(`${path}.clientIP.timeoutSeconds`, detail)
  else if (seconds <= 0 || seconds > maxAffinitySeconds) {
    const range = `must be greater than 0 and less than ${maxAffinitySeconds}`
    errors.invalid(`${path}.clientIP.timeoutSeconds`, seconds, range)
  }
}

function validateLoadBalancer(spec: ServiceSpec, errors: FieldErrors): void {
  const isBalanced = spec.type === 'LoadBalancer'
  if ((spec.loadBalancerSourceRanges ?? []).length > 0) {
    // upstream: messages spell this field with a capital letter.
    const path = 'spec.LoadBalancerSourceRanges'
    if (!isBalanced) errors.forbidden(path, loadBalancerOnly)
    spec.loadBalancerSourceRanges?.forEach((given, index) => {
      const value = given.trim()
      for (const message of isCidr(value)) errors.invalid(`${path}[${index}]`, value, message)
    })
  }
  if (isBalanced && spec.allocateLoadBalancerNodePorts === undefined) {
    errors.required('spec.allocateLoadBalancerNodePorts')
  }
  if (!isBalanced && spec.allocateLoadBalancerNodePorts !== undefined) {
    errors.forbidden('spec.allocateLoadBalancerNodePorts', loadBalancerOnly)
  }
  validateLoadBalancerClass(spec, errors)
}

function validateLoadBalancerClass({ type, loadBalancerClass: name }: ServiceSpec, errors: FieldErrors): void {
  if (name === undefined) return
  if (type !== 'LoadBalancer') errors.forbidden('spec.loadBalancerClass', loadBalancerOnly)
  else for (const message of isQualifiedName(name)) errors.invalid('spec.loadBalancerClass', name, message)
}

function validateTraffic(service: Service, spec: ServiceSpec, errors: FieldErrors): void {
  const external = spec.externalTrafficPolicy ?? ''
  if (!isExternallyAccessible(service)) {
    if (external !== '') {
      errors.invalid('spec.externalTrafficPolicy', external, 'may only be set for externally-accessible services')
    }
  } else if (external === '') {
    errors.required('spec.externalTrafficPolicy')
  } else if (!trafficPolicies.includes(external)) {
    errors.notSupported('spec.externalTrafficPolicy', external, trafficPolicies)
  }
  const healthPort = spec.healthCheckNodePort ?? 0
  if (needsHealthCheckNodePort(service)) {
    if (healthPort === 0) errors.required('spec.healthCheckNodePort')
    else for (const message of isPortNumber(healthPort)) errors.invalid('spec.healthCheckNodePort', healthPort, message)
  } else if (healthPort !== 0) {
    const detail = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'"
    errors.invalid('spec.healthCheckNodePort', healthPort, detail)
  }
  const internal = spec.internalTrafficPolicy
  if (internal === undefined) {
    if (spec.type !== undefined && spec.type !== '' && spec.type !== 'ExternalName' && types.includes(spec.type)) {
      errors.required('spec.internalTrafficPolicy')
    }
  } else if (!trafficPolicies.includes(internal)) {
    errors.notSupported('spec.internalTrafficPolicy', internal, trafficPolicies)
  }
  if (spec.trafficDistribution !== undefined && !distributions.includes(spec.trafficDistribution)) {
    errors.notSupported('spec.trafficDistribution', spec.trafficDistribution, distributions)
  }
}
