import { atomicPaths, mergeValues, TypedError, typedProblems } from '@pinnace/apply'
import { StructValue, type CelValue } from '@pinnace/cel'
import type { ApiObject } from '@pinnace/meta'
import type { ObjectSchema } from '@pinnace/schema'
import { fillListKeys } from './fill-list-keys.ts'
import { assertTypeNames, MutationError, toJson } from './made-values.ts'

/** Merges what an expression has made into an object, as server-side apply does. @throws MutationError */
// upstream: apiserver/pkg/admission/plugin/policy/mutating/patch/smd.go
export function applyConfiguration(object: ApiObject, made: CelValue, schema: ObjectSchema): unknown {
  if (!(made instanceof StructValue))
    throw new MutationError('unsupported return type from ApplyConfiguration expression')
  assertTypeNames(made)
  const { apiVersion, kind } = object
  const configuration = { ...(toJson(made) as Record<string, unknown>), apiVersion, kind }
  fillListKeys(schema, configuration)
  const problems = typedProblems(schema, configuration, { nullText: 'NULL_VALUE' })
  if (problems.length > 0) {
    const text =
      problems.length === 1 ? problems.join('') : ['errors:', ...problems.map((one) => `  ${one}`)].join('\n')
    throw new MutationError(`error applying patch: failed to convert patch object to typed object: ${text}`)
  }
  const atomic = atomicPaths(schema, configuration)
  if (atomic.length > 0) {
    const text = `may not mutate atomic arrays, maps or structs: ${atomic.join(', ')}`
    throw new MutationError(`error applying patch: invalid ApplyConfiguration: ${text}`)
  }
  try {
    return mergeValues(schema, object, configuration)
  } catch (error) {
    if (!(error instanceof TypedError)) throw error
    throw new MutationError(`error applying patch: failed to merge patch: ${error.message}`, { cause: error })
  }
}
