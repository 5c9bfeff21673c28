/** The item at an index. Throws a RangeError if there is none: the index must be valid. */
export function itemAt<T>(items: readonly T[], index: number): T {
  const item = items[index]
  if (item === undefined) throw new RangeError(`no item at index ${index} of ${items.length}`)
  return item
}
