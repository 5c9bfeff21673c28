import type { TimeSlices } from '@pinnace/meta'
import type { Registry } from 'prom-client'
import type { MetricSource } from './recorders.ts'

/** A registry of prom-client, with a method that its types leave out. */
interface TextRegistry {
  getMetricsAsArray(): readonly (MetricSource | { get(): unknown })[]
  getMetricsAsString(metric: { get(): unknown }): Promise<string>
}

/** Writes the metrics of a registry as text, without those that have no values: client libraries of Go do not write them. */
export async function writeText(registry: Registry, slices: TimeSlices | undefined): Promise<string> {
  const source = registry as unknown as TextRegistry
  const texts: string[] = []
  for (const metric of source.getMetricsAsArray()) {
    if ('parts' in metric) {
      let isFirst = true
      for (const part of metric.parts()) {
        const text = await source.getMetricsAsString({ get: () => part })
        texts.push(isFirst ? text : withoutHead(text))
        isFirst = false
        if (slices?.isOver() === true) await slices.next()
      }
    } else {
      const text = await source.getMetricsAsString(metric)
      if (withoutHead(text) !== '') texts.push(text)
      if (slices?.isOver() === true) await slices.next()
    }
  }
  return `${texts.join('\n')}\n`
}

/** The lines after those of the help and the type. */
function withoutHead(text: string): string {
  const end = text.indexOf('\n', text.indexOf('\n') + 1)
  return end < 0 ? '' : text.slice(end + 1)
}
