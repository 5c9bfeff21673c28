import type { FieldPaths } from '@pinnace/apply'
import type { ResourceDefinition } from '@pinnace/resources'
import type { RequestScope } from '../request/request-scope.ts'

const known = new WeakMap<ResourceDefinition, Map<string, FieldPaths>>()

/**
 * Fields a write at this endpoint cannot change, so that nobody comes to own them through it: what the strategy says, else
 * the status on the resource itself where it has a status of its own, everything but its own fields on a view.
 */
// upstream: the strategies' GetResetFields
export function resetFieldsOf({ served, subresource }: RequestScope): FieldPaths {
  const { definition } = served
  let paths = known.get(definition)
  if (paths === undefined) known.set(definition, (paths = new Map()))
  let found = paths.get(subresource)
  if (found === undefined) paths.set(subresource, (found = findResetFields(definition, subresource)))
  return found
}

function findResetFields({ subresources, schema, strategy }: ResourceDefinition, subresource: string): FieldPaths {
  if (subresource === '') return strategy.resetFields ?? (subresources['status']?.type === 'object' ? [['status']] : [])
  const view = subresources[subresource]
  if (view?.type !== 'object') return []
  if (view.strategy.resetFields !== undefined) return view.strategy.resetFields
  const own = new Set(['apiVersion', 'kind', 'metadata', ...(view.ownedFields ?? [])])
  return [...schema().fields.keys()].filter((name) => !own.has(name)).map((name) => [name])
}
