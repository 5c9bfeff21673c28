import { isDns1123Subdomain, isQualifiedName, type FieldErrors } from '@pinnace/meta'
import { validateLabels } from '@pinnace/resources'
import type { PodResourceClaim, PodSchedulingGate, PodSpec } from '@pinnace/types/core-v1-pods'
import { validateHostNetworkPorts } from './containers/container-ports.ts'
import { validateContainers, validateEphemeralContainers, validateInitContainers } from './containers/containers.ts'
import {
  validateDns,
  validateDnsPolicy,
  validateHostAliases,
  validateHostnameOverride,
  validateHostnames,
} from './dns.ts'
import { validateEnvFiles } from './containers/env.ts'
import { validateOperatingSystem } from './security/operating-system.ts'
import { validateAffinity } from './scheduling/pod-affinity.ts'
import { validatePodResources } from './resources/pod-resources.ts'
import type { PodRules, PodScope } from './pod-rules.ts'
import { validateResourceClaims } from './resources/resource-claims.ts'
import { inclusiveRange, reportEach } from '../../validation/messages.ts'
import { validateResources } from './resources/resources.ts'
import { validateHostUsers, validatePodSecurityContext } from './security/security-context.ts'
import { validateStopSignals } from './containers/stop-signal.ts'
import { validateTolerations } from './scheduling/tolerations.ts'
import { validateTopologySpread } from './scheduling/topology-spread.ts'
import { createVolumeLookup } from './volumes/volume-mounts.ts'
import { validateVolumes } from './volumes/volumes.ts'
import { validateHostProcess } from './security/windows.ts'

const restartPolicies = ['Always', 'OnFailure', 'Never']
const preemptionPolicies = ['PreemptLowerPriority', 'Never']
const maxInt32 = 2_147_483_647
const nothing: readonly never[] = []
const noNames: ReadonlySet<string> = new Set()

/** Whose spec it is. */
interface PodSpecOwner {
  /** A pod's own spec, not a template's. */
  readonly isPod: boolean
  /** Name of the pod, where it is known. */
  readonly podName?: string | undefined
}

/** Everything a pod spec must hold to, on create and on update; `at` is its path. The spec has had its defaults. */
// upstream: core/validation, ValidatePodSpec
export function validatePodSpec(
  spec: PodSpec,
  at: string,
  errors: FieldErrors,
  { owner, rules }: { readonly owner: PodSpecOwner; readonly rules: PodRules },
): void {
  if (spec.terminationGracePeriodSeconds === undefined) errors.required(`${at}.terminationGracePeriodSeconds`)
  const { isPod, podName = '' } = owner
  const containers = spec.containers ?? nothing
  const initContainers = spec.initContainers ?? nothing
  const claims: readonly PodResourceClaim[] = spec.resourceClaims ?? nothing
  const scope: PodScope = {
    rules,
    isPod,
    gracePeriodSeconds: gracePeriodOf(spec),
    restartPolicy: spec.restartPolicy,
    hostUsers: spec.hostUsers !== false,
    claimNames: claims.length === 0 ? noNames : new Set(claims.map(({ name }) => name).filter((name) => name !== '')),
  }
  const list = spec.volumes
    ? validateVolumes(spec.volumes, { rules, isPod, podName }, `${at}.volumes`, errors)
    : nothing
  const find = createVolumeLookup(list)
  if (claims.length > 0) validateResourceClaims(claims, `${at}.resourceClaims`, errors)
  validateContainers(containers, `${at}.containers`, errors, { find, scope })
  if (initContainers.length > 0) {
    validateInitContainers(initContainers, `${at}.initContainers`, errors, { regular: containers, find, scope })
  }
  if (spec.ephemeralContainers?.length) {
    const others = [...containers, ...initContainers]
    validateEphemeralContainers(spec.ephemeralContainers, `${at}.ephemeralContainers`, errors, { others, find, scope })
  }
  if (spec.resources) validatePodResources(spec, scope, `${at}.resources`, errors)
  if (spec.hostNetwork) validateHostNetworkPorts(containers, isPod, `${at}.containers`, errors)
  if (spec.restartPolicy !== 'Always') validateRestartPolicy(spec.restartPolicy, at, errors)
  if (spec.dnsPolicy !== 'ClusterFirst') validateDnsPolicy(spec, at, errors)
  if (spec.nodeSelector) validateLabels(spec.nodeSelector, `${at}.nodeSelector`, errors)
  if (spec.securityContext) validatePodSecurityContext(spec, rules, at, errors)
  validateScheduling(spec, at, errors)
  validateHostProcess(spec, at, errors)
  if (spec.hostUsers === false) validateHostUsers(spec, at, errors)
  validateHostnameOverride(spec, at, errors)
  validateRest(spec, at, errors)
  if (spec.overhead)
    validateResources({ limits: spec.overhead }, `${at}.overhead`, errors, {
      owner: 'container',
      rules,
      claimNames: noNames,
    })
  if (spec.os) validateOperatingSystem(spec, at, errors)
  validateStopSignals(spec, at, errors)
  validateEnvFiles(spec, at, errors)
}

/** The grace period that rules of containers use: a negative one counts as one second. */
function gracePeriodOf({ terminationGracePeriodSeconds: seconds }: PodSpec): number | undefined {
  return seconds !== undefined && seconds < 0 ? 1 : seconds
}

/** Where a pod may go and when. */
function validateScheduling(spec: PodSpec, at: string, errors: FieldErrors): void {
  if (spec.affinity) validateAffinity(spec.affinity, `${at}.affinity`, errors)
  if (spec.dnsPolicy === 'None' || spec.dnsConfig) validateDns(spec, at, errors)
  const gates = spec.readinessGates ?? nothing
  for (const [index, { conditionType }] of gates.entries()) {
    reportEach(errors, isQualifiedName(conditionType), `${at}.readinessGates[${index}].conditionType`, conditionType)
  }
  if (spec.schedulingGates) validateSchedulingGates(spec.schedulingGates, `${at}.schedulingGates`, errors)
  if (spec.topologySpreadConstraints) {
    validateTopologySpread(spec.topologySpreadConstraints, `${at}.topologySpreadConstraints`, errors)
  }
}

/** Names of other objects, what the pod is called, how long it may run and what it puts up with: in upstream's order. */
function validateRest(spec: PodSpec, at: string, errors: FieldErrors): void {
  validateObjectName(spec.serviceAccountName, at, 'serviceAccountName', errors)
  validateObjectName(spec.nodeName, at, 'nodeName', errors)
  const { activeDeadlineSeconds: deadline, preemptionPolicy, runtimeClassName } = spec
  if (deadline !== undefined && (deadline < 1 || deadline > maxInt32)) {
    errors.invalid(`${at}.activeDeadlineSeconds`, deadline, inclusiveRange(1, maxInt32))
  }
  validateHostnames(spec, at, errors)
  if (spec.tolerations) validateTolerations(spec.tolerations, `${at}.tolerations`, errors)
  if (spec.hostAliases) validateHostAliases(spec.hostAliases, `${at}.hostAliases`, errors)
  validateObjectName(spec.priorityClassName, at, 'priorityClassName', errors)
  if (runtimeClassName === '') reportEach(errors, isDns1123Subdomain(''), `${at}.runtimeClassName`, '')
  else validateObjectName(runtimeClassName, at, 'runtimeClassName', errors)
  if (preemptionPolicy === undefined || preemptionPolicies.includes(preemptionPolicy)) return
  if (preemptionPolicy === '') errors.required(`${at}.preemptionPolicy`)
  else errors.notSupported(`${at}.preemptionPolicy`, preemptionPolicy, preemptionPolicies)
}

function validateObjectName(name: string | undefined, at: string, field: string, errors: FieldErrors): void {
  if (!name) return
  const messages = isDns1123Subdomain(name)
  if (messages.length > 0) reportEach(errors, messages, `${at}.${field}`, name)
}

function validateRestartPolicy(policy: string | undefined, at: string, errors: FieldErrors): void {
  if (!policy) errors.required(`${at}.restartPolicy`)
  else if (!restartPolicies.includes(policy)) errors.notSupported(`${at}.restartPolicy`, policy, restartPolicies)
}

// upstream: core/validation, validateSchedulingGates
function validateSchedulingGates(gates: readonly PodSchedulingGate[], at: string, errors: FieldErrors): void {
  const seen = new Set<string>()
  for (const [index, { name }] of gates.entries()) {
    reportEach(errors, isQualifiedName(name), `${at}[${index}]`, name)
    if (seen.has(name)) errors.duplicate(`${at}[${index}]`, name)
    seen.add(name)
  }
}
