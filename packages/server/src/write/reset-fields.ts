import type { FieldPaths } from '@pinnace/apply'
import type { ResourceDefinition } from '@pinnace/resources'
import type { RequestScope } from '../request/request-scope.ts'

const known = new WeakMap<ResourceDefinition, Map<string, FieldPaths>>()

/**
 * The fields that a write at this endpoint cannot change or own: those of the strategy; by default the status for a
 * resource with a status subresource, and everything but its own fields for a subresource.
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
  const declared = subresources[subresource]
  if (declared?.type !== 'object') return []
  if (declared.strategy.resetFields !== undefined) return declared.strategy.resetFields
  const own = new Set(['apiVersion', 'kind', 'metadata', ...(declared.ownedFields ?? [])])
  return [...schema().fields.keys()].filter((name) => !own.has(name)).map((name) => [name])
}
