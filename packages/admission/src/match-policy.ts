import type { GroupVersionKind, GroupVersionResource } from '@pinnace/meta'
import type { AdmissionAttributes } from './admission-attributes.ts'
import type { AdmissionVersions, VersionedResource } from './plugin-context.ts'
import { matchesRule, type Rule } from './rules.ts'

/** `Equivalent` also matches requests through another group or version of the same objects. */
export type MatchPolicy = 'Exact' | 'Equivalent'

/** The matched rule, with resource and kind: those of the request, or the equivalent ones that match. */
export interface RuleMatch {
  /** The index of the rule. */
  readonly rule: number
  readonly resource: GroupVersionResource
  readonly kind: GroupVersionKind
}

type RequestToMatch = Pick<AdmissionAttributes, 'operation' | 'kind' | 'resource' | 'subresource' | 'namespace'>

/** Finds the first rule that matches the request, else the first that matches an equivalent of it. */
// upstream: apiserver/pkg/admission/plugin/webhook/generic/webhook.go, ShouldCallHook
export function matchRules(
  rules: readonly Rule[],
  policy: MatchPolicy,
  request: RequestToMatch,
  versions: Pick<AdmissionVersions, 'equivalents'> | undefined,
): RuleMatch | undefined {
  const { kind, resource, subresource } = request
  const exact = rules.findIndex((rule) => matchesRule(rule, request))
  if (exact >= 0) return { rule: exact, resource, kind }
  if (policy === 'Exact' || versions === undefined) return undefined
  const others = versions.equivalents(resource, subresource).filter((other) => !isSame(other, resource))
  for (const [index, rule] of rules.entries()) {
    const found = others.find((other) => matchesRule(rule, { ...request, resource: other.resource }))
    if (found !== undefined) return { rule: index, resource: found.resource, kind: found.kind }
  }
  return undefined
}

function isSame({ resource }: VersionedResource, { group, version, resource: name }: GroupVersionResource): boolean {
  return resource.group === group && resource.version === version && resource.resource === name
}
