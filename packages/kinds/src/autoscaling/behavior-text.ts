import type { HorizontalPodAutoscalerBehavior } from '@pinnace/types/autoscaling-v2'

// The annotation of v1 that holds a behavior is spelled as the Go struct of Kubernetes: field names begin in upper case,
// and what is absent is null. Reading takes either case.
// upstream: apis/autoscaling/v1/conversion.go – "this is marshaling an internal type"

const rules = ['ScaleUp', 'ScaleDown'] as const
const ruleFields = ['StabilizationWindowSeconds', 'SelectPolicy', 'Policies', 'Tolerance'] as const
const policyFields = ['Type', 'Value', 'PeriodSeconds'] as const

type Fields = Readonly<Record<string, unknown>>

/** A behavior as the annotation spells it. */
export function formatBehavior(behavior: HorizontalPodAutoscalerBehavior): string {
  const spelled = pick(behavior as Fields, rules, (rule) =>
    pick(rule as Fields, ruleFields, (value, name) =>
      name === 'Policies' ? (value as readonly Fields[]).map((policy) => pick(policy, policyFields)) : value,
    ),
  )
  return JSON.stringify(spelled)
}

/** A behavior from its annotation; `undefined` for text that is none. */
export function parseBehavior(text: string): HorizontalPodAutoscalerBehavior | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? (lower(value) as HorizontalPodAutoscalerBehavior) : undefined
  } catch {
    return undefined
  }
}

function pick(
  fields: Fields,
  names: readonly string[],
  spell: (value: unknown, name: string) => unknown = (value) => value,
): Fields {
  const picked = names.map((name) => {
    const value = fields[lowerFirst(name)]
    return [name, value === undefined || value === null ? null : spell(value, name)] as const
  })
  return Object.fromEntries(picked)
}

function lower(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lower)
  if (!isFields(value)) return value
  const present = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(present.map(([key, member]) => [lowerFirst(key), lower(member)]))
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}
