import type { ApiChange } from './api-change.ts'
import type { ApiSurface } from './api-surface.ts'
import { createSchemaComparison } from './compare-schemas.ts'

/**
 * What changed between two surfaces of an API. Taken away, narrowed or made another is breaking; added or widened is
 * compatible.
 */
export function compareApis(old: ApiSurface, next: ApiSurface): readonly ApiChange[] {
  const changes: ApiChange[] = []
  const schemas = createSchemaComparison(old, next)
  for (const [name, before] of old.operations) {
    const after = next.operations.get(name)
    if (after === undefined) {
      changes.push({ effect: 'breaking', element: name, message: 'is gone' })
      continue
    }
    for (const [parameter, isRequired] of after.parameters) {
      const was = before.parameters.get(parameter)
      if (isRequired && was !== true) changes.push({ effect: 'breaking', element: name, message: `needs ${parameter}` })
    }
    for (const parameter of before.parameters.keys()) {
      if (after.parameters.has(parameter)) continue
      changes.push({ effect: 'breaking', element: name, message: `takes no ${parameter} any more` })
    }
    schemas.compare(`${name} body`, before.body, after.body)
    schemas.compare(`${name} answer`, before.answer, after.answer)
  }
  for (const name of next.operations.keys()) {
    if (!old.operations.has(name)) changes.push({ effect: 'compatible', element: name, message: 'is new' })
  }
  // Types that no operation uses are reported by name: a document may contain nothing but types.
  for (const name of old.types) {
    const before = old.type(name)
    if (before === undefined) continue
    const after = next.type(name)
    const reference = { $ref: `#/${name}` }
    if (after !== undefined) schemas.compare(name, reference, reference)
    else if (old.operations.size === 0) changes.push({ effect: 'breaking', element: name, message: 'is gone' })
    else if (isKind(before)) changes.push({ effect: 'breaking', element: name, message: 'is gone' })
  }
  return [...changes, ...schemas.changes]
}

function isKind(schema: object): boolean {
  return Object.keys(schema).some((name) => name.startsWith('x-') && name.endsWith('-group-version-kind'))
}
