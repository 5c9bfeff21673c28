import { isEqualJson, validateLabelSelector, type FieldErrors, type Mutable } from '@pinnace/meta'
import { hasEmptied } from '@pinnace/schema'
import type { NetworkPolicy, NetworkPolicyPeer, NetworkPolicySpec } from '@pinnace/types/networking-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { networkPolicyColumns } from '../columns/networking.ts'
import { ipBlockWarnings, validateIpBlock } from './ip-block.ts'
import { validatePolicyPort } from './policy-port.ts'
import { countGeneration } from '../generation.ts'

const policyTypes = ['Ingress', 'Egress']

/** Network policies: who may talk to which pods, and to whom they may. */
// upstream: networking/validation, ValidateNetworkPolicy
export const networkPolicy: KindBehavior<NetworkPolicy> = {
  strategy: {
    defaults: ({ spec }: Mutable<NetworkPolicy>) => (spec === undefined ? undefined : defaultSpec(spec)),
    validate: ({ spec = {} }, errors) => validateSpec(spec, new Set(), errors),
    validateUpdate: ({ spec = {} }, live, errors) => validateSpec(spec, blocksOf(live.spec), errors),
    prepareForUpdate(next, live) {
      // upstream: networkpolicy strategy.go – compared with reflect.DeepEqual, to which an empty list is not an absent one.
      if (!isEqualJson(next.spec, live.spec) || hasEmptied(next.spec)) countGeneration(next, live)
    },
    warnings: rangeWarnings,
  },
  columns: networkPolicyColumns,
}

// upstream: pkg/api/networkpolicy, GetWarningsForNetworkPolicy
function rangeWarnings({ spec = {} }: NetworkPolicy): readonly string[] {
  const warningsOf = (peers: readonly NetworkPolicyPeer[] | undefined, at: string): readonly string[] =>
    (peers ?? []).flatMap(({ ipBlock }, index) => (ipBlock ? ipBlockWarnings(ipBlock, `${at}[${index}].ipBlock`) : []))
  return [
    ...(spec.ingress ?? []).flatMap(({ from }, index) => warningsOf(from, `spec.ingress[${index}].from`)),
    ...(spec.egress ?? []).flatMap(({ to }, index) => warningsOf(to, `spec.egress[${index}].to`)),
  ]
}

// upstream: apis/networking/v1/defaults.go
function defaultSpec(spec: Mutable<NetworkPolicySpec>): void {
  for (const rule of [...(spec.ingress ?? []), ...(spec.egress ?? [])]) {
    for (const port of rule.ports ?? []) port.protocol ??= 'TCP'
  }
  if ((spec.policyTypes ?? []).length > 0) return
  spec.policyTypes = (spec.egress ?? []).length > 0 ? ['Ingress', 'Egress'] : ['Ingress']
}

// upstream: networking/validation, ValidateNetworkPolicySpec
function validateSpec(spec: NetworkPolicySpec, known: ReadonlySet<string>, errors: FieldErrors): void {
  validateLabelSelector(spec.podSelector, 'spec.podSelector', errors)
  spec.ingress?.forEach(({ ports = [], from = [] }, index) => {
    const at = `spec.ingress[${index}]`
    ports.forEach((port, place) => validatePolicyPort(port, `${at}.ports[${place}]`, errors))
    from.forEach((peer, place) => validatePeer(peer, known, `${at}.from[${place}]`, errors))
  })
  spec.egress?.forEach(({ ports = [], to = [] }, index) => {
    const at = `spec.egress[${index}]`
    ports.forEach((port, place) => validatePolicyPort(port, `${at}.ports[${place}]`, errors))
    to.forEach((peer, place) => validatePeer(peer, known, `${at}.to[${place}]`, errors))
  })
  const types = spec.policyTypes ?? []
  if (types.length > policyTypes.length) {
    return errors.invalid('spec.policyTypes', types, 'may not specify more than two policyTypes')
  }
  types.forEach((type, index) => {
    if (!policyTypes.includes(type)) errors.notSupported(`spec.policyTypes[${index}]`, type, policyTypes)
  })
  return undefined
}

function validatePeer(peer: NetworkPolicyPeer, known: ReadonlySet<string>, at: string, errors: FieldErrors): void {
  const { podSelector, namespaceSelector, ipBlock } = peer
  validateLabelSelector(podSelector, `${at}.podSelector`, errors)
  validateLabelSelector(namespaceSelector, `${at}.namespaceSelector`, errors)
  if (ipBlock) validateIpBlock(ipBlock, known, `${at}.ipBlock`, errors)
  const others = podSelector !== undefined || namespaceSelector !== undefined
  if (!ipBlock && !others) errors.required(at, 'must specify a peer')
  if (ipBlock && others) errors.forbidden(at, 'may not specify both ipBlock and another peer')
}

/** Ranges a stored policy names: they may stay, whatever they are. */
function blocksOf(spec: NetworkPolicySpec | undefined): ReadonlySet<string> {
  const peers = [
    ...(spec?.ingress ?? []).flatMap(({ from = [] }) => from),
    ...(spec?.egress ?? []).flatMap(({ to = [] }) => to),
  ]
  return new Set(peers.flatMap(({ ipBlock }) => (ipBlock ? [ipBlock.cidr, ...(ipBlock.except ?? [])] : [])))
}
