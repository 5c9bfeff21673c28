import type { LabelSelector } from '@pinnace/meta'

/** The fields of an internal type and their zero values, in order, by the names Go has for them. */
export type InternalShape = Readonly<Record<string, unknown>>

/**
 * A value as messages print it: in its internal form, which has Go's names and every field. A field of the value is
 * called as in Go, with a lower first letter.
 */
// upstream: errors print objects before they are converted to a version
export function internalForm(value: object | null | undefined, shape: InternalShape): Record<string, unknown> | null {
  if (value === undefined || value === null) return null
  const fields = value as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    Object.entries(shape).map(([name, zero]) => [name, fields[name[0]!.toLowerCase() + name.slice(1)] ?? zero]),
  )
}

/** A label selector as messages print it, with its members in the order of their declaration. */
export function orderedSelector(selector: LabelSelector | null | undefined): LabelSelector | null {
  if (selector === undefined || selector === null) return null
  const { matchLabels, matchExpressions } = selector
  return {
    ...(matchLabels ? { matchLabels } : {}),
    ...(matchExpressions
      ? {
          matchExpressions: matchExpressions.map(({ key, operator, values }) => ({
            key,
            operator,
            ...(values ? { values } : {}),
          })),
        }
      : {}),
  }
}
