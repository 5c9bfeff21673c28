import type { FieldErrors } from '@pinnace/meta'

/** What an expression may cost at most, by its estimate. */
export const expressionLimit = 10_000_000
/** What all expressions of a schema may cost together. */
const schemaLimit = 100_000_000
/** How many of the most expensive expressions are named. */
const maxNamed = 4

/** Says by how much a cost is beyond a limit. */
// upstream: apiextensions/validation, getCostErrorMessage
export function costProblem(what: string, cost: number, limit: number): string {
  const factor = cost / limit
  const shown = factor > 100 ? 'more than 100x' : `${formatFixed(factor, factor < 1.5 ? 6 : 1)}x`
  const advice =
    'try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared'
  return `${what} exceeds budget by factor of ${shown} (${advice})`
}

/** A number with some digits; one in the middle between two is rounded to the even one, as Go does. */
function formatFixed(value: number, digits: number): string {
  const exact = value.toFixed(digits + 50)
  const down = exact.slice(0, -50)
  const isMiddle = /^50*$/.test(exact.slice(-50))
  return isMiddle && /[02468]$/.test(down) ? down : value.toFixed(digits)
}

/** Adds up what the expressions of a schema may cost. */
// upstream: apiextensions/validation, TotalCost
export class TotalCost {
  #total = 0
  readonly #expensive: { readonly at: string; readonly cost: number }[] = []

  add(at: string, cost: number): void {
    this.#total += cost
    if (cost >= schemaLimit / 100) this.#expensive.push({ at, cost })
  }

  /** Adds the expressions that contribute most and the total, where that is too much. */
  report(what: string, path: string, errors: FieldErrors): void {
    if (this.#total <= schemaLimit) return
    for (const { at } of this.#expensive.sort((a, b) => b.cost - a.cost).slice(0, maxNamed)) {
      errors.forbidden(at, 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema')
    }
    errors.forbidden(path, costProblem(what, this.#total, schemaLimit))
  }
}
