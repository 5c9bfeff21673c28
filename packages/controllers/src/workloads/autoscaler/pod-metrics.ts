import { fromLabelSelector, type LabelSelector } from '@pinnace/meta'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { annotationPrefix } from '../node-agent/annotated.ts'
import { milliOf } from '../volumes/find-volume.ts'

/** What a pod uses of a resource, as its annotations say, in thousandths; `undefined` where they do not say. */
export function resourceUse({ metadata, spec }: Pod, resource: string, container?: string): bigint | undefined {
  const { annotations = {} } = metadata
  const of = (name: string): string | undefined => annotations[`${annotationPrefix}${resource}.${name}`]
  if (container !== undefined) return milli(of(container))
  const byContainer = (spec?.containers ?? []).map(({ name }) => milli(of(name)))
  if (byContainer.some((value) => value !== undefined)) {
    return byContainer.reduce<bigint>((sum, value) => sum + (value ?? 0n), 0n)
  }
  return milli(annotations[annotationPrefix + resource])
}

/**
 * The series of a metric of an autoscaler that a selector matches, in thousandths: an annotation has one value, or a list
 * of series in JSON, `[{ "labels": { "queue": "a" }, "value": "30" }]`. One value has no labels.
 */
export function annotatedSeries(
  annotations: Readonly<Record<string, string>> = {},
  { name, selector }: { readonly name: string; readonly selector?: LabelSelector },
): readonly bigint[] {
  const text = annotations[`${annotationPrefix}metric.${name}`]
  if (text === undefined) return []
  if (!text.trimStart().startsWith('[')) return [milliOf(text)]
  const matcher = fromLabelSelector(selector ?? {})
  return readSeries(text)
    .filter(({ labels = {} }) => matcher.matches(labels))
    .map(({ value }) => milliOf(String(value)))
}

interface Series {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: string | number
}

/** Empty for a text that is no list of series. */
function readSeries(text: string): readonly Series[] {
  try {
    const parsed: unknown = JSON.parse(text)
    const list = Array.isArray(parsed) ? (parsed as unknown[]) : []
    return list.filter((one): one is Series => typeof one === 'object' && one !== null && 'value' in one)
  } catch {
    return []
  }
}

/** A metric of a pod, as an annotation says, in thousandths. */
export function annotatedMetric(annotations: Readonly<Record<string, string>> = {}, name: string): bigint | undefined {
  return milli(annotations[`${annotationPrefix}metric.${name}`])
}

/** What a pod, or one of its containers, requests of a resource, in thousandths; `undefined` for a container without a request. */
export function resourceRequest({ spec }: Pod, resource: string, container?: string): bigint | undefined {
  const containers = (spec?.containers ?? []).filter(({ name }) => container === undefined || name === container)
  const requests = containers.map(({ resources }) => resources?.requests?.[resource])
  if (requests.some((request) => request === undefined)) return undefined
  return requests.reduce<bigint>((sum, request) => sum + milliOf(request), 0n)
}

function milli(text: string | undefined): bigint | undefined {
  return text === undefined ? undefined : milliOf(text)
}

/** Thousandths as a quantity. */
export function formatMilli(value: bigint): string {
  return value % 1000n === 0n ? String(value / 1000n) : `${value}m`
}
