import { fromLabelSelector, type ApiObject, type Awaitable, type LabelSelectorMatcher } from '@pinnace/meta'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import { matchRules, type RuleMatch } from '../match-policy.ts'
import { matchesNamespace, matchesObject } from '../match-selectors.ts'
import type { AdmissionObjects, AdmissionVersions } from '../plugin-context.ts'
import type { PluginDefinition } from './plugin-definition.ts'

/** The dependencies of matching and handlers. */
export interface HandlerDependencies {
  readonly versions: AdmissionVersions | undefined
  readonly objects: AdmissionObjects | undefined
}

/** The part of a definition a request does not match. */
export type Mismatch = 'rules' | 'objectSelector' | 'namespaceSelector'

/** Matches a request against a definition. */
export type Matcher = (
  attributes: AdmissionAttributes,
  dependencies: HandlerDependencies,
) => Awaitable<RuleMatch | Mismatch>

/** Compiles the rules and selectors of a definition. */
export function createMatcher<T extends ApiObject>(definition: PluginDefinition<T>): Matcher {
  const { rules, matchPolicy = 'Equivalent' } = definition
  const objects = selectorOf(definition.objectSelector)
  const namespaces = selectorOf(definition.namespaceSelector)
  return (attributes, dependencies) => {
    const match = matchRules(rules, matchPolicy, attributes, dependencies.versions)
    if (match === undefined) return 'rules'
    if (objects !== undefined && !matchesObject(objects, attributes)) return 'objectSelector'
    if (namespaces === undefined) return match
    const isSelected = matchesNamespace(namespaces, attributes, dependencies.objects)
    if (isSelected instanceof Promise) return isSelected.then((selected) => (selected ? match : 'namespaceSelector'))
    return isSelected ? match : 'namespaceSelector'
  }
}

function selectorOf(selector: PluginDefinition['objectSelector']): LabelSelectorMatcher | undefined {
  if (selector === undefined) return undefined
  const matcher = fromLabelSelector(selector)
  return matcher.isEmpty ? undefined : matcher
}
