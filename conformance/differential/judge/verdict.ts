import type { Difference } from './compare.ts'
import type { Comparison } from './judge.ts'

/** A difference that stays, and why. */
export interface Explanation {
  /** The area; absent for all. */
  readonly area?: string
  /** Regular expression of the request, as it is printed. */
  readonly request?: string
  /** Regular expression of the text of the difference. */
  readonly difference: string
  readonly reason: string
  /** The heading in docs/what-does-not-work.md or the guide that says so: a link relative to docs. */
  readonly row: string
  /** Nearly every answer shows it: it is left out of the count of identical and explained answers. */
  readonly everywhere?: boolean
  /** Why a run may find nothing of it: a race, or the order of a Go map. Without it, an explanation that matches nothing fails a whole run. */
  readonly byChance?: string
}

/** Differences that are neither explained nor removed yet: how many requests show a signature, by area. May only shrink. */
export type Unexplained = Readonly<Record<string, Readonly<Record<string, number>>>>

/** The figures of an area. */
export interface AreaFigures {
  compared: number
  identical: number
  explained: number
  unexplained: number
}

/** What is found of one signature. */
export interface Cause {
  readonly area: string
  readonly signature: string
  /** Requests that show it. */
  count: number
  /** Requests that differ in nothing else. */
  only: number
  readonly kinds: Map<string, number>
  readonly examples: { readonly request: string; readonly body: unknown; readonly text: string }[]
}

/** What an explanation has matched. */
export interface Explained {
  readonly explanation: Explanation
  readonly differences: number
  /** Requests that show it. */
  readonly requests: number
  readonly examples: readonly { readonly request: string; readonly text: string }[]
}

/** Collects comparisons. */
export interface Verdict {
  tell(comparison: Comparison): void
  readonly figures: ReadonlyMap<string, AreaFigures>
  readonly causes: ReadonlyMap<string, Cause>
  /** What each explanation has matched. */
  explanations(): readonly Explained[]
  /** Explanations that have matched nothing, except those that depend on chance. */
  unusedExplanations(): readonly Explanation[]
  /** The counts of all causes, sorted, as `unexplained.json` holds them. */
  unexplained(): Unexplained
}

/** Signatures are cut in the lists that are checked in. */
const longestKey = 90

const examplesKept = 3

/** A verdict that knows the explained differences. */
export function createVerdict(explanations: readonly Explanation[]): Verdict {
  const figures = new Map<string, AreaFigures>()
  const causes = new Map<string, Cause>()
  const rules = explanations.map((explanation) => ({
    explanation,
    request: new RegExp(explanation.request ?? ''),
    difference: new RegExp(explanation.difference, 's'),
    used: 0,
    requests: new Set<string>(),
    examples: [] as { request: string; text: string }[],
  }))
  const explanationOf = ({ area, request }: Comparison, text: string): Explanation | undefined => {
    for (const rule of rules) {
      if (rule.explanation.area !== undefined && rule.explanation.area !== area) continue
      if (!rule.difference.test(text) || !rule.request.test(request)) continue
      rule.used++
      if (rule.examples.length < examplesKept) rule.examples.push({ request, text })
      rule.requests.add(request)
      return rule.explanation
    }
    return undefined
  }
  return {
    figures,
    causes,
    tell(comparison) {
      const { area, differences } = comparison
      const sum = figures.get(area) ?? { compared: 0, identical: 0, explained: 0, unexplained: 0 }
      figures.set(area, sum)
      sum.compared++
      let isIdentical = true
      const left: Difference[] = []
      for (const difference of differences) {
        const explanation = explanationOf(comparison, difference.text)
        if (explanation === undefined) left.push(difference)
        if (explanation?.everywhere !== true) isIdentical = false
      }
      if (left.length === 0) return void (isIdentical ? sum.identical++ : sum.explained++)
      sum.unexplained++
      const signatures = new Map(left.map(({ signature, text }) => [signature, text]))
      for (const [signature, text] of signatures)
        addCause(causes, comparison, { signature, text, only: signatures.size === 1 })
    },
    explanations: () =>
      rules.map(({ explanation, used, requests, examples }) => {
        return { explanation, differences: used, requests: requests.size, examples }
      }),
    unusedExplanations: () =>
      rules
        .filter(({ used, explanation }) => used === 0 && explanation.byChance === undefined)
        .map(({ explanation }) => explanation),
    unexplained: () => countsOf(causes),
  }
}

function addCause(
  causes: Map<string, Cause>,
  { area, kind, request, body }: Comparison,
  { signature, text, only }: { readonly signature: string; readonly text: string; readonly only: boolean },
): void {
  const key = `${area} ${signature}`
  const cause = causes.get(key) ?? {
    area,
    signature,
    count: 0,
    only: 0,
    kinds: new Map<string, number>(),
    examples: [],
  }
  causes.set(key, cause)
  cause.count++
  if (only) cause.only++
  cause.kinds.set(kind, (cause.kinds.get(kind) ?? 0) + 1)
  if (cause.examples.length < examplesKept) cause.examples.push({ request, body, text })
}

function countsOf(causes: ReadonlyMap<string, Cause>): Unexplained {
  const areas: Record<string, Record<string, number>> = {}
  const sorted = [...causes.values()].sort((a, b) =>
    a.signature < b.signature ? -1 : a.signature > b.signature ? 1 : 0,
  )
  for (const { area, signature, count } of sorted) {
    const counts = (areas[area] ??= {})
    const key = signature.length > longestKey ? `${signature.slice(0, longestKey)}…` : signature
    counts[key] = (counts[key] ?? 0) + count
  }
  return areas
}

/** How what is found differs from the list of what is known: the list may only shrink. */
export function compareWithList(
  found: Unexplained,
  listed: Unexplained,
): { readonly grown: string[]; readonly gone: string[] } {
  const grown: string[] = []
  const gone: string[] = []
  for (const [area, signatures] of Object.entries(found)) {
    for (const [signature, count] of Object.entries(signatures)) {
      const known = listed[area]?.[signature] ?? 0
      if (count > known) grown.push(`${area}: ${count} requests, ${known} are listed: ${signature}`)
    }
  }
  for (const [area, signatures] of Object.entries(listed)) {
    for (const [signature, known] of Object.entries(signatures)) {
      const count = found[area]?.[signature] ?? 0
      if (count < known) gone.push(`${area}: ${count} requests, ${known} are listed: ${signature}`)
    }
  }
  return { grown, gone }
}
