import { canonicalQuantity, formatQuantity, parseQuantity, type Mutable } from '@pinnace/meta'
import type { HTTPGetAction, Probe, ResourceRequirements } from '@pinnace/types/core-v1-containers'
import { imageTag } from './image-name.ts'
import type { AnyContainer } from './visit-containers.ts'

/** Fills what a container left out. */
// upstream: apis/core/v1/defaults.go, SetDefaults_Container and those of the types inside it
export function defaultContainer(container: Mutable<AnyContainer>): void {
  if (!container.imagePullPolicy) container.imagePullPolicy = defaultPullPolicy(container.image)
  if (!container.terminationMessagePath) container.terminationMessagePath = '/dev/termination-log'
  if (!container.terminationMessagePolicy) container.terminationMessagePolicy = 'File'
  if (container.ports) for (const port of container.ports) if (!port.protocol) port.protocol = 'TCP'
  if (container.env) {
    for (const { valueFrom } of container.env) {
      if (valueFrom?.fieldRef && !valueFrom.fieldRef.apiVersion) valueFrom.fieldRef.apiVersion = 'v1'
      if (valueFrom?.fileKeyRef) valueFrom.fileKeyRef.optional ??= false
    }
  }
  if (container.resources) roundResources(container.resources)
  if (container.livenessProbe) defaultProbe(container.livenessProbe)
  if (container.readinessProbe) defaultProbe(container.readinessProbe)
  if (container.startupProbe) defaultProbe(container.startupProbe)
  defaultHttpGet(container.lifecycle?.postStart?.httpGet)
  defaultHttpGet(container.lifecycle?.preStop?.httpGet)
}

/** `Always` where the newest is asked for, else what is there will do. */
export function defaultPullPolicy(image: string | undefined): 'Always' | 'IfNotPresent' {
  return imageTag(image ?? '') === 'latest' ? 'Always' : 'IfNotPresent'
}

// upstream: apis/core/v1/defaults.go, SetDefaults_Probe
function defaultProbe(probe: Mutable<Probe>): void {
  if (!probe.timeoutSeconds) probe.timeoutSeconds = 1
  if (!probe.periodSeconds) probe.periodSeconds = 10
  if (!probe.successThreshold) probe.successThreshold = 1
  if (!probe.failureThreshold) probe.failureThreshold = 3
  defaultHttpGet(probe.httpGet)
  if (probe.grpc) probe.grpc.service ??= ''
}

function defaultHttpGet(action: Mutable<HTTPGetAction> | undefined): void {
  if (!action) return
  if (!action.path) action.path = '/'
  if (!action.scheme) action.scheme = 'HTTP'
}

function roundResources({ limits, requests }: Mutable<ResourceRequirements>): void {
  if (limits) roundAmounts(limits)
  if (requests) roundAmounts(requests)
}

/** Amounts are kept in thousandths, rounded up. */
// upstream: apis/core/v1/defaults.go, SetDefaults_ResourceList
export function roundAmounts(amounts: Record<string, string>): void {
  for (const [name, amount] of Object.entries(amounts)) {
    if (!/[nu]$/.test(amount)) continue
    const quantity = parseQuantity(amount)
    if (quantity === undefined) continue
    const unit = 10n ** BigInt(-3 - quantity.exponent)
    const { mantissa } = quantity
    const away = mantissa % unit === 0n ? 0n : mantissa < 0n ? -1n : 1n
    amounts[name] = canonicalQuantity(formatQuantity({ ...quantity, mantissa: mantissa / unit + away, exponent: -3 }))!
  }
}
