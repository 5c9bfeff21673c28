import type { GroupVersionKind, GroupVersionResource } from '@pinnace/meta'
import type { AdmissionAttributes } from './attributes.ts'
import type { AdmissionVersions, VersionedResource } from './plugin-context.ts'
import { matchesRule, type Rule } from './rules.ts'

/** `Equivalent` also matches a request made through another group or version of the same objects. */
export type MatchPolicy = 'Exact' | 'Equivalent'

/** The rule that matched, and the resource and kind it is about: those of the request, or their equivalent. */
export interface RuleMatch {
  /** Index of the rule. */
  readonly rule: number
  readonly resource: GroupVersionResource
  readonly kind: GroupVersionKind
}

type Asked = Pick<AdmissionAttributes, 'operation' | 'kind' | 'resource' | 'subresource' | 'namespace'>

/** The first rule that is about the request as it came, else the first about one of its equivalents. */
// upstream: apiserver/pkg/admission/plugin/webhook/generic/webhook.go, ShouldCallHook
export function matchRules(
  rules: readonly Rule[],
  policy: MatchPolicy,
  asked: Asked,
  versions: Pick<AdmissionVersions, 'equivalents'> | undefined,
): RuleMatch | undefined {
  const { kind, resource, subresource } = asked
  const exact = rules.findIndex((rule) => matchesRule(rule, asked))
  if (exact >= 0) return { rule: exact, resource, kind }
  if (policy === 'Exact' || versions === undefined) return undefined
  const others = versions.equivalents(resource, subresource).filter((other) => !isSame(other, resource))
  for (const [index, rule] of rules.entries()) {
    const found = others.find((other) => matchesRule(rule, { ...asked, resource: other.resource }))
    if (found !== undefined) return { rule: index, resource: found.resource, kind: found.kind }
  }
  return undefined
}

function isSame({ resource }: VersionedResource, { group, version, resource: name }: GroupVersionResource): boolean {
  return resource.group === group && resource.version === version && resource.resource === name
}
