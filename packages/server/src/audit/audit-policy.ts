import type { UserInfo, Vocabulary } from '@pinnace/meta'
import type { AuditLevel, AuditStage } from './audit-event.ts'

/** Resources of one group a rule is about. */
export interface AuditGroupResources {
  readonly group?: string
  /** `pods`, `pods/log`, `*`, `*` and a slash before `status`; empty for all of the group. */
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
}

/** One rule: what it leaves out it does not look at. The first that fits decides. */
export interface AuditRule {
  readonly level: AuditLevel
  readonly users?: readonly string[]
  readonly userGroups?: readonly string[]
  readonly verbs?: readonly string[]
  readonly resources?: readonly AuditGroupResources[]
  readonly namespaces?: readonly string[]
  /** Paths; one that ends in `*` stands for all that begin so. */
  readonly nonResourceURLs?: readonly string[]
  readonly omitStages?: readonly AuditStage[]
  readonly omitManagedFields?: boolean
}

/** What is written down of which request. */
export interface AuditPolicy {
  readonly rules: readonly AuditRule[]
  readonly omitStages?: readonly AuditStage[]
  readonly omitManagedFields?: boolean
}

const levels: readonly string[] = ['None', 'Metadata', 'Request', 'RequestResponse']
const stages: readonly string[] = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic']

/** Reads a policy document (`audit.<domain>/v1`, kind Policy). Throws a TypeError that names the field that is wrong. */
// upstream: apiserver/pkg/apis/audit/validation
export function parseAuditPolicy(document: unknown, vocabulary: Vocabulary): AuditPolicy {
  const policy = record(document, 'policy')
  const apiVersion = `${vocabulary.group('audit')}/v1`
  if (policy['apiVersion'] !== apiVersion || policy['kind'] !== 'Policy') {
    throw new TypeError(`the audit policy must be of kind Policy in ${apiVersion}`)
  }
  known(policy, ['apiVersion', 'kind', 'metadata', 'rules', 'omitStages', 'omitManagedFields'], 'policy')
  const rules = list(policy['rules'], 'rules').map((rule, index) => parseRule(rule, `rules[${index}]`))
  if (rules.length === 0) throw new TypeError('rules: an audit policy needs at least one rule')
  return { rules, ...common(policy, '') }
}

function parseRule(value: unknown, path: string): AuditRule {
  const rule = record(value, path)
  known(
    rule,
    [
      'level',
      'users',
      'userGroups',
      'verbs',
      'resources',
      'namespaces',
      'nonResourceURLs',
      'omitStages',
      'omitManagedFields',
    ],
    path,
  )
  const { level } = rule
  if (typeof level !== 'string' || !levels.includes(level)) {
    throw new TypeError(`${path}.level: must be one of ${levels.join(', ')}`)
  }
  const resources = rule['resources'] === undefined ? undefined : list(rule['resources'], `${path}.resources`)
  const nonResourceURLs = texts(rule, 'nonResourceURLs', path)
  if ((resources ?? []).length > 0 && (nonResourceURLs ?? []).length > 0) {
    throw new TypeError(`${path}.nonResourceURLs: rules cannot apply to both regular resources and non-resource URLs`)
  }
  if (nonResourceURLs !== undefined && (rule['namespaces'] ?? undefined) !== undefined) {
    throw new TypeError(`${path}.nonResourceURLs: rules cannot apply to both namespaces and non-resource URLs`)
  }
  for (const url of nonResourceURLs ?? []) {
    const star = url.indexOf('*')
    if (url !== '*' && (!url.startsWith('/') || (star >= 0 && star !== url.length - 1))) {
      throw new TypeError(
        `${path}.nonResourceURLs: ${JSON.stringify(url)} must begin with a slash, with a * at its end only`,
      )
    }
  }
  return {
    level: level as AuditLevel,
    ...optional('users', texts(rule, 'users', path)),
    ...optional('userGroups', texts(rule, 'userGroups', path)),
    ...optional('verbs', texts(rule, 'verbs', path)),
    ...optional('namespaces', texts(rule, 'namespaces', path)),
    ...optional('nonResourceURLs', nonResourceURLs),
    ...optional(
      'resources',
      resources?.map((entry, index) => parseGroup(entry, `${path}.resources[${index}]`)),
    ),
    ...common(rule, `${path}.`),
  }
}

function parseGroup(value: unknown, path: string): AuditGroupResources {
  const entry = record(value, path)
  known(entry, ['group', 'resources', 'resourceNames'], path)
  const { group } = entry
  if (group !== undefined && typeof group !== 'string') throw new TypeError(`${path}.group: must be a text`)
  return {
    ...optional('group', group),
    ...optional('resources', texts(entry, 'resources', path)),
    ...optional('resourceNames', texts(entry, 'resourceNames', path)),
  }
}

function common(
  from: Readonly<Record<string, unknown>>,
  path: string,
): Pick<AuditRule, 'omitStages' | 'omitManagedFields'> {
  const omitStages = texts(from, 'omitStages', path.replace(/\.$/, ''))
  for (const stage of omitStages ?? []) {
    if (!stages.includes(stage)) throw new TypeError(`${path}omitStages: must be of ${stages.join(', ')}`)
  }
  const { omitManagedFields } = from
  if (omitManagedFields !== undefined && typeof omitManagedFields !== 'boolean') {
    throw new TypeError(`${path}omitManagedFields: must be true or false`)
  }
  return {
    ...optional('omitStages', omitStages as readonly AuditStage[] | undefined),
    ...optional('omitManagedFields', omitManagedFields),
  }
}

/** What is asked of a policy. */
export interface AuditQuestion {
  readonly user: UserInfo
  readonly verb: string
  readonly isResourceRequest: boolean
  readonly path: string
  readonly group: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
}

/** What a policy says of a request. */
export interface AuditAnswer {
  readonly level: AuditLevel
  readonly omitStages: ReadonlySet<AuditStage>
  readonly omitManagedFields: boolean
}

const unasked: AuditAnswer = { level: 'None', omitStages: new Set(), omitManagedFields: false }

/** The first rule that fits decides; where none does, nothing is written. */
// upstream: apiserver/pkg/audit/policy/checker.go
export function askPolicy(policy: AuditPolicy, question: AuditQuestion): AuditAnswer {
  const rule = policy.rules.find((candidate) => fits(candidate, question))
  if (rule === undefined) return unasked
  return {
    level: rule.level,
    omitStages: new Set([...(policy.omitStages ?? []), ...(rule.omitStages ?? [])]),
    omitManagedFields: rule.omitManagedFields ?? policy.omitManagedFields ?? false,
  }
}

function fits(rule: AuditRule, { user, verb, ...asked }: AuditQuestion): boolean {
  if (!holds(rule.users, user.username) || !holds(rule.verbs, verb)) return false
  if ((rule.userGroups ?? []).length > 0 && !user.groups.some((group) => rule.userGroups!.includes(group))) return false
  const aboutResources = (rule.resources ?? []).length > 0 || (rule.namespaces ?? []).length > 0
  const aboutPaths = (rule.nonResourceURLs ?? []).length > 0
  if (!aboutResources && !aboutPaths) return true
  if (aboutPaths) return !asked.isResourceRequest && rule.nonResourceURLs!.some((url) => coversPath(url, asked.path))
  if (!asked.isResourceRequest || !holds(rule.namespaces, asked.namespace)) return false
  return (rule.resources ?? []).length === 0 || rule.resources!.some((entry) => coversResource(entry, asked))
}

function coversResource(
  { group = '', resources = [], resourceNames = [] }: AuditGroupResources,
  asked: Pick<AuditQuestion, 'group' | 'resource' | 'subresource' | 'name'>,
): boolean {
  if (group !== asked.group) return false
  if (resources.length === 0) return true
  const full = asked.subresource === '' ? asked.resource : `${asked.resource}/${asked.subresource}`
  return resources.some((wanted) => {
    if (wanted !== '*' && wanted !== full && wanted !== `*/${asked.subresource}` && wanted !== `${asked.resource}/*`)
      return false
    return resourceNames.length === 0 || resourceNames.includes(asked.name)
  })
}

function coversPath(url: string, path: string): boolean {
  return url === '*' || url === path || (url.endsWith('*') && path.startsWith(url.slice(0, -1).replace(/\/$/, '')))
}

function holds(wanted: readonly string[] | undefined, value: string): boolean {
  return wanted === undefined || wanted.length === 0 || wanted.includes(value)
}

function record(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`${path}: must be an object`)
  return value as Readonly<Record<string, unknown>>
}

function list(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError(`${path}: must be a list`)
  return value
}

function texts(from: Readonly<Record<string, unknown>>, name: string, path: string): readonly string[] | undefined {
  const value = from[name]
  if (value === undefined || value === null) return undefined
  const entries = list(value, `${path}.${name}`)
  if (!entries.every((entry) => typeof entry === 'string'))
    throw new TypeError(`${path}.${name}: must be a list of texts`)
  return entries as readonly string[]
}

function known(from: Readonly<Record<string, unknown>>, names: readonly string[], path: string): void {
  for (const name of Object.keys(from)) if (!names.includes(name)) throw new TypeError(`${path}.${name}: unknown field`)
}

function optional<K extends string, V>(name: K, value: V | undefined): { readonly [key in K]?: V } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [key in K]?: V })
}
