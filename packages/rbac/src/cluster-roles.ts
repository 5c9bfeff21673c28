import { formatJson, fromLabelSelector, type Labels, type LabelSelectorMatcher } from '@pinnace/meta'
import type { PolicyRule } from '@pinnace/authz'
import type { ClusterRole } from '@pinnace/types/rbac-v1'
import { createRuleSet, type RuleSet } from './rule-set.ts'

/** The cluster roles, with aggregated ones resolved. */
export interface ClusterRoles {
  get(name: string): RuleSet | undefined
  set(role: ClusterRole): void
  remove(name: string): void
}

interface Entry {
  readonly name: string
  readonly labels: Labels
  readonly rules: readonly PolicyRule[]
  /** `undefined` for a role that is not aggregated. */
  readonly selectors: readonly LabelSelectorMatcher[] | undefined
  resolved: RuleSet | undefined
}

/** So many rules take about a millisecond to index. */
const manyRules = 1_000

/**
 * Keeps cluster roles. The rules of an aggregated role are the union of the rules of the roles that its selectors match,
 * not the rules that are stored in it, so they follow every change at once, without a controller. They are computed when
 * they are first needed.
 */
export function createClusterRoles(): ClusterRoles {
  const entries = new Map<string, Entry>()
  const aggregated = new Set<Entry>()

  function set(role: ClusterRole): void {
    const name = role.metadata.name ?? ''
    remove(name)
    const selectors = readSelectors(role)
    const { labels = {} } = role.metadata
    const rules = role.rules ?? []
    // Many rules are indexed with the write of their role: a request may be the first to need several of such roles.
    const resolved = selectors === undefined && rules.length >= manyRules ? createRuleSet(rules) : undefined
    const entry: Entry = { name, labels, rules, selectors, resolved }
    entries.set(name, entry)
    if (selectors !== undefined) aggregated.add(entry)
    invalidate(entry)
  }

  function remove(name: string): void {
    const entry = entries.get(name)
    if (entry === undefined) return
    entries.delete(name)
    aggregated.delete(entry)
    invalidate(entry)
  }

  /** Drops the resolved rules of the aggregated roles that contain a changed role, directly or not. */
  function invalidate(changed: Entry, seen: Set<Entry> = new Set([changed])): void {
    for (const entry of aggregated) {
      if (seen.has(entry) || !selects(entry, changed)) continue
      seen.add(entry)
      entry.resolved = undefined
      invalidate(entry, seen)
    }
  }

  function get(name: string): RuleSet | undefined {
    const entry = entries.get(name)
    if (entry === undefined) return undefined
    return (entry.resolved ??= createRuleSet(entry.selectors === undefined ? entry.rules : union(entry)))
  }

  function union(start: Entry): PolicyRule[] {
    const rules = new Map<string, PolicyRule>()
    const seen = new Set([start])
    const collect = (from: Entry): void => {
      for (const entry of matchesOf(from)) {
        if (seen.has(entry)) continue
        seen.add(entry)
        if (entry.selectors !== undefined) collect(entry)
        else for (const rule of entry.rules) rules.set(formatRule(rule), rule)
      }
    }
    collect(start)
    return [...rules.values()]
  }

  // upstream: controller/clusterroleaggregation – by selector, then by name; equal rules once
  function matchesOf(from: Entry): Entry[] {
    const all: Entry[] = []
    for (const selector of from.selectors ?? []) {
      const matching = [...entries.values()].filter(({ labels }) => selector.matches(labels))
      all.push(...matching.sort((left, right) => (left.name < right.name ? -1 : 1)))
    }
    return all
  }

  return { get, set, remove }
}

// A malformed selector matches nothing: validation rejects it, and the index must not fail.
function readSelectors({ aggregationRule }: ClusterRole): LabelSelectorMatcher[] | undefined {
  return aggregationRule?.clusterRoleSelectors?.map((selector) => {
    try {
      return fromLabelSelector(selector)
    } catch {
      return fromLabelSelector(undefined)
    }
  })
}

function selects({ selectors }: Entry, { labels }: Entry): boolean {
  return selectors?.some((selector) => selector.matches(labels)) === true
}

function formatRule({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): string {
  return formatJson([verbs, apiGroups ?? [], resources ?? [], resourceNames ?? [], nonResourceURLs ?? []])
}
