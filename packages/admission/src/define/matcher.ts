import { fromLabelSelector, type ApiObject, type Awaitable, type LabelSelectorMatcher } from '@pinnace/meta'
import type { AdmissionAttributes } from '../attributes.ts'
import { matchRules, type RuleMatch } from '../match-rules.ts'
import { matchesNamespace, matchesObject } from '../match-selectors.ts'
import type { AdmissionObjects, AdmissionVersions } from '../plugin-context.ts'
import type { PluginDefinition } from './plugin-definition.ts'

/** What a matcher may ask beside the request. */
export interface Surroundings {
  readonly versions: AdmissionVersions | undefined
  readonly objects: AdmissionObjects | undefined
}

/** Why a plugin is not about a request. */
export type Mismatch = 'rules' | 'objectSelector' | 'namespaceSelector'

/** Says whether a plugin is about a request, and by which rule. */
export type Matcher = (attributes: AdmissionAttributes, around: Surroundings) => Awaitable<RuleMatch | Mismatch>

/** Compiles the rules and selectors of a definition. */
export function createMatcher<T extends ApiObject>(definition: PluginDefinition<T>): Matcher {
  const { rules, matchPolicy = 'Equivalent' } = definition
  const objects = selectorOf(definition.objectSelector)
  const namespaces = selectorOf(definition.namespaceSelector)
  return (attributes, around) => {
    const match = matchRules(rules, matchPolicy, attributes, around.versions)
    if (match === undefined) return 'rules'
    if (objects !== undefined && !matchesObject(objects, attributes)) return 'objectSelector'
    if (namespaces === undefined) return match
    const isSelected = matchesNamespace(namespaces, attributes, around.objects)
    if (isSelected instanceof Promise) return isSelected.then((selected) => (selected ? match : 'namespaceSelector'))
    return isSelected ? match : 'namespaceSelector'
  }
}

function selectorOf(selector: PluginDefinition['objectSelector']): LabelSelectorMatcher | undefined {
  if (selector === undefined) return undefined
  const matcher = fromLabelSelector(selector)
  return matcher.isEmpty ? undefined : matcher
}
