import { stepLength } from './deferred-work.ts'

/** Sorts items, stably. Can be interrupted. */
export function* sortInSteps<T>(
  items: readonly T[],
  compare: (left: T, right: T) => number,
): Generator<void, readonly T[]> {
  let runs: (readonly T[])[] = []
  for (let at = 0; at < items.length; at += stepLength) {
    runs.push(items.slice(at, at + stepLength).sort(compare))
    yield
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = []
    for (let index = 0; index < runs.length; index += 2) {
      const [left, right] = [runs[index] ?? [], runs[index + 1]]
      merged.push(right === undefined ? left : yield* merge(left, right, compare))
    }
    runs = merged
  }
  return runs[0] ?? []
}

function* merge<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (left: T, right: T) => number,
): Generator<void, readonly T[]> {
  const merged: T[] = []
  let [a, b] = [0, 0]
  while (a < left.length && b < right.length) {
    const [one, other] = [left[a] as T, right[b] as T]
    if (compare(one, other) <= 0) {
      merged.push(one)
      a++
    } else {
      merged.push(other)
      b++
    }
    if (merged.length % stepLength === 0) yield
  }
  return [...merged, ...left.slice(a), ...right.slice(b)]
}
