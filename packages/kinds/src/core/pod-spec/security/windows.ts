import { isDns1123Subdomain, type FieldErrors } from '@pinnace/meta'
import type { WindowsSecurityContextOptions } from '@pinnace/types/core-v1-containers'
import type { PodSpec } from '@pinnace/types/core-v1-pods'
import { reportEach } from '../../../validation/messages.ts'
import { someContainer, visitContainers, type AnyContainer } from '../containers/visit-containers.ts'

const maxSpecKib = 64
const maxDomainLength = 256
const maxUserLength = 104
const netBiosDomain = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/
const dnsLabel = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/
const onlyDotsOrSpaces = /^[. ]+$/
const forbiddenInUser = /["/\\:;|=,+*?<>@[\]]/

/** Options of pods and containers on Windows. */
// upstream: core/validation, validateWindowsSecurityContextOptions
export function validateWindowsOptions(
  options: WindowsSecurityContextOptions,
  field: string,
  errors: FieldErrors,
): void {
  const { gmsaCredentialSpecName, gmsaCredentialSpec, runAsUserName } = options
  if (gmsaCredentialSpecName !== undefined) {
    const messages = isDns1123Subdomain(gmsaCredentialSpecName)
    reportEach(errors, messages, `${field}.gmsaCredentialSpecName`, gmsaCredentialSpecName)
  }
  if (gmsaCredentialSpec !== undefined) {
    const at = `${field}.gmsaCredentialSpec`
    if (gmsaCredentialSpec === '') {
      errors.invalid(at, gmsaCredentialSpec, 'gmsaCredentialSpec cannot be an empty string')
    } else if (Buffer.byteLength(gmsaCredentialSpec) > maxSpecKib * 1024) {
      errors.invalid(at, gmsaCredentialSpec, `gmsaCredentialSpec size must be under ${maxSpecKib} KiB`)
    }
  }
  if (runAsUserName !== undefined) validateUserName(runAsUserName, `${field}.runAsUserName`, errors)
}

function validateUserName(name: string, field: string, errors: FieldErrors): void {
  const refuse = (problem: string): void => errors.invalid(field, name, problem)
  if (name === '') return refuse('runAsUserName cannot be an empty string')
  if (hasControlCharacter(name)) return refuse('runAsUserName cannot contain control characters')
  const parts = name.split('\\')
  if (parts.length > 2) return refuse('runAsUserName cannot contain more than one backslash')
  const domain = parts.length === 2 ? parts[0] : undefined
  const user = parts.at(-1) ?? ''
  if (domain !== undefined && domain.length >= maxDomainLength) {
    refuse(`runAsUserName's Domain length must be under ${maxDomainLength} characters`)
  }
  if (domain !== undefined && !netBiosDomain.test(domain) && !domain.split('.').every((part) => dnsLabel.test(part))) {
    refuse("runAsUserName's Domain doesn't match the NetBios nor the DNS format")
  }
  if (user === '') refuse("runAsUserName's User cannot be empty")
  else if (user.length > maxUserLength) {
    refuse(`runAsUserName's User length must not be longer than ${maxUserLength} characters`)
  }
  if (onlyDotsOrSpaces.test(user)) refuse("runAsUserName's User cannot contain only periods or spaces")
  if (forbiddenInUser.test(user)) {
    refuse('runAsUserName\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]')
  }
  return undefined
}

function hasControlCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < 0x20 || code === 0x7f) return true
  }
  return false
}

/** Containers that are processes of a Windows host: all of a pod's or none, and on the host's network. */
// upstream: core/validation, validateWindowsHostProcessPod
export function validateHostProcess(spec: PodSpec, at: string, errors: FieldErrors): void {
  if (!spec.securityContext?.windowsOptions && !someContainer(spec, hasWindowsOptions)) return
  const ofPod = spec.securityContext?.windowsOptions?.hostProcess
  let containers = 0
  let hostProcesses = 0
  visitContainers(spec, (container, list, index) => {
    containers++
    const own = container.securityContext?.windowsOptions?.hostProcess
    if (ofPod !== undefined && own !== undefined && ofPod !== own) {
      const problem = `pod hostProcess value must be identical if both are specified, was ${ofPod}`
      errors.invalid(`${at}.${list}[${index}].securityContext.windowsOptions.hostProcess`, own, problem)
    }
    if (own ?? ofPod) hostProcesses++
  })
  if (hostProcesses === 0) return
  if (hostProcesses !== containers) {
    const problem = 'If pod contains any hostProcess containers then all containers must be HostProcess containers'
    errors.invalid(at, '', problem)
  }
  if (!spec.hostNetwork) {
    const problem = 'hostNetwork must be true if pod contains any hostProcess containers'
    errors.invalid(`${at}.hostNetwork`, false, problem)
  }
}

function hasWindowsOptions({ securityContext }: AnyContainer): boolean {
  return securityContext?.windowsOptions !== undefined
}
