import {
  operators,
  type Ast,
  type CallExpr,
  type ComprehensionExpr,
  type Expr,
  type ListExpr,
  type MapExpr,
  type SelectExpr,
  type StructExpr,
} from '../ast.ts'
import type { Declarations, IdentDeclaration, MergedFunction } from '../environment/declarations.ts'
import type { Issues } from '../issues.ts'
import type { Overload } from '../library/function.ts'
import { crossTypeComparisons } from '../library/standard/comparisons.ts'
import { typeOf } from '../values/type-of.ts'
import {
  boolType,
  declaredName,
  dynType,
  errorType,
  formatType,
  intType,
  isDyn,
  isOptional,
  isSameType,
  listType,
  mapType,
  optionalType,
  typeParam,
} from '../values/type.ts'
import type { CelType } from '../values/value.ts'
import { assignAll, isWellKnown, mostGeneral, substitute, type Mapping } from './assignability.ts'
import type { CheckedAst, Reference } from './checked-ast.ts'
import { leadingName, qualifiedName } from './names.ts'

export interface CheckOptions {
  /** Whether `1 < 1.5` is accepted. */
  readonly crossTypeComparisons: boolean
}

/** Finds the type of every node; reports what does not fit to `issues`. */
export function check(ast: Ast, declarations: Declarations, issues: Issues, options: CheckOptions): CheckedAst {
  return new Checker(ast, declarations, issues, options).run()
}

class Checker {
  readonly #ast: Ast
  readonly #declarations: Declarations
  readonly #issues: Issues
  readonly #options: CheckOptions
  readonly #types = new Map<number, CelType>()
  readonly #references = new Map<number, Reference>()
  /** Variables of the comprehensions around the node, innermost last. */
  readonly #scopes: Map<string, CelType>[] = []
  #mapping: Mapping = new Map()
  #typeVars = 0

  constructor(ast: Ast, declarations: Declarations, issues: Issues, options: CheckOptions) {
    this.#ast = ast
    this.#declarations = declarations
    this.#issues = issues
    this.#options = options
  }

  run(): CheckedAst {
    this.#check(this.#ast.expr)
    const types = new Map<number, CelType>()
    for (const [id, type] of this.#types) types.set(id, substitute(this.#mapping, type, true))
    const type = types.get(this.#ast.expr.id) ?? errorType
    return { ...this.#ast, types, references: this.#references, type }
  }

  /** Macros may use a node twice: it is checked once. */
  #check(expr: Expr): CelType {
    const known = this.#types.get(expr.id)
    if (known !== undefined) return known
    const type = this.#typeOf(expr)
    this.#types.set(expr.id, type)
    return type
  }

  #typeOf(expr: Expr): CelType {
    switch (expr.kind) {
      case 'constant':
        return typeOf(expr.value)
      case 'ident':
        return this.#ident(expr.id, expr.name)
      case 'select':
        return this.#select(expr)
      case 'call':
        return expr.name === operators.optionalSelect ? this.#optionalSelect(expr) : this.#call(expr)
      case 'list':
        return this.#list(expr)
      case 'map':
        return this.#map(expr)
      case 'struct':
        return this.#struct(expr)
      case 'comprehension':
        return this.#comprehension(expr)
      default:
        this.#report(expr.id, 'unexpected unspecified type: ')
        return errorType
    }
  }

  #report(id: number, message: string): void {
    this.#issues.report(this.#ast.positions.get(id), message)
  }

  #undeclared(id: number, name: string): CelType {
    this.#report(id, `undeclared reference to '${name}' (in container '${this.#declarations.container}')`)
    return errorType
  }

  /** A variable of a comprehension hides what the container and the environment have under its name. */
  #lookup(name: string): IdentDeclaration | undefined {
    const local = this.#local(name)
    if (local !== undefined) return { name, type: local }
    for (const candidate of this.#declarations.candidates(name)) {
      const declared = this.#declarations.ident(candidate)
      if (declared !== undefined) return declared
    }
    return undefined
  }

  #local(name: string): CelType | undefined {
    return this.#scopes.findLast((scope) => scope.has(name))?.get(name)
  }

  #ident(id: number, name: string): CelType {
    const found = this.#lookup(name)
    if (found === undefined) return this.#undeclared(id, name)
    this.#references.set(id, { kind: 'ident', name: found.name, value: found.value })
    return found.type
  }

  #select(expr: SelectExpr): CelType {
    const name = qualifiedName(expr)
    const isLocal = this.#local(leadingName(expr) ?? '') !== undefined
    const found = name === undefined || isLocal ? undefined : this.#lookup(name)
    if (found !== undefined) {
      this.#references.set(expr.id, { kind: 'ident', name: found.name, value: found.value })
      return found.type
    }
    const type = this.#field(expr.id, expr.operand, expr.field, false)
    return expr.testOnly ? boolType : substitute(this.#mapping, type, false)
  }

  #optionalSelect(call: CallExpr): CelType {
    const [operand, field] = call.args
    if (operand === undefined || field?.kind !== 'constant' || typeof field.value !== 'string') {
      this.#report(call.id, 'unsupported optional field selection: incorrect signature.')
      return errorType
    }
    const overloads = this.#function(operators.optionalSelect)?.overloads ?? []
    this.#references.set(call.id, { kind: 'function', name: call.name, overloads, qualified: false })
    return substitute(this.#mapping, this.#field(call.id, operand, field.value, true), false)
  }

  /** The type of a field of an operand, which may be optional. */
  #field(id: number, operand: Expr, field: string, optional: boolean): CelType {
    const operandType = substitute(this.#mapping, this.#check(operand), false)
    const { type: target, wasOptional } = unwrapOptional(operandType)
    const type = this.#fieldOf(id, target, field)
    return optional || wasOptional ? optionalType(type) : type
  }

  #fieldOf(id: number, target: CelType, field: string): CelType {
    switch (target.kind) {
      case 'map':
        return target.params[1] ?? dynType
      case 'struct':
        return this.#declaredField(id, target.name, field) ?? errorType
      case 'typeParam':
        this.#assign([dynType], [target])
        return dynType
      case 'dyn':
      case 'any':
      case 'error':
        return dynType
      default:
        this.#report(id, `type '${formatType(target)}' does not support field selection`)
        return dynType
    }
  }

  #declaredField(id: number, structName: string, field: string): CelType | undefined {
    const struct = this.#declarations.struct(structName)
    if (struct === undefined) this.#report(id, `unexpected failed resolution of '${structName}'`)
    const found = struct?.fields.get(field)
    if (struct !== undefined && found === undefined) this.#report(id, `undefined field '${field}'`)
    return found?.type
  }

  #function(name: string): MergedFunction | undefined {
    for (const candidate of this.#declarations.candidates(name)) {
      const found = this.#declarations.function(candidate)
      if (found !== undefined) return found
    }
    return undefined
  }

  #call(call: CallExpr): CelType {
    for (const arg of call.args) this.#check(arg)
    const { target } = call
    if (target === undefined) {
      const found = this.#function(call.name)
      return found === undefined ? this.#undeclared(call.id, call.name) : this.#resolve(call, found, undefined)
    }
    const prefix = qualifiedName(target)
    const qualified = prefix === undefined ? undefined : this.#function(`${prefix}.${call.name}`)
    if (qualified !== undefined) return this.#resolve(call, qualified, undefined)
    this.#check(target)
    const found = this.#function(call.name)
    return found === undefined ? this.#undeclared(call.id, call.name) : this.#resolve(call, found, target)
  }

  /** Finds the overloads that take the arguments. */
  #resolve(call: CallExpr, fn: MergedFunction, target: Expr | undefined): CelType {
    const given = target === undefined ? call.args : [target, ...call.args]
    const argTypes = given.map((arg) => this.#check(arg))
    const qualified = call.target !== undefined && target === undefined
    if (fn.name === operators.and || fn.name === operators.or) return this.#logic(call, fn, argTypes)
    const overloads: Overload[] = []
    let result: CelType | undefined
    for (const overload of fn.overloads) {
      if (overload.member !== (target !== undefined) || this.#isDisabled(overload)) continue
      const { params, result: declared } = this.#instantiate(overload)
      if (!this.#assign(argTypes, params)) continue
      overloads.push(overload)
      const type = substitute(this.#mapping, declared, false)
      if (result === undefined) result = type
      else if (!isDyn(result) && !isSameType(type, result)) result = dynType
    }
    if (result === undefined) {
      const shown = argTypes.map((type) => substitute(this.#mapping, type, true))
      const signature = formatArguments(shown, target !== undefined)
      this.#report(call.id, `found no matching overload for '${fn.name}' applied to '${signature}'`)
      return errorType
    }
    this.#references.set(call.id, { kind: 'function', name: fn.name, overloads, qualified })
    return result
  }

  #logic(call: CallExpr, fn: MergedFunction, argTypes: readonly CelType[]): CelType {
    let failed = false
    for (const [index, type] of argTypes.entries()) {
      if (this.#assign([type], [boolType])) continue
      this.#mismatch(call.args[index]?.id ?? call.id, boolType, type)
      failed = true
    }
    this.#references.set(call.id, { kind: 'function', name: fn.name, overloads: fn.overloads, qualified: false })
    return failed ? errorType : boolType
  }

  // upstream: checker/env.go, enterScope – the filter of cross-type comparisons is lost within comprehensions.
  #isDisabled(overload: Overload): boolean {
    return !this.#options.crossTypeComparisons && this.#scopes.length === 0 && crossTypeComparisons.has(overload.id)
  }

  /** The signature with type variables of its own for its type parameters. */
  #instantiate(overload: Overload): { params: readonly CelType[]; result: CelType } {
    const fresh: Mapping = new Map()
    for (const type of [overload.result, ...overload.params]) this.#collectParams(type, fresh)
    if (fresh.size === 0) return overload
    return {
      params: overload.params.map((param) => substitute(fresh, param, false)),
      result: substitute(fresh, overload.result, false),
    }
  }

  #collectParams(type: CelType, found: Mapping): void {
    if (type.kind === 'typeParam' && !found.has(type.name)) found.set(type.name, this.#newTypeVar())
    for (const param of type.params) this.#collectParams(param, found)
  }

  #newTypeVar(): CelType {
    return typeParam(`_var${this.#typeVars++}`)
  }

  #list(list: ListExpr): CelType {
    let element: CelType | undefined
    for (const [index, expr] of list.elements.entries()) {
      const type = this.#entryType(expr, list.optionals.includes(index))
      element = this.#join(element, type)
    }
    return listType(element ?? this.#newTypeVar())
  }

  #map(map: MapExpr): CelType {
    let key: CelType | undefined
    let value: CelType | undefined
    for (const entry of map.entries) {
      key = this.#join(key, this.#check(entry.key))
      value = this.#join(value, this.#entryType(entry.value, entry.optional))
    }
    return mapType(key ?? this.#newTypeVar(), value ?? this.#newTypeVar())
  }

  /** The type of an entry, without its optional where it is an optional entry. */
  #entryType(expr: Expr, optional: boolean): CelType {
    const type = this.#check(expr)
    if (!optional) return type
    const unwrapped = unwrapOptional(type)
    if (!unwrapped.wasOptional && !isDyn(type)) this.#mismatch(expr.id, optionalType(type), type)
    return unwrapped.type
  }

  #join(previous: CelType | undefined, current: CelType): CelType {
    if (previous === undefined) return current
    if (this.#assign([previous], [current])) {
      return current.kind === 'null' ? previous : mostGeneral(previous, current)
    }
    return dynType
  }

  #struct(struct: StructExpr): CelType {
    const ident = this.#lookup(struct.typeName)
    if (ident === undefined) return this.#undeclared(struct.id, struct.typeName)
    this.#references.set(struct.id, { kind: 'ident', name: ident.name, value: ident.value })
    const type = this.#structType(struct.id, ident)
    for (const field of struct.fields) {
      this.#check(field.value)
      const declared = this.#declaredField(field.id, ident.name, field.name) ?? errorType
      const given = this.#entryType(field.value, field.optional)
      if (this.#assign([declared], [given])) continue
      const provided = formatType(given)
      this.#report(
        field.id,
        `expected type of field '${field.name}' is '${formatType(declared)}' but provided type is '${provided}'`,
      )
    }
    return type
  }

  #structType(id: number, ident: IdentDeclaration): CelType {
    if (ident.type.kind === 'error') return errorType
    if (ident.type.kind !== 'type') {
      this.#report(id, `'${declaredName(ident.type)}' is not a type`)
      return errorType
    }
    const type = ident.type.params[0] ?? errorType
    if (isWellKnown(type) || type.kind === 'struct') return type
    this.#report(id, `'${declaredName(type)}' is not a message type`)
    return errorType
  }

  #comprehension(fold: ComprehensionExpr): CelType {
    this.#check(fold.range)
    const accumulator = this.#check(fold.init)
    const range = substitute(this.#mapping, this.#check(fold.range), false)
    this.#scopes.push(new Map([[fold.accumulator, accumulator]]))
    const [first, second] = this.#rangeTypes(fold, range)
    const variables = new Map([[fold.variable, first]])
    if (fold.variable2 !== undefined) variables.set(fold.variable2, second)
    this.#scopes.push(variables)
    this.#assert(fold.condition, boolType)
    this.#assert(fold.step, accumulator)
    this.#scopes.pop()
    const result = this.#check(fold.result)
    this.#scopes.pop()
    return substitute(this.#mapping, result, false)
  }

  #rangeTypes(fold: ComprehensionExpr, range: CelType): readonly [CelType, CelType] {
    const [first = dynType, second = dynType] = range.params
    switch (range.kind) {
      case 'list':
        return fold.variable2 === undefined ? [first, first] : [intType, first]
      case 'map':
        return [first, second]
      case 'dyn':
      case 'any':
      case 'error':
      case 'typeParam':
        if (range.kind !== 'any') {
          this.#assign([dynType], [range])
          return [dynType, dynType]
        }
    }
    this.#report(
      fold.range.id,
      `expression of type '${formatType(range)}' cannot be range of a comprehension (must be list, map, or dynamic)`,
    )
    return [errorType, errorType]
  }

  #assert(expr: Expr, type: CelType): void {
    const found = this.#check(expr)
    if (!this.#assign([type], [found])) this.#mismatch(expr.id, type, found)
  }

  #mismatch(id: number, expected: CelType, found: CelType): void {
    this.#report(id, `expected type '${formatType(expected)}' but found '${formatType(found)}'`)
  }

  #assign(from: readonly CelType[], to: readonly CelType[]): boolean {
    const mapping = assignAll(this.#mapping, from, to)
    if (mapping !== undefined) this.#mapping = mapping
    return mapping !== undefined
  }
}

function unwrapOptional(type: CelType): { type: CelType; wasOptional: boolean } {
  return isOptional(type) ? { type: type.params[0] ?? dynType, wasOptional: true } : { type, wasOptional: false }
}

/** `(int, string)` or, for a member, `int.(string)`. */
function formatArguments(types: readonly CelType[], member: boolean): string {
  const [target, ...rest] = types.map(formatType)
  return member ? `${target}.(${rest.join(', ')})` : `(${types.map(formatType).join(', ')})`
}
