import { CelType, dynType, stringType, structType, type StructDeclaration, type StructField } from '@pinnace/cel'

/** The type of a whole object that a mutation makes; its parts are `Object.spec`, `Object.spec.containers` and so on. */
export const objectType: CelType = structType('Object')

/** The type of one operation of a JSON patch. */
export const jsonPatchType: CelType = structType('JSONPatch')

/** The fields of an object whose schema is not known as it is compiled: every name is a field. */
class OpenFields extends Map<string, StructField> {
  readonly #field: StructField

  constructor(field: StructField, declared: readonly (readonly [string, StructField])[] = []) {
    super(declared)
    this.#field = field
  }

  override get(name: string): StructField {
    return super.get(name) ?? this.#field
  }

  override has(): boolean {
    return true
  }
}

// upstream: apiserver/pkg/cel/mutation/jsonpatch.go – fields that it does not have are found without a type.
const jsonPatch: StructDeclaration = {
  name: 'JSONPatch',
  fields: new OpenFields({ type: new CelType('struct', '') }, [
    ['op', { type: stringType, unset: '' }],
    ['path', { type: stringType, unset: '' }],
    ['from', { type: stringType, unset: '' }],
    ['value', { type: dynType, unset: null }],
  ]),
}

/** The types that expressions of mutations make: `JSONPatch`, and `Object` with types named after the paths of fields. */
// upstream: apiserver/pkg/cel/mutation/typeresolver.go
export function findMutationType(name: string): StructDeclaration | undefined {
  if (name === 'JSONPatch') return jsonPatch
  if (name !== 'Object' && !name.startsWith('Object.')) return undefined
  return { name, fields: new OpenFields({ type: dynType }) }
}
