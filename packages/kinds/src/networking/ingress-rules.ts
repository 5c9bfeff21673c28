import { isDns1123Subdomain, isWildcardDns1123Subdomain, parseIp, type FieldErrors } from '@pinnace/meta'
import type { HTTPIngressPath, IngressRule } from '@pinnace/types/networking-v1'
import { reportEach } from '../validation/messages.ts'
import { validateIngressBackend } from './ingress-backend.ts'

const pathTypes = ['Exact', 'ImplementationSpecific', 'Prefix']
const badSequences = ['//', '/./', '/../', '%2f', '%2F']
const badEnds = ['/..', '/.']

/** Which requests go where; `at` is the path of the list. */
// upstream: networking/validation, validateIngressRules
export function validateIngressRules(
  rules: readonly IngressRule[],
  anyWildcardRule: boolean,
  at: string,
  errors: FieldErrors,
): void {
  rules.forEach((rule, index) => {
    const { host = '' } = rule
    if (host !== '' && parseIp(host) !== undefined) {
      errors.invalid(`${at}[${index}].host`, host, 'must be a DNS name, not an IP address')
    }
    if (host !== '') validateHost(host, `${at}[${index}].host`, errors)
    if (!anyWildcardRule || !host.includes('*')) validateRulePaths(rule, `${at}[${index}]`, errors)
  })
}

/** A name, or all names under one. */
export function validateHost(host: string, field: string, errors: FieldErrors): void {
  const isWildcard = host.includes('*')
  reportEach(errors, isWildcard ? isWildcardDns1123Subdomain(host) : isDns1123Subdomain(host), field, host)
}

/** The paths of a rule. */
export function validateRulePaths({ http }: IngressRule, at: string, errors: FieldErrors): void {
  if (!http) return
  // A list that is required is null where it was left out.
  const paths = http.paths ?? []
  if (paths.length === 0) errors.required(`${at}.http.paths`)
  paths.forEach((path, index) => validatePath(path, `${at}.http.paths[${index}]`, errors))
}

// upstream: networking/validation, validateHTTPIngressPath
function validatePath({ path = '', pathType, backend }: HTTPIngressPath, at: string, errors: FieldErrors): void {
  if (pathType === undefined || pathType === null) {
    return errors.required(`${at}.pathType`, 'pathType must be specified')
  }
  if (!pathTypes.includes(pathType)) errors.notSupported(`${at}.pathType`, pathType, pathTypes)
  else {
    const isFree = pathType === 'ImplementationSpecific'
    if (!path.startsWith('/') && !(isFree && path === '')) {
      errors.invalid(`${at}.path`, path, 'must be an absolute path')
    }
    if (!isFree) validateSteps(path, `${at}.path`, errors)
  }
  return validateIngressBackend(backend, `${at}.backend`, errors)
}

function validateSteps(path: string, field: string, errors: FieldErrors): void {
  for (const text of badSequences) {
    if (path.includes(text)) errors.invalid(field, path, `must not contain '${text}'`)
  }
  for (const text of badEnds) if (path.endsWith(text)) errors.invalid(field, path, `cannot end with '${text}'`)
}
