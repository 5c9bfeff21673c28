import type { Schema } from '@pinnace/schema'
import { isObject } from './json-object.ts'
import { kindFor, valueTypeOf, type ValueType } from './value-type.ts'

/** The paths of lists, maps and objects in a value that are merged as a whole: `.spec.containers[0].command`. */
// upstream: apiserver/pkg/admission/plugin/policy/mutating/patch/smd.go, findAtomics – entries of maps are not looked at.
export function atomicPaths(schema: Schema, value: unknown): readonly string[] {
  const paths: string[] = []
  collect(valueTypeOf(schema), value, '', paths)
  return paths
}

function collect(valueType: ValueType, value: unknown, path: string, paths: string[]): void {
  const isAtomic = kindFor(valueType, value) === 'atomic'
  if (isObject(value)) {
    if (isAtomic) paths.push(path)
    for (const [key, member] of Object.entries(value)) {
      const declared = valueType.declared(key)
      if (declared !== undefined) collect(declared.valueType, member, `${path}.${key}`, paths)
    }
  } else if (Array.isArray(value)) {
    if (isAtomic) paths.push(path)
    for (const [index, item] of value.entries()) collect(valueType.items, item, `${path}[${index}]`, paths)
  }
}
