import type { FieldErrors } from '@pinnace/meta'
import type { SecurityContext } from '@pinnace/types/core-v1-containers'
import type { PodRules } from '../pod-rules.ts'
import type { PodSpec } from '@pinnace/types/core-v1-pods'
import { inclusiveRange } from '../../../validation/messages.ts'
import { validateAppArmorProfile, validateSeccompProfile } from './security-profiles.ts'
import { visitContainers } from '../containers/visit-containers.ts'
import { validateSysctls } from './sysctls.ts'
import { validateWindowsOptions } from './windows.ts'
import { goValue } from '../../../go-values/go-value.ts'

const maxId = 2_147_483_647
const procMounts = ['Default', 'Unmasked']
const fsGroupChangePolicies = ['Always', 'OnRootMismatch']
const groupPolicies = ['Merge', 'Strict']
const seLinuxChangePolicies = ['Recursive']
const seLinuxMountPolicies = ['Recursive', 'MountOption']

/** The security context of a container. */
// upstream: core/validation, ValidateSecurityContext
export function validateSecurityContext(
  context: SecurityContext,
  hostUsers: boolean,
  field: string,
  errors: FieldErrors,
): void {
  validateId(context.runAsUser, field, 'runAsUser', errors)
  validateId(context.runAsGroup, field, 'runAsGroup', errors)
  if (context.procMount !== undefined) {
    const { procMount } = context
    if (!procMounts.includes(procMount)) errors.notSupported(`${field}.procMount`, procMount, procMounts)
    if (hostUsers && procMount === 'Unmasked') {
      errors.invalid(`${field}.procMount`, procMount, '`hostUsers` must be false to use `Unmasked`')
    }
  }
  if (context.seccompProfile) validateSeccompProfile(context.seccompProfile, `${field}.seccompProfile`, errors)
  if (context.allowPrivilegeEscalation === false) {
    if (context.privileged === true) {
      errors.invalid(
        field,
        goValue('core.v1.SecurityContext', context),
        'cannot set `allowPrivilegeEscalation` to false and `privileged` to true',
      )
    }
    if (context.capabilities?.add?.includes('CAP_SYS_ADMIN')) {
      const problem = 'cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN'
      errors.invalid(field, goValue('core.v1.SecurityContext', context), problem)
    }
  }
  if (context.windowsOptions) validateWindowsOptions(context.windowsOptions, `${field}.windowsOptions`, errors)
  if (context.appArmorProfile) validateAppArmorProfile(context.appArmorProfile, `${field}.appArmorProfile`, errors)
}

/** The security context of a pod; `at` is the pod spec's path. */
// upstream: core/validation, validatePodSpecSecurityContext
export function validatePodSecurityContext(spec: PodSpec, { gates }: PodRules, at: string, errors: FieldErrors): void {
  const { securityContext: context } = spec
  if (context === undefined) return
  const field = `${at}.securityContext`
  validateId(context.fsGroup, field, 'fsGroup', errors)
  validateId(context.runAsUser, field, 'runAsUser', errors)
  validateId(context.runAsGroup, field, 'runAsGroup', errors)
  const groups = context.supplementalGroups ?? []
  for (let index = 0; index < groups.length; index++) {
    validateId(groups[index], field, `supplementalGroups[${index}]`, errors)
  }
  if (spec.shareProcessNamespace === true && spec.hostPID === true) {
    const problem = 'ShareProcessNamespace and HostPID cannot both be enabled'
    errors.invalid(`${field}.shareProcessNamespace`, true, problem)
  }
  if (context.sysctls?.length) validateSysctls(context.sysctls, spec, `${field}.sysctls`, errors)
  validateChoice(context.fsGroupChangePolicy, field, errors, {
    choices: fsGroupChangePolicies,
    name: 'fsGroupChangePolicy',
  })
  if (context.seccompProfile) validateSeccompProfile(context.seccompProfile, `${field}.seccompProfile`, errors)
  if (context.windowsOptions) validateWindowsOptions(context.windowsOptions, `${field}.windowsOptions`, errors)
  if (context.appArmorProfile) validateAppArmorProfile(context.appArmorProfile, `${field}.appArmorProfile`, errors)
  validateChoice(context.supplementalGroupsPolicy, field, errors, {
    choices: groupPolicies,
    name: 'supplementalGroupsPolicy',
  })
  validateChoice(context.seLinuxChangePolicy, field, errors, {
    choices: gates.seLinuxMount ? seLinuxMountPolicies : seLinuxChangePolicies,
    name: 'seLinuxChangePolicy',
  })
}

/** A pod with a separate user namespace must not share another namespace with the host. */
// upstream: core/validation, validateHostUsers
export function validateHostUsers(spec: PodSpec, at: string, errors: FieldErrors): void {
  if (spec.hostUsers !== false) return
  const reason = 'when `hostUsers` is false'
  if (spec.hostNetwork) errors.forbidden(`${at}.hostNetwork`, reason)
  if (spec.hostPID) errors.forbidden(`${at}.HostPID`, reason)
  if (spec.hostIPC) errors.forbidden(`${at}.HostIPC`, reason)
  visitContainers(spec, ({ volumeDevices }, list, index) => {
    if (volumeDevices?.length) errors.forbidden(`${at}.${list}[${index}].volumeDevices`, reason)
  })
}

function validateChoice(
  value: string | undefined,
  at: string,
  errors: FieldErrors,
  { choices, name }: { readonly choices: readonly string[]; readonly name: string },
): void {
  if (value !== undefined && !choices.includes(value)) errors.notSupported(`${at}.${name}`, value, choices)
}

function validateId(id: number | undefined, at: string, name: string, errors: FieldErrors): void {
  if (id !== undefined && (id < 0 || id > maxId)) errors.invalid(`${at}.${name}`, id, inclusiveRange(0, maxId))
}
