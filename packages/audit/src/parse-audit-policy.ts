import type { Vocabulary } from '@pinnace/meta'
import type { AuditLevel, AuditStage } from './audit-event.ts'
import type { AuditGroupResources, AuditPolicy, AuditRule } from './audit-policy.ts'

const levels: readonly AuditLevel[] = ['None', 'Metadata', 'Request', 'RequestResponse']
const stages: readonly AuditStage[] = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic']

const policyFields = ['apiVersion', 'kind', 'metadata', 'rules', 'omitStages', 'omitManagedFields']
const groupFields = ['group', 'resources', 'resourceNames']
const ruleFields = [
  'level',
  'users',
  'userGroups',
  'verbs',
  'resources',
  'namespaces',
  'nonResourceURLs',
  'omitStages',
  'omitManagedFields',
]

/** Reads a policy document (`audit.<domain>/v1`, kind Policy). Throws a TypeError that names the invalid field. */
// upstream: apiserver/pkg/apis/audit/validation
export function parseAuditPolicy(document: unknown, vocabulary: Vocabulary): AuditPolicy {
  const policy = readRecord(document, 'policy')
  const apiVersion = `${vocabulary.group('audit')}/v1`
  if (policy['apiVersion'] !== apiVersion || policy['kind'] !== 'Policy') {
    throw new TypeError(`the audit policy must be of kind Policy in ${apiVersion}`)
  }
  assertKnown(policy, policyFields, 'policy')
  const rules = readList(policy['rules'], 'rules').map((rule, index) => parseRule(rule, `rules[${index}]`))
  if (rules.length === 0) throw new TypeError('rules: an audit policy needs at least one rule')
  return { rules, ...parseOmissions(policy, '') }
}

function parseRule(value: unknown, path: string): AuditRule {
  const rule = readRecord(value, path)
  assertKnown(rule, ruleFields, path)
  const level = levels.find((candidate) => candidate === rule['level'])
  if (level === undefined) throw new TypeError(`${path}.level: must be one of ${levels.join(', ')}`)
  const groups = rule['resources'] === undefined ? undefined : readList(rule['resources'], `${path}.resources`)
  const nonResourceURLs = readStrings(rule, 'nonResourceURLs', path)
  if ((groups ?? []).length > 0 && (nonResourceURLs ?? []).length > 0) {
    throw new TypeError(`${path}.nonResourceURLs: rules cannot apply to both regular resources and non-resource URLs`)
  }
  if (nonResourceURLs !== undefined && (rule['namespaces'] ?? undefined) !== undefined) {
    throw new TypeError(`${path}.nonResourceURLs: rules cannot apply to both namespaces and non-resource URLs`)
  }
  for (const url of nonResourceURLs ?? []) assertPathPattern(url, `${path}.nonResourceURLs`)
  const resources = groups?.map((entry, index) => parseGroup(entry, `${path}.resources[${index}]`))
  return {
    level,
    ...optional('users', readStrings(rule, 'users', path)),
    ...optional('userGroups', readStrings(rule, 'userGroups', path)),
    ...optional('verbs', readStrings(rule, 'verbs', path)),
    ...optional('namespaces', readStrings(rule, 'namespaces', path)),
    ...optional('nonResourceURLs', nonResourceURLs),
    ...optional('resources', resources),
    ...parseOmissions(rule, `${path}.`),
  }
}

function assertPathPattern(url: string, path: string): void {
  const star = url.indexOf('*')
  if (url === '*' || (url.startsWith('/') && (star < 0 || star === url.length - 1))) return
  throw new TypeError(`${path}: ${JSON.stringify(url)} must begin with a slash, with a * at its end only`)
}

function parseGroup(value: unknown, path: string): AuditGroupResources {
  const entry = readRecord(value, path)
  assertKnown(entry, groupFields, path)
  const { group } = entry
  if (group !== undefined && typeof group !== 'string') throw new TypeError(`${path}.group: must be a string`)
  return {
    ...optional('group', group),
    ...optional('resources', readStrings(entry, 'resources', path)),
    ...optional('resourceNames', readStrings(entry, 'resourceNames', path)),
  }
}

function parseOmissions(
  from: Readonly<Record<string, unknown>>,
  path: string,
): Pick<AuditRule, 'omitStages' | 'omitManagedFields'> {
  const names = readStrings(from, 'omitStages', path.replace(/\.$/, ''))
  const omitStages = names?.map((name): AuditStage => {
    const stage = stages.find((candidate) => candidate === name)
    if (stage === undefined) throw new TypeError(`${path}omitStages: must be of ${stages.join(', ')}`)
    return stage
  })
  const { omitManagedFields } = from
  if (omitManagedFields !== undefined && typeof omitManagedFields !== 'boolean') {
    throw new TypeError(`${path}omitManagedFields: must be true or false`)
  }
  return { ...optional('omitStages', omitStages), ...optional('omitManagedFields', omitManagedFields) }
}

function readRecord(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`${path}: must be an object`)
  }
  return value as Readonly<Record<string, unknown>>
}

function readList(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError(`${path}: must be a list`)
  return value
}

function readStrings(
  from: Readonly<Record<string, unknown>>,
  name: string,
  path: string,
): readonly string[] | undefined {
  const value = from[name]
  if (value === undefined || value === null) return undefined
  const entries = readList(value, `${path}.${name}`)
  if (!entries.every((entry) => typeof entry === 'string')) {
    throw new TypeError(`${path}.${name}: must be a list of strings`)
  }
  return entries
}

function assertKnown(from: Readonly<Record<string, unknown>>, names: readonly string[], path: string): void {
  for (const name of Object.keys(from)) if (!names.includes(name)) throw new TypeError(`${path}.${name}: unknown field`)
}

function optional<K extends string, V>(name: K, value: V | undefined): { readonly [key in K]?: V } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [key in K]?: V })
}
