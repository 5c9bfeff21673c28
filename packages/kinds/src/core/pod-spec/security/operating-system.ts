import type { FieldErrors } from '@pinnace/meta'
import type { SecurityContext } from '@pinnace/types/core-v1-containers'
import type { PodSecurityContext, PodSpec } from '@pinnace/types/core-v1-pods'
import { visitContainers } from '../containers/visit-containers.ts'

const systems = ['linux', 'windows']
const notForLinux = 'windows options cannot be set for a linux pod'
const notForWindows = 'cannot be set for a windows pod'

/** In the order of the errors; some are fields of the spec, the others of its security context. */
const podFieldsOfLinux = [
  'securityContext.appArmorProfile',
  'securityContext.seLinuxOptions',
  'hostUsers',
  'hostPID',
  'hostIPC',
  'securityContext.seccompProfile',
  'securityContext.fsGroup',
  'securityContext.fsGroupChangePolicy',
  'securityContext.sysctls',
  'shareProcessNamespace',
  'securityContext.runAsUser',
  'securityContext.runAsGroup',
  'securityContext.supplementalGroups',
  'securityContext.supplementalGroupsPolicy',
  'securityContext.seLinuxChangePolicy',
] as const

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
  if (name === '') return errors.required(`${at}.os.name`)
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
  for (const path of podFieldsOfLinux) if (isSet(spec, path)) errors.forbidden(`${at}.${path}`, notForWindows)
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

function isSet(spec: PodSpec, path: (typeof podFieldsOfLinux)[number]): boolean {
  switch (path) {
    case 'hostPID':
    case 'hostIPC':
      return spec[path] === true
    case 'hostUsers':
    case 'shareProcessNamespace':
      return spec[path] !== undefined
    default:
      return spec.securityContext?.[path.slice('securityContext.'.length) as keyof PodSecurityContext] !== undefined
  }
}
