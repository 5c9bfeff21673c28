import type { Mutable } from '@pinnace/meta'
import type { PodSpec, PodTemplateSpec } from '@pinnace/types/core-v1-pods'
import type { PodGates, PodRules } from './pod-rules.ts'
import { someContainer, visitContainers, type AnyContainer } from './containers/visit-containers.ts'

/** Removes the fields whose feature gates are off, unless the stored spec uses them already. */
// upstream: pkg/api/pod/util.go, dropDisabledFields
export function dropDisabledFields(next: PodSpec | undefined, live: PodSpec | undefined, { gates }: PodRules): void {
  if (next === undefined) return
  const spec = next as Mutable<PodSpec>
  if (!gates.workloads && spec.schedulingGroup !== undefined && live?.schedulingGroup === undefined) {
    delete spec.schedulingGroup
  }
  if (!gates.stopSignals && someContainer(spec, hasStopSignal) && !(live && someContainer(live, hasStopSignal))) {
    visitContainers(spec, dropStopSignal)
  }
  if (!gates.hostnameOverrides && live?.hostnameOverride === undefined) delete spec.hostnameOverride
  if (!gates.envFiles && !(live && someContainer(live, hasEnvFile))) visitContainers(spec, dropEnvFiles)
  if (!gates.restartRules && !(live && hasRestartRules(live))) {
    visitContainers(spec, (container, list) => dropRestartRules(container, list === 'initContainers'))
  }
  if (!gates.podResources && live?.resources === undefined) delete spec.resources
  if (!gates.imageVolumes && !live?.volumes?.some(hasImage)) dropImageVolumes(spec)
  if (spec.volumes?.some(isProjected) === true) dropProjections(spec, live, gates)
}

function isProjected({ projected }: NonNullable<PodSpec['volumes']>[number]): boolean {
  return projected !== undefined
}

function hasImage({ image }: NonNullable<PodSpec['volumes']>[number]): boolean {
  return image !== undefined
}

/** A volume cannot be without a source: it goes, and so do its mounts. */
function dropImageVolumes(spec: Mutable<PodSpec>): void {
  const names = new Set(spec.volumes?.filter(hasImage).map(({ name }) => name))
  if (names.size === 0) return
  spec.volumes = (spec.volumes ?? []).filter(({ name }) => !names.has(name))
  visitContainers(spec, (container) => {
    const target = container as Mutable<AnyContainer>
    if (target.volumeMounts) target.volumeMounts = target.volumeMounts.filter(({ name }) => !names.has(name))
  })
}

function hasEnvFile({ env = [] }: AnyContainer): boolean {
  return env.some(({ valueFrom }) => valueFrom?.fileKeyRef !== undefined)
}

function dropEnvFiles({ env = [] }: AnyContainer): void {
  for (const { valueFrom } of env) {
    if (valueFrom?.fileKeyRef !== undefined) delete (valueFrom as Mutable<typeof valueFrom>).fileKeyRef
  }
}

/** An init container with the policy `Always` is a sidecar, which needs no gate. */
function hasRestartRules(spec: PodSpec): boolean {
  let isUsed = false
  visitContainers(spec, ({ restartPolicy, restartPolicyRules = [] }, list) => {
    const isSidecar = list === 'initContainers' && restartPolicy === 'Always'
    if ((restartPolicy !== undefined && !isSidecar) || restartPolicyRules.length > 0) isUsed = true
  })
  return isUsed
}

function dropRestartRules(container: AnyContainer, isInit: boolean): void {
  const target = container as Mutable<AnyContainer>
  if (!isInit || target.restartPolicy !== 'Always') delete target.restartPolicy
  delete target.restartPolicyRules
}

/** The same for the template of a workload. */
export function dropDisabledTemplateFields(
  next: PodTemplateSpec | undefined,
  live: PodTemplateSpec | undefined,
  rules: PodRules,
): void {
  dropDisabledFields(next?.spec, live?.spec, rules)
}

function dropStopSignal(container: AnyContainer): void {
  const { lifecycle } = container
  if (lifecycle?.stopSignal === undefined) return
  delete (lifecycle as Mutable<typeof lifecycle>).stopSignal
  if (Object.keys(lifecycle).length === 0) delete (container as { lifecycle?: unknown }).lifecycle
}

type Projection = 'clusterTrustBundle' | 'podCertificate'

function dropProjections(spec: PodSpec, live: PodSpec | undefined, gates: PodGates): void {
  if (!gates.trustBundles && !hasProjection(live, 'clusterTrustBundle')) dropProjection(spec, 'clusterTrustBundle')
  if (!gates.podCertificates && !hasProjection(live, 'podCertificate')) dropProjection(spec, 'podCertificate')
}

function dropProjection(spec: PodSpec, name: Projection): void {
  for (const { projected } of spec.volumes ?? []) {
    for (const source of projected?.sources ?? []) {
      if (source[name] !== undefined) delete (source as Mutable<typeof source>)[name]
    }
  }
}

function hasProjection(spec: PodSpec | undefined, name: Projection): boolean {
  return (
    spec?.volumes?.some(({ projected }) => projected?.sources?.some((source) => source[name] !== undefined)) ?? false
  )
}

function hasStopSignal({ lifecycle }: { readonly lifecycle?: { readonly stopSignal?: string } }): boolean {
  return lifecycle?.stopSignal !== undefined
}
