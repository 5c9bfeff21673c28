import { isIp, type FieldErrors } from '@pinnace/meta'
import type { Service } from '@pinnace/types/core-v1'
import { parseIp } from '../ip-address.ts'
import { isHeadless, needsClusterIp } from './needs.ts'

const families = ['IPv4', 'IPv6']
const policies = ['PreferDualStack', 'RequireDualStack', 'SingleStack']

/** Adds what is wrong among addresses, families and policy of a service. */
// upstream: core/validation, ValidateServiceClusterIPsRelatedFields
export function validateClusterIps(service: Service, errors: FieldErrors): void {
  const { type, clusterIP = '', clusterIPs = [], ipFamilies = [], ipFamilyPolicy } = service.spec ?? {}
  if (type === 'ExternalName') return
  const before = errors.list.length
  if (clusterIP !== '') {
    if (clusterIPs.length === 0) errors.required('spec.clusterIPs')
    else if (clusterIPs[0] !== clusterIP)
      errors.invalid('spec.clusterIPs', clusterIPs, 'first value must match `clusterIP`')
  } else if (clusterIPs.length > 0) {
    errors.invalid('spec.clusterIPs', clusterIPs, 'must be empty when `clusterIP` is not specified')
  }
  ipFamilies.forEach((family, index) => {
    if (!families.includes(family)) errors.notSupported(`spec.ipFamilies[${index}]`, family, families)
    if (ipFamilies.indexOf(family) < index) errors.duplicate(`spec.ipFamilies[${index}]`, family)
  })
  if (ipFamilyPolicy !== undefined && !policies.includes(ipFamilyPolicy)) {
    errors.notSupported('spec.ipFamilyPolicy', ipFamilyPolicy, policies)
  }
  if (!validateAddresses(clusterIPs, errors)) return
  if (clusterIPs.length > 1 && new Set(clusterIPs.map((ip) => parseIp(ip)?.family)).size !== clusterIPs.length) {
    errors.invalid('spec.clusterIPs', clusterIPs, 'may specify no more than one IP for each IP family')
  }
  if (isHeadless(service) || errors.list.length > before) return
  clusterIPs.forEach((ip, index) => {
    const family = ipFamilies[index]
    if (family !== undefined && parseIp(ip)?.family !== family) {
      errors.invalid(
        `spec.clusterIPs[${index}]`,
        ip,
        `expected an ${family} value as indicated by \`ipFamilies[${index}]\``,
      )
    }
  })
}

function validateAddresses(clusterIPs: readonly string[], errors: FieldErrors): boolean {
  let isGood = true
  clusterIPs.forEach((ip, index) => {
    if (index === 0 && ip === 'None') {
      if (clusterIPs.length === 1) return
      isGood = false
      errors.invalid('spec.clusterIPs', clusterIPs, "'None' must be the first and only value")
      return
    }
    for (const message of isIp(ip)) {
      isGood = false
      errors.invalid(`spec.clusterIPs[${index}]`, ip, message)
    }
  })
  if (clusterIPs.length > 2) errors.invalid('spec.clusterIPs', clusterIPs, 'may only hold up to 2 values')
  return isGood
}

/** Adds what is wrong with a change of addresses: the first stays, a second comes and goes with the policy. */
// upstream: core/validation, validateUpgradeDowngradeClusterIPs and …IPFamilies
export function validateClusterIpsChange(next: Service, live: Service, errors: FieldErrors): void {
  if (!needsClusterIp(next) || !needsClusterIp(live)) return
  if (isHeadless(next) && isHeadless(live)) return
  validateListChange(next, live, errors, { field: 'clusterIPs', word: 'clusterIP' })
  validateListChange(next, live, errors, { field: 'ipFamilies', word: 'ipFamily' })
}

function validateListChange(
  next: Service,
  live: Service,
  errors: FieldErrors,
  { field, word }: { readonly field: 'clusterIPs' | 'ipFamilies'; readonly word: string },
): void {
  const now = next.spec?.[field] ?? []
  const old = live.spec?.[field] ?? []
  if (old.length > now.length) {
    if (now.length === 0) {
      errors.invalid(`spec.${field}[0]`, now, `primary ${word} can not be unset`)
    } else if (now[0] !== old[0]) {
      errors.invalid(`spec.${field}[0]`, now, 'may not change once set')
    }
    if (now.length === 1 && next.spec?.ipFamilyPolicy !== 'SingleStack') {
      errors.invalid(
        'spec.ipFamilyPolicy',
        next.spec?.ipFamilyPolicy,
        `must be set to 'SingleStack' when releasing the secondary ${word}`,
      )
    }
    return
  }
  old.forEach((value, index) => {
    if (now[index] !== value) errors.invalid(`spec.${field}[${index}]`, now, 'may not change once set')
  })
}
