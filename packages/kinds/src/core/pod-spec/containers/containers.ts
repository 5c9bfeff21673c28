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
import { emptiedMember, withEmptied } from '@pinnace/schema'

const messagePolicies = ['File', 'FallbackToLogsOnError']
const pullPolicies = ['Always', 'IfNotPresent', 'Never']
const resizeResources = ['cpu', 'memory']
const resizePolicies = ['NotRequired', 'RestartContainer']

/** What the containers of one pod spec are validated with. */
export interface ContainerContext {
  /** Finds the volumes that mounts may name. */
  readonly find: VolumeLookup
  readonly scope: PodScope
}

/** The containers of a pod; `at` is the path of the list. */
// upstream: core/validation, validateContainers
export function validateContainers(
  containers: readonly Container[],
  at: string,
  errors: FieldErrors,
  { find, scope }: ContainerContext,
): void {
  if (containers.length === 0) return errors.required(at)
  const names = containers.length > 1 ? new Set<string>() : undefined
  for (const [index, container] of containers.entries()) {
    const field = `${at}[${index}]`
    validateCommon(container, field, errors, { find, scope })
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
  at: string,
  errors: FieldErrors,
  { regular, find, scope }: ContainerContext & { readonly regular: readonly Container[] },
): void {
  const names = new Set(regular.map(({ name }) => name))
  for (const [index, container] of containers.entries()) {
    const field = `${at}[${index}]`
    validateCommon(container, field, errors, { find, scope })
    if (container.restartPolicy !== undefined || container.restartPolicyRules?.length) {
      validateContainerRestart(container, field, errors, { isInit: true })
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

/** In the order of the errors. */
const notForEphemeral = [
  'ports',
  'resources',
  'resizePolicy',
  'restartPolicy',
  'restartPolicyRules',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
] as const

/** Containers added to a running pod; `at` is the path of the list. */
// upstream: core/validation, validateEphemeralContainers
export function validateEphemeralContainers(
  containers: readonly EphemeralContainer[],
  at: string,
  errors: FieldErrors,
  { others, find, scope }: ContainerContext & { readonly others: readonly Container[] },
): void {
  const targets = new Set(others.map(({ name }) => name))
  const names = new Set(targets)
  for (const [index, container] of containers.entries()) {
    const field = `${at}[${index}]`
    validateCommon(container, field, errors, { find, scope })
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
  for (const name of notForEphemeral) {
    if (isSet(container, name)) errors.forbidden(`${field}.${name}`, problem)
  }
  const mounts = container.volumeMounts ?? []
  for (const [index, { subPath, subPathExpr }] of mounts.entries()) {
    if (subPath) errors.forbidden(`${field}.volumeMounts[${index}].subPath`, problem)
    if (subPathExpr) errors.forbidden(`${field}.volumeMounts[${index}].subPathExpr`, problem)
  }
}

/** True for a field that is not the zero value of its Go type. */
// upstream: core/validation, validateFieldAllowList
function isSet(container: EphemeralContainer, name: (typeof notForEphemeral)[number]): boolean {
  const value: unknown = container[name]
  if (value === undefined || value === null) return emptiedMember(container, name) !== undefined
  return name !== 'resources' || Object.keys(withEmptied(value)).length > 0
}

/** What holds for containers of all three lists. */
// upstream: core/validation, validateContainerCommon
function validateCommon(
  container: AnyContainer,
  field: string,
  errors: FieldErrors,
  { find, scope }: ContainerContext,
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
    validateChoice(terminationMessagePolicy, field, errors, {
      choices: messagePolicies,
      name: 'terminationMessagePolicy',
    })
  }
  if (container.ports) validateContainerPorts(container.ports, field, errors)
  if (container.env) validateEnv(container.env, field, errors, scope.rules.gates)
  if (container.envFrom) validateEnvFrom(container.envFrom, field, errors)
  if (container.volumeMounts || container.volumeDevices) {
    validateMountsAndDevices(container, find, field, errors)
  }
  if (imagePullPolicy !== 'IfNotPresent') {
    validateChoice(imagePullPolicy, field, errors, { choices: pullPolicies, name: 'imagePullPolicy' })
  }
  if (container.resources) {
    validateResources(container.resources, `${field}.resources`, errors, {
      owner: 'container',
      rules: scope.rules,
      claimNames: scope.claimNames,
    })
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
  for (const [index, { resourceName, restartPolicy }] of policies.entries()) {
    if (seen.has(resourceName)) errors.duplicate(`${field}[${index}]`, resourceName)
    seen.add(resourceName)
    if (!resourceName) errors.required(field)
    else if (!resizeResources.includes(resourceName)) errors.notSupported(field, resourceName, resizeResources)
    if (!restartPolicy) errors.required(field)
    else if (!resizePolicies.includes(restartPolicy)) errors.notSupported(field, restartPolicy, resizePolicies)
    if (scope.restartPolicy === 'Never' && restartPolicy !== 'NotRequired') {
      errors.invalid(field, restartPolicy, "must be 'NotRequired' when pod `restartPolicy` is 'Never'")
    }
  }
}

function validateChoice(
  value: string | undefined,
  at: string,
  errors: FieldErrors,
  { choices, name }: { readonly choices: readonly string[]; readonly name: string },
): void {
  if (!value) errors.required(`${at}.${name}`)
  else if (!choices.includes(value)) errors.notSupported(`${at}.${name}`, value, choices)
}
