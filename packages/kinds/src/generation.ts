import { isSemanticEqual, type ApiObject, type Mutable } from '@pinnace/meta'
import { isSpecified } from './status-subresource.ts'

type Fields = Record<string, unknown>

/** Sets the generation of a new object. */
export function startGeneration(next: Mutable<ApiObject>): void {
  next.metadata.generation = 1
}

/** Counts a change: the generation is one more than that of the live object. */
export function countGeneration(next: Mutable<ApiObject>, live: ApiObject): void {
  next.metadata.generation = (live.metadata.generation ?? 0) + 1
}

/** Counts a change of anything that is neither metadata nor status. */
export function bumpGeneration(next: Mutable<ApiObject>, live: ApiObject): void {
  const target = next as unknown as Fields
  const source = live as unknown as Fields
  let isSame = true
  for (const key of Object.keys(target)) {
    if (isSpecified(key) && !isSemanticEqual(target[key], source[key])) isSame = false
  }
  for (const key of Object.keys(source)) {
    if (isSpecified(key) && !Object.hasOwn(target, key) && !isSemanticEqual(undefined, source[key])) isSame = false
  }
  if (!isSame) countGeneration(next, live)
}
