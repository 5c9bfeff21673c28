import { candidateNames } from '../check/names.ts'
import type { FunctionDeclaration, Overload } from '../library/function.ts'
import type { Library } from '../library/library.ts'
import { macroTable, type Macro } from '../macros/macro.ts'
import { typeOfStruct, type StructDeclaration } from '../values/struct.ts'
import { intType, isSameType, typeOfType } from '../values/type.ts'
import type { CelValue, CelType } from '../values/value.ts'

/** What a name stands for. */
export interface IdentDeclaration {
  readonly name: string
  readonly type: CelType
  /** The value of a constant or a type; undefined for variables. */
  readonly value?: CelValue
}

/** A function with the overloads of all libraries. */
export interface MergedFunction {
  readonly name: string
  readonly overloads: readonly Overload[]
}

/** What expressions of one environment can name. */
export interface Declarations {
  readonly container: string
  readonly macros: ReadonlyMap<string, Macro>
  readonly optionalSyntax: boolean
  /** Names that a name may mean, most specific first. */
  candidates(name: string): readonly string[]
  ident(name: string): IdentDeclaration | undefined
  function(name: string): MergedFunction | undefined
  struct(name: string): StructDeclaration | undefined
}

export interface DeclarationOptions {
  readonly container: string
  readonly abbreviations: readonly string[]
  readonly variables: Readonly<Record<string, CelType>>
  readonly libraries: readonly Library[]
  readonly findStruct: ((name: string) => StructDeclaration | undefined) | undefined
}

/** Merges what the libraries bring. @throws TypeError where they contradict each other */
export function createDeclarations(options: DeclarationOptions): Declarations {
  const { container, libraries, findStruct } = options
  const functions = mergeFunctions(libraries.flatMap((library) => library.functions ?? []))
  const structs = new Map(libraries.flatMap((library) => library.structs ?? []).map((struct) => [struct.name, struct]))
  const aliases = aliasTable(options.abbreviations)
  const idents = identTable(options, structs)
  return {
    container,
    macros: macroTable(libraries.flatMap((library) => library.macros ?? [])),
    optionalSyntax: libraries.some((library) => library.optionalSyntax),
    candidates: (name) => candidateNames(container, aliases, name),
    ident: (name) => idents.get(name) ?? identOfStruct(findStruct?.(name)),
    function: (name) => functions.get(name),
    struct: (name) => structs.get(name) ?? findStruct?.(name),
  }
}

function identOfStruct(struct: StructDeclaration | undefined): IdentDeclaration | undefined {
  if (struct === undefined) return undefined
  const type = typeOfStruct(struct)
  return { name: struct.name, type: typeOfType(type), value: type }
}

function identTable(
  { variables, libraries }: DeclarationOptions,
  structs: ReadonlyMap<string, StructDeclaration>,
): ReadonlyMap<string, IdentDeclaration> {
  const idents = new Map<string, IdentDeclaration>()
  for (const library of libraries) {
    for (const type of library.types ?? [])
      idents.set(type.name, { name: type.name, type: typeOfType(type), value: type })
    for (const [name, value] of Object.entries(library.constants ?? {}))
      idents.set(name, { name, type: intType, value })
  }
  for (const struct of structs.values()) {
    const ident = identOfStruct(struct)
    if (ident !== undefined) idents.set(struct.name, ident)
  }
  for (const [name, type] of Object.entries(variables)) idents.set(name, { name, type })
  return idents
}

function aliasTable(abbreviations: readonly string[]): ReadonlyMap<string, string> {
  return new Map(abbreviations.map((name) => [name.slice(name.lastIndexOf('.') + 1), name]))
}

function mergeFunctions(declared: readonly FunctionDeclaration[]): ReadonlyMap<string, MergedFunction> {
  const merged = new Map<string, MergedFunction>()
  for (const { name, overloads } of declared) {
    const known = merged.get(name)?.overloads ?? []
    merged.set(name, { name, overloads: overloads.reduce(addOverload, known) })
  }
  return merged
}

/** A later overload with the same id and signature replaces the earlier one. */
function addOverload(known: readonly Overload[], added: Overload): readonly Overload[] {
  const index = known.findIndex((overload) => overload.id === added.id)
  if (index === -1) return [...known, added]
  const earlier = known[index]
  if (earlier === undefined || !hasSameSignature(earlier, added)) {
    throw new TypeError(`overload "${added.id}" is declared twice with different signatures`)
  }
  return known.with(index, added)
}

function hasSameSignature(a: Overload, b: Overload): boolean {
  return (
    a.member === b.member &&
    a.params.length === b.params.length &&
    isSameType(a.result, b.result) &&
    a.params.every((param, index) => isSameType(param, b.params[index] ?? a.result))
  )
}
