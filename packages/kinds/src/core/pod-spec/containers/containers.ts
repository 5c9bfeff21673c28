import { isDns1123Label, type FieldErrors } from '@pinnace/meta'
import type { Container, ContainerResizePolicy, EphemeralContainer } from '@pinnace/types/core-v1-containers'
import { validateHostPortConflicts, validateContainerPorts } from './container-ports.ts'
import { validateContainerRestart } from './container-restart.ts'
import { validateEnv, validateEnvFrom } from './env.ts'
import type { PodScope } from '../pod-rules.ts'
import { validateProbesAndLifecycle } from './probes.ts'
import { reportEach } from '../../../validation/messages.ts'
import { validateResources } from '../resources/resources.ts'
import { validateSecurityContext } from '../security/security-context.ts'
import { isSidecar, type AnyContainer } from './visit-containers.ts'
import { validateMountsAndDevices, type VolumeLookup } from '../volumes/volume-mounts.ts'

const messagePolicies = ['FallbackToLogsOnError', 'File']
const pullPolicies = ['Always', 'IfNotPresent', 'Never']
const resizeResources = ['cpu', 'memory']
const resizePolicies = ['NotRequired', 'RestartContainer']

/** The containers of a pod; `at` is the path of the list. */
// upstream: core/validation, validateContainers
export function validateContainers(
  containers: readonly Container[],
  find: VolumeLookup,
  scope: PodScope,
  at: string,
  errors: FieldErrors,
): void {
  if (containers.length === 0) return errors.required(at)
  const names = containers.length > 1 ? new Set<string>() : undefined
  for (let index = 0; index < containers.length; index++) {
    const container = containers[index]!
    const field = `${at}[${index}]`
    validateCommon(container, find, scope, field, errors)
    if (names?.has(container.name)) errors.duplicate(`${field}.name`, container.name)
    names?.add(container.name)
    validateProbesAndLifecycle(container, scope, field, errors)
    if (container.restartPolicy !== undefined || container.restartPolicyRules?.length) {
      validateContainerRestart(container, field, errors)
    }
  }
  return validateHostPortConflicts(containers, at, 0, errors)
}

/** The containers that run before the others; `at` is the path of the list. */
// upstream: core/validation, validateInitContainers
export function validateInitContainers(
  containers: readonly Container[],
  regular: readonly Container[],
  find: VolumeLookup,
  scope: PodScope,
  at: string,
  errors: FieldErrors,
): void {
  const names = new Set(regular.map(({ name }) => name))
  for (let index = 0; index < containers.length; index++) {
    const container = containers[index]!
    const field = `${at}[${index}]`
    validateCommon(container, find, scope, field, errors)
    if (container.restartPolicy !== undefined || container.restartPolicyRules?.length) {
      validateContainerRestart(container, field, errors)
    }
    if (names.has(container.name)) errors.duplicate(`${field}.name`, container.name)
    else if (container.name !== '') names.add(container.name)
    // One after the other: each has the host's ports for itself.
    validateHostPortConflicts([container], at, index, errors)
    if (isSidecar(container)) validateProbesAndLifecycle(container, scope, field, errors)
    else refuseProbesAndLifecycle(container, field, errors)
  }
}

function refuseProbesAndLifecycle(container: Container, field: string, errors: FieldErrors): void {
  for (const name of ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const) {
    if (container[name]) {
      errors.forbidden(`${field}.${name}`, 'may not be set for init containers without restartPolicy=Always')
    }
  }
}

const ephemeralFields: ReadonlySet<string> = new Set([
  'name',
  'image',
  'command',
  'args',
  'workingDir',
  'envFrom',
  'env',
  'volumeMounts',
  'volumeDevices',
  'terminationMessagePath',
  'terminationMessagePolicy',
  'imagePullPolicy',
  'securityContext',
  'stdin',
  'stdinOnce',
  'tty',
  'targetContainerName',
])

/** Containers added to a running pod; `at` is the path of the list. */
// upstream: core/validation, validateEphemeralContainers
export function validateEphemeralContainers(
  containers: readonly EphemeralContainer[],
  others: readonly Container[],
  find: VolumeLookup,
  scope: PodScope,
  at: string,
  errors: FieldErrors,
): void {
  const targets = new Set(others.map(({ name }) => name))
  const names = new Set(targets)
  for (let index = 0; index < containers.length; index++) {
    const container = containers[index]!
    const field = `${at}[${index}]`
    validateCommon(container, find, scope, field, errors)
    validateImageSpace(container, field, errors)
    if (names.has(container.name)) errors.duplicate(`${field}.name`, container.name)
    else names.add(container.name)
    const { targetContainerName } = container
    if (targetContainerName && !targets.has(targetContainerName)) {
      errors.notFound(`${field}.targetContainerName`, targetContainerName)
    }
    refuseEphemeralFields(container, field, errors)
  }
}

function refuseEphemeralFields(container: EphemeralContainer, field: string, errors: FieldErrors): void {
  const problem = 'cannot be set for an Ephemeral Container'
  for (const [name, value] of Object.entries(container)) {
    if (!ephemeralFields.has(name) && isSet(value)) errors.forbidden(`${field}.${name}`, problem)
  }
  const mounts = container.volumeMounts ?? []
  for (let index = 0; index < mounts.length; index++) {
    if (mounts[index]!.subPath) errors.forbidden(`${field}.volumeMounts[${index}].subPath`, problem)
    if (mounts[index]!.subPathExpr) errors.forbidden(`${field}.volumeMounts[${index}].subPathExpr`, problem)
  }
}

function isSet(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === 0 || value === false) return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}

/** What holds for containers of all three lists. */
// upstream: core/validation, validateContainerCommon
function validateCommon(
  container: AnyContainer,
  find: VolumeLookup,
  scope: PodScope,
  field: string,
  errors: FieldErrors,
): void {
  const { name, image, terminationMessagePolicy, imagePullPolicy } = container
  if (name === '') {
    errors.required(`${field}.name`)
  } else {
    const messages = isDns1123Label(name)
    if (messages.length > 0) reportEach(errors, messages, `${field}.name`, name)
  }
  if (!image) errors.required(`${field}.image`)
  if (terminationMessagePolicy !== 'File') {
    validateChoice(terminationMessagePolicy, messagePolicies, field, 'terminationMessagePolicy', errors)
  }
  if (container.ports) validateContainerPorts(container.ports, field, errors)
  if (container.env) validateEnv(container.env, find, field, errors)
  if (container.envFrom) validateEnvFrom(container.envFrom, field, errors)
  if (container.volumeMounts || container.volumeDevices) {
    validateMountsAndDevices(container, find, field, errors)
  }
  if (imagePullPolicy !== 'IfNotPresent') {
    validateChoice(imagePullPolicy, pullPolicies, field, 'imagePullPolicy', errors)
  }
  if (container.resources) {
    validateResources(container.resources, 'container', scope.rules, scope.claimNames, `${field}.resources`, errors)
  }
  if (container.resizePolicy) validateResizePolicy(container.resizePolicy, scope, `${field}.resizePolicy`, errors)
  if (container.securityContext) {
    validateSecurityContext(container.securityContext, scope.hostUsers, `${field}.securityContext`, errors)
  }
}

/** Refuses an image with space around it, which templates may have as a mark to be filled in. */
// upstream: core/validation, validateContainerOnlyForPod
export function validateImageSpace(container: AnyContainer, field: string, errors: FieldErrors): void {
  const { image = '' } = container
  if (image !== image.trim()) errors.invalid(`${field}.image`, image, 'must not have leading or trailing whitespace')
}

// upstream: core/validation, validateResizePolicy – all but duplicates are reported at the list.
function validateResizePolicy(
  policies: readonly ContainerResizePolicy[],
  scope: PodScope,
  field: string,
  errors: FieldErrors,
): void {
  const seen = new Set<string>()
  for (let index = 0; index < policies.length; index++) {
    const { resourceName, restartPolicy } = policies[index]!
    if (seen.has(resourceName)) errors.duplicate(`${field}[${index}]`, resourceName)
    seen.add(resourceName)
    if (!resourceName) errors.required(field)
    else if (!resizeResources.includes(resourceName)) errors.notSupported(field, resourceName, resizeResources)
    if (!restartPolicy) errors.required(field)
    else if (!resizePolicies.includes(restartPolicy)) errors.notSupported(field, restartPolicy, resizePolicies)
    if (scope.restartPolicy === 'Never' && restartPolicy !== 'NotRequired') {
      errors.invalid(field, restartPolicy, "must be 'NotRequired' when `restartPolicy` is 'Never'")
    }
  }
}

function validateChoice(
  value: string | undefined,
  choices: readonly string[],
  at: string,
  name: string,
  errors: FieldErrors,
): void {
  if (!value) errors.required(`${at}.${name}`)
  else if (!choices.includes(value)) errors.notSupported(`${at}.${name}`, value, choices)
}
