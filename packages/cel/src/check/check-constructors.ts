import type { Expr, ListExpr, MapExpr, StructExpr } from '../ast.ts'
import type { IdentDeclaration } from '../environment/declarations.ts'
import { declaredName, errorType, formatType, isDyn, listType, mapType, optionalType } from '../values/type.ts'
import type { CelType } from '../values/value.ts'
import { isWellKnown } from './assignability.ts'
import type { CheckState } from './check-state.ts'
import { unwrapOptional } from './unwrap-optional.ts'

/** The type of a list. */
export function checkList(state: CheckState, list: ListExpr): CelType {
  let element: CelType | undefined
  for (const [index, expr] of list.elements.entries()) {
    const type = entryTypeOf(state, expr, list.optionals.includes(index))
    element = state.join(element, type)
  }
  return listType(element ?? state.newTypeVar())
}

/** The type of a map. */
export function checkMap(state: CheckState, map: MapExpr): CelType {
  let key: CelType | undefined
  let value: CelType | undefined
  for (const entry of map.entries) {
    key = state.join(key, state.check(entry.key))
    value = state.join(value, entryTypeOf(state, entry.value, entry.optional))
  }
  return mapType(key ?? state.newTypeVar(), value ?? state.newTypeVar())
}

/** The type of an entry, without its optional where it is an optional entry. */
function entryTypeOf(state: CheckState, expr: Expr, optional: boolean): CelType {
  const type = state.check(expr)
  if (!optional) return type
  const unwrapped = unwrapOptional(type)
  if (!unwrapped.wasOptional && !isDyn(type)) state.mismatch(expr.id, optionalType(type), type)
  return unwrapped.type
}

/** The type of a message. */
export function checkStruct(state: CheckState, struct: StructExpr): CelType {
  const ident = state.lookup(struct.typeName)
  if (ident === undefined) return state.undeclared(struct.id, struct.typeName)
  state.references.set(struct.id, { kind: 'ident', name: ident.name, value: ident.value })
  const type = structTypeOf(state, struct.id, ident)
  for (const field of struct.fields) {
    state.check(field.value)
    const declared = state.declaredField(field.id, ident.name, field.name) ?? errorType
    const given = entryTypeOf(state, field.value, field.optional)
    if (state.assign([declared], [given])) continue
    const provided = formatType(given)
    state.report(
      field.id,
      `expected type of field '${field.name}' is '${formatType(declared)}' but provided type is '${provided}'`,
    )
  }
  return type
}

function structTypeOf(state: CheckState, id: number, ident: IdentDeclaration): CelType {
  if (ident.type.kind === 'error') return errorType
  if (ident.type.kind !== 'type') {
    state.report(id, `'${declaredName(ident.type)}' is not a type`)
    return errorType
  }
  const type = ident.type.params[0] ?? errorType
  if (isWellKnown(type) || type.kind === 'struct') return type
  state.report(id, `'${declaredName(type)}' is not a message type`)
  return errorType
}
