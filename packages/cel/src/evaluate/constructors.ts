import type { ListExpr, MapExpr, StructExpr } from '../ast.ts'
import { fail } from '../values/failure.ts'
import { formatValue } from '../values/format.ts'
import { mapKeyOf } from '../values/map-key.ts'
import { StructValue, type StructDeclaration } from '../values/struct.ts'
import { typeOf } from '../values/type-of.ts'
import { ArrayList, CelOptional, EntryMap, type CelValue, type MapEntry, type MapKey } from '../values/value.ts'
import type { Compiler } from './compilation.ts'
import { nodeCosts } from './costs.ts'
import type { Step } from './frame.ts'

export function compileList(compiler: Compiler, { elements, optionals }: ListExpr): Step {
  const steps = elements.map((element) => compiler.compile(element))
  if (optionals.length === 0) {
    return (frame) => {
      const list = new ArrayList(steps.map((step) => step(frame)))
      frame.charge(nodeCosts.list)
      return list
    }
  }
  return (frame) => {
    const items: CelValue[] = []
    for (const [index, step] of steps.entries()) {
      const value = step(frame)
      if (!optionals.includes(index)) items.push(value)
      else if (!(value instanceof CelOptional)) {
        fail(`cannot initialize optional list element from non-optional value ${formatValue(value)}`)
      } else if (value.value !== undefined) items.push(value.value)
    }
    frame.charge(nodeCosts.list)
    return new ArrayList(items)
  }
}

export function compileMap(compiler: Compiler, { entries }: MapExpr): Step {
  const steps = entries.map((entry) => ({
    key: compiler.compile(entry.key),
    value: compiler.compile(entry.value),
    optional: entry.optional,
  }))
  return (frame) => {
    const made = new Map<MapKey, MapEntry>()
    for (const step of steps) {
      const key = step.key(frame)
      const value = presentEntry(step.value(frame), step.optional, key)
      if (value === undefined) continue
      const at = literalKey(key)
      if (made.has(at)) fail(`Failed with repeated key`)
      made.set(at, { key, value })
    }
    frame.charge(nodeCosts.map)
    return new EntryMap(made)
  }
}

/** Keys of map literals are whole numbers, strings and booleans. */
function literalKey(key: CelValue): MapKey {
  const type = typeOf(key)
  const at = type.kind === 'double' ? undefined : mapKeyOf(key)
  return at ?? fail(`unsupported key type: ${type.name}`)
}

/** The value of an entry; undefined where an optional entry has none. */
function presentEntry(value: CelValue, optional: boolean, name: CelValue): CelValue | undefined {
  if (!optional) return value
  if (value instanceof CelOptional) return value.value
  return fail(`cannot initialize optional entry '${formatValue(name)}' from non-optional value ${formatValue(value)}`)
}

export function compileStruct(compiler: Compiler, struct: StructExpr): Step {
  const declaration = findStruct(compiler, struct)
  if (declaration === undefined) return () => fail(`unknown type: ${struct.typeName}`)
  const fields = struct.fields.map(({ name, value, optional }) => ({
    name,
    step: compiler.compile(value),
    optional,
    nullable: isNullable(declaration, name),
  }))
  const create = declaration.create ?? ((values) => new StructValue(declaration, values))
  return (frame) => {
    const values = new Map<string, CelValue>()
    for (const { name, step, optional, nullable } of fields) {
      if (!declaration.fields.has(name)) fail(`no such field '${name}'`)
      const value = presentEntry(step(frame), optional, name)
      // A null leaves a field that can be null as it is.
      if (value !== undefined && !(value === null && nullable)) values.set(name, value)
    }
    frame.charge(nodeCosts.struct)
    return create(values)
  }
}

function isNullable(declaration: StructDeclaration, name: string): boolean {
  const type = declaration.fields.get(name)?.type
  return type !== undefined && (type.nullable || ['struct', 'timestamp', 'duration'].includes(type.kind))
}

function findStruct(compiler: Compiler, struct: StructExpr): StructDeclaration | undefined {
  const reference = compiler.reference(struct.id)
  const names = reference?.kind === 'ident' ? [reference.name] : compiler.declarations.candidates(struct.typeName)
  for (const name of names) {
    const found = compiler.declarations.struct(name)
    if (found !== undefined) return found
  }
  return undefined
}
