import { validateAllocatedResources } from './allocated-resources.ts'
import { isDns1123Subdomain, isIp, isQualifiedName, type FieldErrors, type Mutable } from '@pinnace/meta'
import type { ObjectSubresource } from '@pinnace/resources'
import type { Container, ContainerStatus } from '@pinnace/types/core-v1-containers'
import type { Pod, PodSpec, PodStatus } from '@pinnace/types/core-v1-pods'
import { keepAllButStatus } from '../../status-subresource.ts'
import { validatePodAnnotations, validatePodAnnotationsUpdate } from '../pod-spec/security/pod-annotations.ts'
import type { PodRules } from '../pod-spec/pod-rules.ts'
import { reportEach, sentences } from '../../validation/messages.ts'
import { isSidecar } from '../pod-spec/containers/visit-containers.ts'
import { validateExtendedClaimStatus } from './extended-claim-status.ts'
import { specOf } from '../../spec-of.ts'
import { goValue } from '../../go-values/go-value.ts'

/** `/status`: what a node's agent says of a pod. */
// upstream: registry/core/pod/strategy.go, podStatusStrategy
export function podStatus(rules: PodRules, defaults: (next: Mutable<Pod>) => void): ObjectSubresource<Pod> {
  return {
    type: 'object',
    verbs: ['get', 'patch', 'update'],
    ownedFields: ['status'],
    strategy: {
      defaults,
      resetFields: [['spec'], ['metadata', 'deletionTimestamp'], ['metadata', 'ownerReferences']],
      prepareForUpdate(next, live) {
        keepAllButStatus(next, live)
        keepOwners(next, live)
        if (!next.status?.qosClass && live.status?.qosClass) {
          next.status = { ...next.status, qosClass: live.status.qosClass }
        }
        // upstream: the feature DRANodeAllocatableResources is off.
        delete next.status?.nodeAllocatableResourceClaimStatuses
        if (next.status) keepObservedGeneration(next.status, live.status ?? {})
      },
      validateUpdate: (next, live, errors) => validatePodStatusUpdate(next, live, rules, errors),
    },
  }
}

// upstream: old agents spoil owner references, so this view leaves them alone.
function keepOwners(next: Mutable<Pod>, live: Pod): void {
  const { ownerReferences } = live.metadata
  if (ownerReferences === undefined) delete next.metadata.ownerReferences
  else next.metadata.ownerReferences = ownerReferences as Mutable<typeof ownerReferences>
}

// upstream: registry/core/pod/strategy.go, preserveOldObservedGeneration
function keepObservedGeneration(next: Mutable<PodStatus>, live: PodStatus): void {
  if (!next.observedGeneration && live.observedGeneration) next.observedGeneration = live.observedGeneration
  const known = new Map<string, number[]>()
  for (const { type, observedGeneration = 0 } of live.conditions ?? []) {
    known.set(type, [...(known.get(type) ?? []), observedGeneration])
  }
  for (const condition of next.conditions ?? []) {
    const generation = known.get(condition.type)?.shift()
    if (!condition.observedGeneration && generation) condition.observedGeneration = generation
  }
}

/** The older single address and the list agree; where they do not, the single one is right. */
// upstream: apis/core/v1/conversion.go, Convert_v1_PodStatus_To_core_PodStatus and back
export function syncPodIps(status: Mutable<PodStatus>): void {
  const { podIP, podIPs } = status
  if (podIP && podIPs?.[0]?.ip !== podIP) status.podIPs = [{ ip: podIP }]
  else if (!podIP && podIPs?.[0]) status.podIP = podIPs[0].ip
}

const noNames: ReadonlySet<string> = new Set()
const containersOf = { containerStatuses: 'containers', initContainerStatuses: 'initContainers' } as const
const systemConditions: ReadonlySet<string> = new Set(['PodScheduled', 'Ready', 'Initialized'])

// upstream: core/validation, ValidatePodStatusUpdate
function validatePodStatusUpdate(next: Pod, live: Pod, rules: PodRules, errors: FieldErrors): void {
  const status = next.status ?? {}
  const stored = live.status ?? {}
  const spec = specOf(live)
  const { annotations } = next.metadata
  validatePodAnnotationsUpdate(annotations, live.metadata.annotations, errors, { rules, at: 'metadata.annotations' })
  validatePodAnnotations(annotations, 'metadata.annotations', errors, { spec, rules })
  if ((status.observedGeneration ?? 0) < 0) refuseNegative('status', status, errors)
  status.conditions?.forEach((condition, index) => {
    const { type, observedGeneration = 0 } = condition
    if (observedGeneration < 0) refuseNegative(`status.conditions[${index}]`, condition, errors)
    // upstream: the path has the name of the Go field.
    if (!systemConditions.has(type)) reportEach(errors, isQualifiedName(type), `status.conditions[${index}].Type`, type)
  })
  const { nominatedNodeName } = status
  if (nominatedNodeName && nominatedNodeName !== stored.nominatedNodeName) {
    reportEach(errors, isDns1123Subdomain(nominatedNodeName), 'status.nominatedNodeName', nominatedNodeName)
  }
  if ((status.qosClass ?? '') !== (stored.qosClass ?? '')) {
    errors.invalid('status.qosClass', status.qosClass ?? '', sentences.immutable)
  }
  validateRestarts('containerStatuses', status, errors, { stored, spec })
  validateRestarts('initContainerStatuses', status, errors, { stored, spec })
  validateRestarts('ephemeralContainerStatuses', status, errors, { stored, spec: { ...spec, restartPolicy: 'Never' } })
  validateClaimStatuses(status, spec, errors)
  validateExtendedClaimStatus(status, spec, errors)
  validateIps(status.podIPs?.map(({ ip }) => ip) ?? [], 'status.podIPs', status.podIPs, errors)
  const hostIps = status.hostIPs?.map(({ ip }) => ip) ?? []
  if (hostIps.length > 0 && hostIps[0] !== (status.hostIP ?? '')) {
    errors.invalid('status.hostIPs[0].ip', hostIps[0], 'must be equal to `hostIP`')
  }
  validateIps(hostIps, 'status.hostIPs', status.hostIPs, errors)
  validateAllocatedResources(status, spec, errors)
}

function refuseNegative(
  at: string,
  { observedGeneration }: { readonly observedGeneration?: number },
  errors: FieldErrors,
): void {
  errors.invalid(`${at}.observedGeneration`, observedGeneration, 'must be a non-negative integer')
}

/** A container that has ended for good does not run again. */
// upstream: core/validation, ValidateContainerStateTransition and ValidateInitContainerStateTransition
function validateRestarts(
  list: 'containerStatuses' | 'initContainerStatuses' | 'ephemeralContainerStatuses',
  status: PodStatus,
  errors: FieldErrors,
  { stored, spec }: { readonly stored: PodStatus; readonly spec: PodSpec },
): void {
  if (spec.restartPolicy === 'Always' || !stored[list]?.length) return
  const restartable = list === 'ephemeralContainerStatuses' ? noNames : restartableNames(spec[containersOf[list]])
  const next = new Map<string, ContainerStatus>()
  for (const container of status[list] ?? []) next.set(container.name, container)
  stored[list].forEach(({ name, state }, index) => {
    const terminated = state?.terminated
    if (!terminated) return
    if (terminated.exitCode !== 0 && spec.restartPolicy === 'OnFailure') return
    if (restartable.has(name)) return
    const now = next.get(name)
    if (now && !now.state?.terminated) {
      errors.forbidden(`status.${list}[${index}].state`, 'may not be transitioned to non-terminated state')
    }
  })
}

/** Containers that run again by a policy or rules of their own. */
function restartableNames(containers: readonly Container[] | undefined): ReadonlySet<string> {
  const names = new Set<string>()
  for (const container of containers ?? []) {
    if (isSidecar(container) || container.restartPolicyRules?.length) names.add(container.name)
  }
  return names
}

// upstream: core/validation, validatePodResourceClaimStatuses
function validateClaimStatuses(status: PodStatus, spec: PodSpec, errors: FieldErrors): void {
  const known = new Set(spec.resourceClaims?.map(({ name }) => name))
  const seen = new Set<string>()
  status.resourceClaimStatuses?.forEach(({ name, resourceClaimName }, index) => {
    const at = `status.resourceClaimStatuses[${index}]`
    const field = `${at}.name`
    if (!known.has(name)) errors.invalid(field, name, 'must match the name of an entry in `spec.resourceClaims`')
    if (seen.has(name)) errors.duplicate(field, name)
    seen.add(name)
    if (resourceClaimName !== undefined) {
      reportEach(errors, isDns1123Subdomain(resourceClaimName), `${at}.resourceClaimName`, resourceClaimName)
    }
  })
}

/** At most one address of each family. */
// upstream: core/validation, validatePodIPs and validateHostIPs
function validateIps(ips: readonly string[], field: string, list: unknown, errors: FieldErrors): void {
  ips.forEach((ip, index) => reportEach(errors, isIp(ip), `${field}[${index}]`, ip))
  if (ips.length < 2) return
  const broken = ips.findIndex((ip) => isIp(ip).length > 0)
  if (broken !== -1) {
    errors.internal(field, `failed to check for dual stack with error:invalid IP[${broken}]: ${ips[broken]}`)
  }
  const families = new Set(ips.map((ip) => ip.includes(':')))
  if (broken !== -1 || families.size !== 2 || ips.length > 2) {
    errors.invalid(field, goValue('[]core.v1.PodIP', list), 'may specify no more than one IP for each IP family')
  }
}
