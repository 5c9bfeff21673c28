import type { FieldErrors } from '@pinnace/meta'
import type { PodSpec, Sysctl } from '@pinnace/types/core-v1-pods'

const maxLength = 253
const patternText = '^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$'
const segmentPattern = /^[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?$/

/** Kernel parameters a pod sets; those of a namespace shared with the host are refused. */
// upstream: core/validation, validateSysctls and ValidateHostSysctl
export function validateSysctls(sysctls: readonly Sysctl[], spec: PodSpec, at: string, errors: FieldErrors): void {
  const names = new Set<string>()
  for (const [index, { name }] of sysctls.entries()) {
    const field = `${at}[${index}].name`
    if (name === '') errors.required(field)
    else if (!isSysctlName(name)) {
      errors.invalid(field, name, `must have at most ${maxLength} characters and match regex ${patternText}`)
    } else if (names.has(name)) errors.duplicate(field, name)
    const namespace = namespaceOf(name.replaceAll('/', '.'))
    if (spec.hostNetwork && namespace === 'net') {
      errors.invalid(field, name, "may not be specified when 'hostNetwork' is true")
    } else if (spec.hostIPC && namespace === 'ipc') {
      errors.invalid(field, name, "may not be specified when 'hostIPC' is true")
    }
    names.add(name)
  }
}

function isSysctlName(name: string): boolean {
  return name.length <= maxLength && name.split(/[./]/).every((segment) => segmentPattern.test(segment))
}

// upstream: component-helpers/node/util/sysctl, GetNamespace
function namespaceOf(name: string): 'net' | 'ipc' | undefined {
  if (name.startsWith('net.')) return 'net'
  if (name.startsWith('kernel.shm') || name.startsWith('kernel.msg')) return 'ipc'
  return name === 'kernel.sem' || name.startsWith('fs.mqueue.') ? 'ipc' : undefined
}
