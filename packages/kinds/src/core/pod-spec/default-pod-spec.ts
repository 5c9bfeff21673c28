import type { PodGates } from './pod-rules.ts'
import type { Mutable } from '@pinnace/meta'
import type { PodSpec } from '@pinnace/types/core-v1-pods'
import { aggregateRequests } from './resources/pod-resources.ts'
import { defaultContainer } from './containers/default-container.ts'
import { defaultVolume } from './volumes/default-volume.ts'
import { isHugePages, isPodLevelResource } from './resources/resource-names.ts'
import { containerLists } from './containers/visit-containers.ts'

/** Seconds between the request to stop and the end, where a pod does not say. */
const defaultGracePeriodSeconds = 30

/** Fills what a pod spec, of a pod or of a template, left out. */
// upstream: apis/core/v1/defaults.go, SetDefaults_PodSpec and those of the types inside it
export function defaultPodSpec(
  spec: Mutable<PodSpec>,
  { imageVolumes }: Pick<PodGates, 'imageVolumes'> = { imageVolumes: true },
): void {
  if (!spec.dnsPolicy) spec.dnsPolicy = 'ClusterFirst'
  if (!spec.restartPolicy) spec.restartPolicy = 'Always'
  spec.securityContext ??= {}
  spec.terminationGracePeriodSeconds ??= defaultGracePeriodSeconds
  if (!spec.schedulerName) spec.schedulerName = 'default-scheduler'
  mirrorServiceAccount(spec)
  if (spec.volumes) for (const volume of spec.volumes) defaultVolume(volume, imageVolumes)
  for (const list of containerLists) {
    const containers = spec[list]
    if (containers) for (const container of containers) defaultContainer(container)
  }
}

/** The old name of serviceAccountName says the same. */
// upstream: apis/core/v1/conversion.go, Convert_v1_PodSpec_To_core_PodSpec and back
function mirrorServiceAccount(spec: Mutable<PodSpec>): void {
  const name = spec.serviceAccountName || spec.serviceAccount
  if (name) {
    spec.serviceAccountName = name
    spec.serviceAccount = name
  } else {
    delete spec.serviceAccountName
    delete spec.serviceAccount
  }
}

/** Fills what only a pod's own spec is given: requests from limits, host ports, service links. */
// upstream: apis/core/v1/defaults.go, SetDefaults_Pod
export function defaultPodOnly(spec: Mutable<PodSpec>, { podResources }: Pick<PodGates, 'podResources'>): void {
  for (const containers of [spec.containers, spec.initContainers]) {
    if (!containers) continue
    for (const { resources } of containers) {
      if (resources?.limits) resources.requests = withDefaults(resources.requests, resources.limits)
    }
  }
  if (podResources && spec.resources) defaultPodResources(spec)
  spec.enableServiceLinks ??= true
  if (!spec.hostNetwork) return
  for (const containers of [spec.containers, spec.initContainers]) {
    for (const container of containers ?? []) {
      for (const port of container.ports ?? []) if (!port.hostPort) port.hostPort = port.containerPort
    }
  }
}

// upstream: apis/core/v1/defaults.go, defaultHugePagePodLimits and defaultPodRequests
function defaultPodResources(spec: Mutable<PodSpec>): void {
  const { resources } = spec
  if (resources === undefined) return
  const aggregated = aggregateRequests(spec)
  const pages = [...aggregated].filter(([name]) => isHugePages(name) && resources.requests?.[name] === undefined)
  if (pages.length > 0 && (resources.limits || resources.requests)) {
    resources.limits = withDefaults(resources.limits, Object.fromEntries(pages))
  }
  if (!resources.limits || Object.keys(resources.limits).length === 0) return
  const needed = [...aggregated].filter(([name]) => !isHugePages(name))
  const limited = Object.entries(resources.limits).filter(([name]) => isPodLevelResource(name))
  const requests = withDefaults(
    withDefaults(resources.requests, Object.fromEntries(needed)),
    Object.fromEntries(limited),
  )
  if (Object.keys(requests).length > 0) resources.requests = requests
}

function withDefaults(
  amounts: Record<string, string> | undefined,
  defaults: Readonly<Record<string, string>>,
): Record<string, string> {
  if (amounts === undefined) return { ...defaults }
  for (const [name, value] of Object.entries(defaults)) {
    if (!Object.hasOwn(amounts, name)) {
      Object.defineProperty(amounts, name, { value, writable: true, enumerable: true, configurable: true })
    }
  }
  return amounts
}
