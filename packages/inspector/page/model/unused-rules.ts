import type { InspectedRule, UsedRule } from '../../src/inspection.ts'
import { namespaceOf, nameOf, type ApiObject } from './api-object.ts'
import { isEqual, itemsOf, textOf, textsOf } from './json.ts'

/** A rule of a role that is bound to a subject, and how many requests it has allowed. */
export interface RuleUse {
  readonly kind: string
  readonly namespace: string
  readonly role: string
  readonly rule: InspectedRule
  readonly requests: number
}

/** The rules of bound roles with their use; those that allowed no request come first. */
export function ruleUses(
  roles: readonly ApiObject[],
  bindings: readonly ApiObject[],
  used: readonly UsedRule[],
): readonly RuleUse[] {
  const bound = new Set(bindings.filter((binding) => itemsOf(binding, 'subjects').length > 0).map(roleKey))
  return roles
    .filter((role) => bound.has(keyOf(kindOf(role), namespaceOf(role), nameOf(role))))
    .flatMap((role) =>
      itemsOf(role, 'rules').map((value) => {
        const rule = toRule(value)
        const kind = kindOf(role)
        const namespace = namespaceOf(role)
        const uses = used.filter(
          (use) =>
            use.role.kind === kind &&
            use.role.name === nameOf(role) &&
            use.role.namespace === namespace &&
            isEqual(toRule(use.rule), rule),
        )
        return { kind, namespace, role: nameOf(role), rule, requests: uses.reduce((sum, use) => sum + use.requests, 0) }
      }),
    )
    .sort((left, right) => left.requests - right.requests || left.role.localeCompare(right.role))
}

/** The rules that have allowed requests, for a user who may not list roles: which of them are bound is not known. */
export function knownUses(used: readonly UsedRule[]): readonly RuleUse[] {
  return used
    .map(({ role, rule, requests }) => ({ ...role, role: role.name, rule: toRule(rule), requests }))
    .sort((left, right) => left.requests - right.requests || left.role.localeCompare(right.role))
}

/** A rule in one line: `get, list pods.apps "a"`. */
export function ruleText(rule: InspectedRule): string {
  const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule
  if (nonResourceURLs.length > 0) return `${verbs.join(', ')} ${nonResourceURLs.join(', ')}`
  const groups = apiGroups.map((group) => (group === '' ? 'core' : group)).join(', ')
  const names = resourceNames.length === 0 ? '' : ` named ${resourceNames.join(', ')}`
  return `${verbs.join(', ')} ${resources.join(', ')} of ${groups}${names}`
}

function toRule(value: unknown): InspectedRule {
  const { verbs, ...others } = Object.fromEntries(
    ['verbs', 'apiGroups', 'resources', 'resourceNames', 'nonResourceURLs']
      .map((name) => [name, textsOf(value, name)] as const)
      .filter(([name, texts]) => name === 'verbs' || texts.length > 0),
  )
  return { verbs: verbs ?? [], ...others }
}

function kindOf(role: ApiObject): string {
  return namespaceOf(role) === '' ? 'ClusterRole' : 'Role'
}

function roleKey(binding: ApiObject): string {
  const reference = binding['roleRef']
  const kind = textOf(reference, 'kind')
  return keyOf(kind, kind === 'Role' ? namespaceOf(binding) : '', textOf(reference, 'name'))
}

function keyOf(kind: string, namespace: string, name: string): string {
  return JSON.stringify([kind, namespace, name])
}
