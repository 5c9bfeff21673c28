import type { FieldErrors } from '@pinnace/meta'
import type { SecurityContext } from '@pinnace/types/core-v1-containers'
import type { PodSecurityContext, PodSpec } from '@pinnace/types/core-v1-pods'
import { visitContainers } from '../containers/visit-containers.ts'

const systems = ['linux', 'windows']
const notForLinux = 'windows options cannot be set for a linux pod'
const notForWindows = 'cannot be set for a windows pod'

const podFieldsOfLinux: readonly (keyof PodSecurityContext)[] = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'fsGroup',
  'fsGroupChangePolicy',
  'sysctls',
  'runAsUser',
  'runAsGroup',
  'supplementalGroups',
  'supplementalGroupsPolicy',
  'seLinuxChangePolicy',
]

const containerFieldsOfLinux: readonly (keyof SecurityContext)[] = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'capabilities',
  'readOnlyRootFilesystem',
  'privileged',
  'allowPrivilegeEscalation',
  'procMount',
  'runAsUser',
  'runAsGroup',
]

/** A pod that names its operating system may not ask for what the other one has; `at` is the spec's path. */
// upstream: core/validation, validateOS, validateLinux, validateWindows
export function validateOperatingSystem(spec: PodSpec, at: string, errors: FieldErrors): void {
  if (spec.os === undefined) return undefined
  const { name } = spec.os
  if (name === '') return errors.required(`${at}.os.name`, 'cannot be empty')
  if (!systems.includes(name)) return errors.notSupported(`${at}.os`, name, systems)
  return name === 'linux' ? validateLinux(spec, at, errors) : validateWindows(spec, at, errors)
}

function validateLinux(spec: PodSpec, at: string, errors: FieldErrors): void {
  if (spec.securityContext?.windowsOptions) errors.forbidden(`${at}.securityContext.windowsOptions`, notForLinux)
  visitContainers(spec, (container, list, index) => {
    if (container.securityContext?.windowsOptions) {
      errors.forbidden(`${at}.${list}[${index}].securityContext.windowsOptions`, notForLinux)
    }
  })
}

function validateWindows(spec: PodSpec, at: string, errors: FieldErrors): void {
  const context = spec.securityContext ?? {}
  for (const field of podFieldsOfLinux) {
    if (context[field] !== undefined) errors.forbidden(`${at}.securityContext.${field}`, notForWindows)
  }
  if (spec.hostUsers !== undefined) errors.forbidden(`${at}.hostUsers`, notForWindows)
  if (spec.hostPID) errors.forbidden(`${at}.hostPID`, notForWindows)
  if (spec.hostIPC) errors.forbidden(`${at}.hostIPC`, notForWindows)
  if (spec.shareProcessNamespace !== undefined) errors.forbidden(`${at}.shareProcessNamespace`, notForWindows)
  visitContainers(spec, (container, list, index) => {
    const own = container.securityContext
    if (!own) return
    for (const field of containerFieldsOfLinux) {
      if (own[field] !== undefined) {
        errors.forbidden(`${at}.${list}[${index}].securityContext.${field}`, notForWindows)
      }
    }
  })
}
