import { isDns1123Label, type FieldErrors } from '@pinnace/meta'
import type { NonResourcePolicyRule, PolicyRulesWithSubjects, ResourcePolicyRule } from '@pinnace/types/flowcontrol-v1'
import { validateFlowSubject } from './flow-subject.ts'

const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch']
const namespaceIntroduction = "each member of this list must be '*' or a DNS-1123 label; "

/** Requests of subjects; `at` is the path of the rule. */
// upstream: flowcontrol/validation, ValidateFlowSchemaPolicyRulesWithSubjects
export function validateFlowRule(rule: PolicyRulesWithSubjects, at: string, errors: FieldErrors): void {
  const subjects = rule.subjects ?? []
  const resourceRules = rule.resourceRules ?? []
  const nonResourceRules = rule.nonResourceRules ?? []
  if (subjects.length === 0) errors.required(`${at}.subjects`, 'subjects must contain at least one value')
  for (const [index, subject] of subjects.entries()) validateFlowSubject(subject, `${at}.subjects[${index}]`, errors)
  if (resourceRules.length === 0 && nonResourceRules.length === 0) {
    errors.required(at, 'at least one of resourceRules and nonResourceRules has to be non-empty')
  }
  for (const [index, item] of resourceRules.entries()) {
    validateResourceRule(item, `${at}.resourceRules[${index}]`, errors)
  }
  for (const [index, item] of nonResourceRules.entries()) {
    validateNonResourceRule(item, `${at}.nonResourceRules[${index}]`, errors)
  }
}

// upstream: flowcontrol/validation, ValidateFlowSchemaResourcePolicyRule
function validateResourceRule(rule: ResourcePolicyRule, at: string, errors: FieldErrors): void {
  validateVerbs(rule.verbs, at, errors)
  validateSome(rule.apiGroups, `${at}.apiGroups`, 'api group', errors)
  validateSome(rule.resources, `${at}.resources`, 'resource', errors)
  const namespaces = rule.namespaces ?? []
  if (namespaces.length === 0 && rule.clusterScope !== true) {
    const problem = 'resource rules that are not cluster scoped must supply at least one namespace'
    errors.required(`${at}.namespaces`, problem)
  } else if (namespaces.includes('*')) {
    if (namespaces.length > 1) errors.invalid(`${at}.namespaces`, namespaces, onlyWildcard('namespaces'))
  } else {
    for (const [index, namespace] of namespaces.entries()) {
      for (const message of isDns1123Label(namespace)) {
        errors.invalid(`${at}.namespaces[${index}]`, namespace, `${namespaceIntroduction}${message}`)
      }
    }
  }
}

// upstream: flowcontrol/validation, ValidateFlowSchemaNonResourcePolicyRule
function validateNonResourceRule(rule: NonResourcePolicyRule, at: string, errors: FieldErrors): void {
  validateVerbs(rule.verbs, at, errors)
  const urls = rule.nonResourceURLs ?? []
  const field = `${at}.nonResourceURLs`
  if (urls.length === 0) errors.required(field, 'nonResourceURLs must contain at least one value')
  else if (urls.includes('*')) {
    if (urls.length > 1) errors.invalid(field, urls, onlyWildcard('non-resource URLs'))
  } else {
    for (const [index, url] of urls.entries()) {
      const problem = pathProblem(url)
      if (problem !== undefined) errors.invalid(`${field}[${index}]`, url, problem)
    }
  }
}

function validateVerbs(given: readonly string[] | null, at: string, errors: FieldErrors): void {
  const listed = given ?? []
  if (listed.length === 0) errors.required(`${at}.verbs`, 'verbs must contain at least one value')
  else if (listed.includes('*')) {
    if (listed.length > 1) errors.invalid(`${at}.verbs`, listed, onlyWildcard('verbs'))
  } else if (!listed.every((verb) => verbs.includes(verb))) errors.notSupported(`${at}.verbs`, listed, verbs)
}

/** Validates a list that must not be empty, nor hold a wildcard beside others. */
function validateSome(given: readonly string[] | null, field: string, noun: string, errors: FieldErrors): void {
  const listed = given ?? []
  if (listed.length === 0) errors.required(field, `resource rules must supply at least one ${noun}`)
  else if (listed.length > 1 && listed.includes('*')) errors.invalid(field, listed, onlyWildcard(`${noun}s`))
}

function onlyWildcard(nouns: string): string {
  return `if '*' is present, must not specify other ${nouns}`
}

// upstream: flowcontrol/validation, ValidateNonResourceURLPath
function pathProblem(path: string): string | undefined {
  if (path === '') return 'must not be empty'
  if (path === '/') return undefined
  if (!path.startsWith('/')) return 'must start with slash'
  if (path.includes(' ')) return 'must not contain white-space'
  if (path.includes('//')) return 'must not contain double slash'
  const wildcard = path.indexOf('*')
  return wildcard === -1 || (wildcard === path.length - 1 && path.endsWith('/*'))
    ? undefined
    : 'wildcard can only do suffix matching'
}
