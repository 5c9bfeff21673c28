import { isQualifiedName, type FieldErrors } from '@pinnace/meta'
import type { TopologySelectorTerm } from '@pinnace/types/core-v1'
import { reportEach } from '../validation/messages.ts'

/** Where volumes of a class may be made; `at` is the path of the list. */
// upstream: storage/validation, validateAllowedTopologies
export function validateAllowedTopologies(
  topologies: readonly TopologySelectorTerm[],
  at: string,
  errors: FieldErrors,
): void {
  const seen = new Map<string, number>()
  topologies.forEach((term, index) => {
    const identity = validateTerm(term, `${at}[${index}]`, errors)
    const equals = seen.get(identity) ?? 0
    seen.set(identity, equals + 1)
    // upstream: reported once for each before it that is equal; to a term without expressions, as many more are as there are terms.
    const repeats = identity === '[]' ? equals + topologies.length : equals
    for (let count = 0; count < repeats; count++) errors.duplicate(`${at}[${index}].matchLabelExpressions`, '')
  })
}

/** Answers what the term says, the same for terms that say the same. */
// upstream: core/validation, ValidateTopologySelectorTerm
function validateTerm({ matchLabelExpressions = [] }: TopologySelectorTerm, at: string, errors: FieldErrors): string {
  const valuesByKey = new Map<string, readonly string[]>()
  matchLabelExpressions.forEach((expression, index) => {
    const field = `${at}.matchLabelExpressions[${index}]`
    const { key } = expression
    // A list that is required is null where it was left out.
    const values = expression.values ?? []
    if (values.length === 0) errors.required(`${field}.values`)
    const distinct = new Set<string>()
    values.forEach((value, place) => {
      if (distinct.has(value)) errors.duplicate(`${field}.values[${place}]`, value)
      distinct.add(value)
    })
    reportEach(errors, isQualifiedName(key), `${field}.key`, key)
    if (valuesByKey.has(key)) errors.duplicate(`${field}.key`, key)
    valuesByKey.set(key, [...distinct].sort())
  })
  return JSON.stringify([...valuesByKey].sort(([a], [b]) => (a < b ? -1 : 1)))
}
