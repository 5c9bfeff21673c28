import { isDns1123Label, type ObjectMeta } from '@pinnace/meta'
import type { ContainerPort, EnvVar } from '@pinnace/types/core-v1-containers'
import type { NodeSelectorTerm } from '@pinnace/types/core-v1-selectors'
import type { Pod, PodAffinity, PodSpec, PodTemplateSpec } from '@pinnace/types/core-v1-pods'
import type { Volume } from '@pinnace/types/core-v1-volumes'
import { isFraction } from '../pod-spec/resources/quantities.ts'
import type { PodRules } from '../pod-spec/pod-rules.ts'
import { visitContainers, type AnyContainer } from '../pod-spec/containers/visit-containers.ts'
import { warnOverlappingPaths } from '../pod-spec/volumes/overlapping-paths.ts'
import { specOf } from '../../spec-of.ts'
import { goText } from '../../go-values/go-value.ts'

const nullSelector = 'a null labelSelector results in matching no pod'

const oldVolumes: readonly (readonly [keyof Volume, string])[] = [
  ['photonPersistentDisk', 'photonPersistentDisk: deprecated in v1.11, non-functional in v1.16+'],
  ['gitRepo', 'gitRepo: deprecated in v1.11, and disabled by default in v1.33+'],
  ['scaleIO', 'scaleIO: deprecated in v1.16, non-functional in v1.22+'],
  ['flocker', 'flocker: deprecated in v1.22, non-functional in v1.25+'],
  ['storageos', 'storageOS: deprecated in v1.22, non-functional in v1.25+'],
  ['quobyte', 'quobyte: deprecated in v1.22, non-functional in v1.25+'],
  ['glusterfs', 'glusterfs: deprecated in v1.25, non-functional in v1.26+'],
  ['cephfs', 'cephfs: deprecated in v1.28, non-functional in v1.31+'],
  ['rbd', 'rbd: deprecated in v1.28, non-functional in v1.31+'],
]

/** What is accepted about a new pod, but likely not meant. */
// upstream: registry/core/pod/strategy.go, WarningsOnCreate
export function podWarnings(pod: Pod, rules: PodRules): readonly string[] {
  const name = pod.metadata.name ?? ''
  const messages = name.length <= 63 && simpleLabel.test(name) ? [] : isDns1123Label(name)
  const hostname =
    "this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended"
  const warnings = messages.length === 0 ? [] : [`metadata.name: ${hostname}: [${messages.join(' ')}]`]
  addSpecWarnings(warnings, specOf(pod), '', { metadata: pod.metadata, rules })
  return warnings
}

const simpleLabel = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/

/** What is accepted about a template of pods, but likely not meant; `at` is its path. */
// upstream: pkg/api/pod/warnings.go, GetWarningsForPodTemplate
export function podTemplateWarnings(template: PodTemplateSpec, at: string, rules: PodRules): readonly string[] {
  const warnings: string[] = []
  if (template.spec) addSpecWarnings(warnings, template.spec, `${at}.`, { metadata: template.metadata ?? {}, rules })
  return warnings
}

// upstream: pkg/api/pod/warnings.go, warningsForPodSpecAndMeta
function addSpecWarnings(
  warnings: string[],
  spec: PodSpec,
  at: string,
  { metadata, rules }: { readonly metadata: ObjectMeta; readonly rules: PodRules },
): void {
  const old = rules.deprecatedNodeLabels
  for (const key in spec.nodeSelector) {
    if (old.has(key)) warnings.push(`${at}spec.nodeSelector[${key}]: ${old.get(key)}`)
  }
  const { affinity } = spec
  if (affinity?.nodeAffinity) addNodeAffinityWarnings(warnings, spec, at, rules)
  spec.topologySpreadConstraints?.forEach(({ topologyKey, labelSelector }, index) => {
    const field = `${at}spec.topologySpreadConstraints[${index}]`
    const message = old.get(topologyKey)
    if (message !== undefined) warnings.push(`${field}.topologyKey: ${topologyKey} is ${message}`)
    if (!labelSelector) warnings.push(`${field}.labelSelector: ${nullSelector}`)
  })
  const { annotations } = metadata
  if (annotations) {
    for (const key of Object.keys(annotations).sort()) {
      const message = rules.deprecatedAnnotations.get(key)
      if (message !== undefined) warnings.push(`${at}metadata.annotations[${key}]: ${message}`)
    }
  }
  spec.volumes?.forEach((volume, index) => {
    for (const [field, message] of oldVolumes) {
      if (volume[field] !== undefined) warnings.push(`${at}spec.volumes[${index}].${message}`)
    }
  })
  if (spec.volumes) warnOverlappingPaths(spec.volumes, warnings)
  addDuplicateWarnings(warnings, spec, at)
  addFractionWarnings(warnings, spec.overhead, `${at}spec.overhead`)
  if (annotations && hasProfiles(annotations, rules)) addProfileWarnings(warnings, spec, at, { annotations, rules })
  visitContainers(spec, (container, list, index) => {
    addContainerWarnings(warnings, container, `${at}spec.${list}[${index}]`)
  })
  addPortWarnings(warnings, spec, at)
  if ((spec.terminationGracePeriodSeconds ?? 0) < 0) {
    const message = 'must be >= 0; negative values are invalid and will be treated as 1'
    warnings.push(`${at}spec.terminationGracePeriodSeconds: ${message}`)
  }
  if (affinity?.podAffinity) addPodAffinityWarnings(warnings, affinity.podAffinity, `${at}spec.affinity.podAffinity`)
  if (affinity?.podAntiAffinity) {
    addPodAffinityWarnings(warnings, affinity.podAntiAffinity, `${at}spec.affinity.podAntiAffinity`)
  }
}

function addNodeAffinityWarnings(warnings: string[], spec: PodSpec, at: string, rules: PodRules): void {
  const affinity = spec.affinity?.nodeAffinity
  if (affinity === undefined) return
  const field = `${at}spec.affinity.nodeAffinity`
  const required = affinity.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms
  required?.forEach((term, index) => {
    const path = `${field}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[${index}]`
    addTermWarnings(warnings, term, path, rules)
  })
  affinity.preferredDuringSchedulingIgnoredDuringExecution?.forEach(({ preference }, index) => {
    const path = `${field}.preferredDuringSchedulingIgnoredDuringExecution[${index}].preference`
    addTermWarnings(warnings, preference, path, rules)
  })
}

/** Labels of nodes that have a successor. */
// upstream: pkg/api/node/util.go, GetWarningsForNodeSelectorTerm
export function addTermWarnings(warnings: string[], term: NodeSelectorTerm, field: string, rules: PodRules): void {
  term.matchExpressions?.forEach(({ key }, index) => {
    const message = rules.deprecatedNodeLabels.get(key)
    if (message !== undefined) warnings.push(`${field}.matchExpressions[${index}].key: ${key} is ${message}`)
  })
}

function addDuplicateWarnings(warnings: string[], spec: PodSpec, at: string): void {
  const ips = new Set<string>()
  spec.hostAliases?.forEach(({ ip }, index) => {
    if (ips.has(ip)) warnings.push(`${at}spec.hostAliases[${index}].ip: duplicate ip ${JSON.stringify(ip)}`)
    ips.add(ip)
  })
  const names = new Set<string>()
  spec.imagePullSecrets?.forEach(({ name = '' }, index) => {
    const field = `${at}spec.imagePullSecrets[${index}].name`
    if (names.has(name)) warnings.push(`${field}: duplicate name ${JSON.stringify(name)}`)
    names.add(name)
  })
  spec.imagePullSecrets?.forEach(({ name }, index) => {
    if (!name) warnings.push(`${at}spec.imagePullSecrets[${index}].name: invalid empty name ""`)
  })
}

function addFractionWarnings(
  warnings: string[],
  amounts: Readonly<Record<string, string>> | undefined,
  field: string,
): void {
  if (amounts === undefined) return
  for (const name of ['memory', 'ephemeral-storage']) {
    const amount = amounts[name]
    if (amount !== undefined && isFraction(amount)) {
      const value = JSON.stringify(amount)
      warnings.push(`${field}[${name}]: fractional byte value ${value} is invalid, must be an integer`)
    }
  }
}

function hasProfiles(annotations: Readonly<Record<string, string>>, rules: PodRules): boolean {
  for (const key in annotations) {
    if (key.startsWith(rules.seccompContainerPrefix) || key.startsWith(rules.appArmorPrefix)) return true
    if (key === rules.seccompPodAnnotation) return true
  }
  return false
}

function addProfileWarnings(
  warnings: string[],
  spec: PodSpec,
  at: string,
  { annotations, rules }: { readonly annotations: Readonly<Record<string, string>>; readonly rules: PodRules },
): void {
  const useSeccomp = 'non-functional in v1.27+; use the "seccompProfile" field instead'
  const warn = (key: string, message: string): void => {
    if (Object.hasOwn(annotations, key)) warnings.push(`${at}metadata.annotations[${key}]: ${message}`)
  }
  if (!spec.securityContext?.seccompProfile) warn(rules.seccompPodAnnotation, useSeccomp)
  visitContainers(spec, ({ name, securityContext }) => {
    if (!securityContext?.seccompProfile) warn(`${rules.seccompContainerPrefix}${name}`, useSeccomp)
    // A pod is warned when its annotations become fields.
    if (at !== '' && !securityContext?.appArmorProfile && !spec.securityContext?.appArmorProfile) {
      warn(`${rules.appArmorPrefix}${name}`, 'deprecated since v1.30; use the "appArmorProfile" field instead')
    }
  })
}

function addContainerWarnings(warnings: string[], container: AnyContainer, field: string): void {
  addFractionWarnings(warnings, container.resources?.limits, `${field}.resources.limits`)
  addFractionWarnings(warnings, container.resources?.requests, `${field}.resources.requests`)
  if (container.env !== undefined && container.env.length > 1) addEnvWarnings(warnings, container.env, field)
}

/** A variable defined twice, where the second does not build on the first. */
function addEnvWarnings(warnings: string[], env: readonly EnvVar[], field: string): void {
  const names = new Set<string>()
  env.forEach(({ name, value = '', valueFrom }, index) => {
    if (!names.has(name)) {
      names.add(name)
      return
    }
    const reference = `$(${name})`
    if (valueFrom || value === reference || !value.includes(reference)) {
      const which = `hides previous definition of ${JSON.stringify(name)}`
      warnings.push(`${field}.env[${index}]: ${which}, which may be dropped when using apply`)
    }
  })
}

interface KnownPort {
  readonly field: string
  readonly port: ContainerPort
}

function addPortWarnings(warnings: string[], spec: PodSpec, at: string): void {
  let count = 0
  visitContainers(spec, ({ ports }) => void (count += ports?.length ?? 0))
  if (count === 0) return
  const known = new Map<string, KnownPort[]>()
  visitContainers(spec, (container, list, index) => {
    container.ports?.forEach((port, position) => {
      const field = `${at}spec.${list}[${index}].ports[${position}]`
      if (port.hostIP && !port.hostPort) {
        warnings.push(`${field}: hostIP set without hostPort: ${goText('core.v1.ContainerPort', port)}`)
      }
      if (count > 1) addPortClashes(warnings, { field, port }, known)
    })
  })
}

function addPortClashes(warnings: string[], one: KnownPort, known: Map<string, KnownPort[]>): void {
  const key = `${one.port.containerPort}/${one.port.protocol}`
  const others = known.get(key)
  if (others === undefined) {
    known.set(key, [one])
    return
  }
  for (const other of others) {
    const problem = clashOf(one.port, other.port)
    if (problem !== undefined) warnings.push(`${one.field}: ${problem} port definition with ${other.field}`)
  }
  // Enough to name a few: a thousand equal ports must not make half a million warnings.
  if (others.length < 16) others.push(one)
}

function clashOf(port: ContainerPort, other: ContainerPort): string | undefined {
  const { hostIP = '', hostPort = 0 } = port
  const { hostIP: otherIp = '', hostPort: otherPort = 0 } = other
  if (hostIP === otherIp && hostPort === otherPort) return 'duplicate'
  if (hostPort === 0 || otherPort === 0) return 'overlapping'
  return hostPort === otherPort && (hostIP === '') !== (otherIp === '') ? 'dangerously ambiguous' : undefined
}

function addPodAffinityWarnings(warnings: string[], affinity: PodAffinity, field: string): void {
  affinity.requiredDuringSchedulingIgnoredDuringExecution?.forEach(({ labelSelector }, index) => {
    if (labelSelector) return
    warnings.push(`${field}.requiredDuringSchedulingIgnoredDuringExecution[${index}].labelSelector: ${nullSelector}`)
  })
  affinity.preferredDuringSchedulingIgnoredDuringExecution?.forEach(({ podAffinityTerm }, index) => {
    if (podAffinityTerm.labelSelector) return
    const path = `${field}.preferredDuringSchedulingIgnoredDuringExecution[${index}].podAffinityTerm`
    warnings.push(`${path}.labelSelector: ${nullSelector}`)
  })
}
