import { cloneJson } from '@pinnace/meta'
import { compileDecoder, compileEncoder, type ObjectSchema, type Schema } from '@pinnace/schema'
import { loadType } from '@pinnace/types'
import type { HorizontalPodAutoscalerBehavior } from '@pinnace/types/autoscaling-v2'
import { goValue } from '../go-values/go-value.ts'

// Annotations of v1 hold what v2 has fields for, as Go writes and reads it: zero values are there, names match whatever
// their case, and text that is none of the type is passed over.
// upstream: apis/autoscaling/v1/conversion.go

/** A list of a type of autoscaling, `MetricSpec`, as an annotation holds it. */
export function formatList(items: readonly unknown[], type: string): string {
  const schema = loadType(`autoscaling.v1.${type}`)
  const [decode, encode] = [compileDecoder(schema), compileEncoder(schema, { keepsEmptyLists: true })]
  return JSON.stringify(items.map((item) => encode(decode(cloneJson(item)))))
}

/** The list of an annotation; `undefined` where it holds none. */
export function parseList<T>(text: string | undefined, type: string): readonly T[] | undefined {
  const value = parseText(text)
  if (value === null) return []
  if (!Array.isArray(value)) return undefined
  const schema = loadType(`autoscaling.v1.${type}`)
  const items = value.map((item: unknown) => readAs(item ?? {}, schema))
  return items.includes(undefined) ? undefined : (items as readonly T[])
}

/** A behavior as its annotation holds it: the internal struct of Kubernetes. */
// upstream: "this is marshaling an internal type"
export function formatBehavior(behavior: HorizontalPodAutoscalerBehavior): string {
  return JSON.stringify(goValue(behaviorType, behavior))
}

/** A behavior from its annotation; `undefined` where it holds none. */
export function parseBehavior(text: string | undefined): HorizontalPodAutoscalerBehavior | undefined {
  const value = parseText(text)
  return value === undefined || value === null ? undefined : readAs(value, loadType(behaviorType))
}

const behaviorType = 'autoscaling.v2.HorizontalPodAutoscalerBehavior'

function parseText(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

function readAs(value: unknown, schema: ObjectSchema): Record<string, unknown> | undefined {
  try {
    return compileDecoder(schema)(matchNames(value, schema))
  } catch {
    return undefined
  }
}

/** The value with its fields named as the type has them. */
// upstream: encoding/json, "preferring exact matches but also accepting case-insensitive matches"
function matchNames(value: unknown, schema: Schema): unknown {
  if (Array.isArray(value)) return schema.type === 'list' ? value.map((item) => matchNames(item, schema.items)) : value
  if (typeof value !== 'object' || value === null || schema.type !== 'object') return value
  const names = new Map([...schema.fields.keys()].map((name) => [name.toLowerCase(), name]))
  const matched = Object.entries(value).map(([key, item]) => {
    const name = names.get(key.toLowerCase()) ?? key
    const field = schema.fields.get(name)
    return [name, field === undefined ? item : matchNames(item, field.schema)] as const
  })
  return Object.fromEntries(matched)
}
