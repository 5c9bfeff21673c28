import { formatGroupResource, type GroupResource } from '@pinnace/meta'
import type { QuotaEvaluator } from './quota-evaluator.ts'
import { oneUnit } from './resource-amounts.ts'

/** The quota name of the number of objects of a resource: `count/deployments.apps`. */
// upstream: quota/v1/generic, ObjectCountQuotaResourceNameFor
export function objectCountName(resource: GroupResource): string {
  return `count/${formatGroupResource(resource)}`
}

/** The resource of such a quota name; undefined for other names. */
export function countedResource(name: string): GroupResource | undefined {
  if (!name.startsWith('count/')) return undefined
  const text = name.slice('count/'.length)
  const dot = text.indexOf('.')
  return dot < 0 ? { group: '', resource: text } : { group: text.slice(dot + 1), resource: text.slice(0, dot) }
}

/** Creates an evaluator of the number of objects, under the long name and a legacy short one. */
// upstream: quota/v1/generic, objectCountEvaluator
export function createObjectCount(resource: GroupResource, alias?: string): QuotaEvaluator {
  const names = new Set([objectCountName(resource), ...(alias === undefined ? [] : [alias])])
  const usage = new Map([...names].map((name) => [name, oneUnit]))
  return {
    resource,
    handles: ({ operation, subresource }) => operation === 'CREATE' && subresource === '',
    matchingNames: (wanted) => [...names].filter((name) => wanted.has(name)),
    matchesScope: () => false,
    missing: () => undefined,
    usage: () => usage,
  }
}
