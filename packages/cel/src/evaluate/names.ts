import { operators, type Expr, type SelectExpr } from '../ast.ts'
import { leadingName, qualifiedName } from '../check/names.ts'
import { isCelObject } from '../values/cel-object.ts'
import { fail, Failure } from '../values/failure.ts'
import { HostObject, type ShapeField } from '../values/host-object.ts'
import { CelList, CelMap, CelObject, CelOptional, CelUnknown, type CelValue } from '../values/value.ts'
import type { Compiler } from './compilation.ts'
import { nodeCosts } from './costs.ts'
import type { Frame, LoadVariable, Step } from './frame.ts'

export function compileIdent(compiler: Compiler, id: number, name: string): Step {
  const reference = compiler.reference(id)
  if (reference?.kind === 'ident') return resolvedName(compiler, id, reference, isAbsolute(name))
  return uncheckedName(compiler, id, [name]) ?? (() => fail(`no such attribute(s): ${name}`))
}

export function compileSelect(compiler: Compiler, expr: SelectExpr): Step {
  const reference = compiler.reference(expr.id)
  if (reference?.kind === 'ident') {
    return resolvedName(compiler, expr.id, reference, isAbsolute(leadingName(expr)))
  }
  if (!compiler.isChecked && !expr.testOnly) {
    const name = qualifiedName(expr)
    const known = name === undefined ? undefined : uncheckedName(compiler, expr.id, splitName(name))
    if (known !== undefined) return known
  }
  return expr.testOnly ? compileHas(compiler, expr) : compileField(compiler, expr)
}

/** Whether a name is written with a leading dot: variables of comprehensions cannot be named so. */
function isAbsolute(name: string | undefined): boolean {
  return name?.startsWith('.') === true
}

/** A name that the checker has found. Constants cost nothing. */
function resolvedName(
  compiler: Compiler,
  id: number,
  { name, value }: { readonly name: string; readonly value?: CelValue | undefined },
  absolute: boolean,
): Step {
  if (value === undefined) {
    return (absolute ? undefined : localName(compiler, name)) ?? variableName(compiler, id, name)
  }
  compiler.setConstant(id, value)
  return () => value
}

function localName(compiler: Compiler, name: string): Step | undefined {
  const local = compiler.localOf(name)
  if (local === undefined) return undefined
  return (frame) => {
    frame.charge(nodeCosts.ident)
    const value = frame.locals[local] ?? null
    if (value instanceof Failure) throw value
    return value
  }
}

function variableName(compiler: Compiler, id: number, name: string): Step {
  const index = compiler.variableIndex(name, variableLoad(compiler, name))
  return (frame) => {
    frame.charge(nodeCosts.ident)
    return frame.variable(index, name, id)
  }
}

function variableLoad(compiler: Compiler, name: string): LoadVariable {
  const declared = compiler.declarations.ident(name)
  return {
    find(variables) {
      if (typeof variables === 'function') return variables(name)
      return Object.hasOwn(variables, name) ? variables[name] : undefined
    },
    adapt: declared === undefined ? compiler.adapters.dyn : compiler.adapters.of(declared.type),
  }
}

function splitName(name: string): readonly string[] {
  return name.startsWith('.') ? ['.', ...name.slice(1).split('.')] : name.split('.')
}

/**
 * A name of an expression that was not checked: a variable of a comprehension, or what the variables of an
 * evaluation have under the longest name that they have.
 */
function uncheckedName(compiler: Compiler, id: number, path: readonly string[]): Step | undefined {
  const absolute = isAbsolute(path[0])
  const parts = path[0] === '.' ? path.slice(1) : path.map((part) => part.replace(/^\./, ''))
  const [first = ''] = parts
  if (!absolute) {
    const local = localName(compiler, first)
    if (local !== undefined) return selectAll(compiler, local, parts.slice(1))
  }
  const tries: Step[] = []
  for (let length = parts.length; length > 0; length--) {
    const name = (absolute ? '.' : '') + parts.slice(0, length).join('.')
    for (const candidate of compiler.declarations.candidates(name)) {
      const declared = compiler.declarations.ident(candidate)
      const base =
        declared?.value === undefined
          ? variableName(compiler, id, candidate)
          : resolvedName(compiler, id, declared, absolute)
      tries.push(selectAll(compiler, base, parts.slice(length)))
    }
  }
  return firstFound(tries, parts.join('.'))
}

function firstFound(tries: readonly Step[], name: string): Step {
  return (frame) => {
    for (const step of tries) {
      try {
        return step(frame)
      } catch (error) {
        if (!(error instanceof Failure && error.message.startsWith('no such attribute'))) throw error
      }
    }
    return fail(`no such attribute(s): ${name}`)
  }
}

function selectAll(compiler: Compiler, step: Step, fields: readonly string[]): Step {
  const strict = compiler.strictPresence
  return fields.reduce<Step>(
    (operand, field) => (frame) => {
      const value = operand(frame)
      frame.charge(nodeCosts.select)
      return selectField(value, field, strict)
    },
    step,
  )
}

function compileField(compiler: Compiler, { id, operand, field }: SelectExpr): Step {
  const { strictPresence } = compiler
  const known = declaredField(compiler, operand, field)
  const data = known === undefined ? undefined : compileData(compiler, operand)
  if (known !== undefined && data !== undefined) return fieldOfData(compiler, known, { id, data, field })
  const step = chargedOperand(compiler, operand)
  if (known === undefined) {
    return (frame) => {
      const value = step(frame)
      frame.node = id
      frame.charge(nodeCosts.select)
      return selectField(value, field, strictPresence)
    }
  }
  const { shape } = known
  return (frame) => {
    const value = step(frame)
    frame.node = id
    frame.charge(nodeCosts.select)
    if (!(value instanceof HostObject) || value.shape !== shape) {
      return selectField(value, field, strictPresence)
    }
    const found = value.read(known.field)
    return found === undefined ? fail(`no such key: ${field}`) : found
  }
}

/** Code that finds the data of the host behind an expression, without a view of it. */
type DataStep = (frame: Frame) => unknown

/** The data of a variable or of its declared fields, where these are objects with declared fields themselves. */
function compileData(compiler: Compiler, expr: Expr): DataStep | undefined {
  const reference = compiler.reference(expr.id)
  if (reference?.kind === 'ident') {
    const { name, value } = reference
    const isLocal = !isAbsolute(leadingName(expr)) && compiler.localOf(name) !== undefined
    if (value !== undefined || isLocal) return undefined
    const index = compiler.variableIndex(name, variableLoad(compiler, name))
    return (frame) => {
      frame.charge(nodeCosts.ident)
      const data = frame.data(index)
      const settled = data !== undefined && !(data instanceof CelUnknown)
      return settled ? data : frame.variable(index, name, expr.id)
    }
  }
  if (expr.kind !== 'select' || expr.testOnly) return undefined
  const known = declaredField(compiler, expr.operand, expr.field)
  const operand = known === undefined ? undefined : compileData(compiler, expr.operand)
  if (known === undefined || operand === undefined) return undefined
  const { property } = known.field
  const view = compiler.adapters.of(known.shape.type)
  return (frame) => {
    const data = operand(frame)
    frame.charge(nodeCosts.select)
    if (isHostData(data) && Object.hasOwn(data, property)) return data[property]
    return selectField(view(data), expr.field, compiler.strictPresence)
  }
}

function fieldOfData(
  compiler: Compiler,
  { shape, field }: KnownField,
  { id, data, field: name }: { readonly id: number; readonly data: DataStep; readonly field: string },
): Step {
  const view = compiler.adapters.of(shape.type)
  const { property, adapt } = field
  return (frame) => {
    const found = data(frame)
    frame.node = id
    frame.charge(nodeCosts.select)
    if (isHostData(found) && Object.hasOwn(found, property)) return adapt(found[property])
    return selectField(view(found), name, compiler.strictPresence)
  }
}

function isHostData(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null && !Array.isArray(data) && !isCelObject(data)
}

interface KnownField {
  readonly shape: HostObject['shape']
  readonly field: ShapeField
}

function declaredField(compiler: Compiler, operand: Expr, name: string): KnownField | undefined {
  const type = compiler.typeOf(operand)
  const shape = type.kind === 'struct' ? compiler.adapters.shape(type.name) : undefined
  const field = shape?.field(name)
  return shape === undefined || field === undefined ? undefined : { shape, field }
}

/** An operand to select from; one that is no name, selection or condition costs one more. */
export function chargedOperand(compiler: Compiler, operand: Expr): Step {
  const step = compiler.compile(operand)
  if (selectedOperand(operand) !== undefined || operand.kind === 'ident' || isCondition(operand)) return step
  return (frame) => {
    const value = step(frame)
    frame.charge(nodeCosts.ident)
    return value
  }
}

/**
 * What a branch of a condition costs less than it does elsewhere: its name, or that it is no name.
 * upstream: interpreter/planner.go, planCallConditional – branches are resolved without being observed.
 */
export function branchDiscount(branch: Expr): number {
  let root = branch
  for (let operand = selectedOperand(root); operand !== undefined; operand = selectedOperand(root)) root = operand
  if (isCondition(root)) return 0
  return root.kind === 'ident' || root !== branch ? nodeCosts.ident : 0
}

/** What a selection or index selects from. */
function selectedOperand(expr: Expr): Expr | undefined {
  if (expr.kind === 'select') return expr.operand
  const selects = expr.kind === 'call' && expr.target === undefined && selections.has(expr.name)
  return selects ? expr.args[0] : undefined
}

const selections: ReadonlySet<string> = new Set([operators.index, operators.optionalIndex, operators.optionalSelect])

function isCondition(expr: Expr): boolean {
  return expr.kind === 'call' && expr.name === operators.conditional
}

const noListField = "unsupported index type 'string' in list"

/** The field of an object or the entry of a map. */
function selectField(value: CelValue, field: string, strict: boolean): CelValue {
  if (value instanceof CelOptional) return selectOptional(value, field, strict)
  const found = findField(value, field)
  return found === undefined ? fail(`no such key: ${field}`) : found
}

function findField(value: CelValue, field: string): CelValue | undefined {
  if (value instanceof CelMap || value instanceof CelObject) return value.get(field)
  return value instanceof CelList ? fail(noListField) : undefined
}

/** The field as an optional; none where it is not set. */
export function selectOptional(value: CelValue, field: string, strict: boolean): CelValue {
  const operand = value instanceof CelOptional ? value.value : value
  if (operand === undefined || !hasField(operand, field, strict)) return CelOptional.none
  const found = findField(operand, field)
  return found === undefined ? CelOptional.none : CelOptional.of(found)
}

function compileHas(compiler: Compiler, { operand, field }: SelectExpr): Step {
  const step = chargedOperand(compiler, operand)
  const { strictPresence, presenceCost } = compiler
  return (frame) => {
    const value = step(frame)
    frame.charge(presenceCost)
    if (value instanceof CelOptional) return value.value !== undefined && hasField(value.value, field, strictPresence)
    return hasField(value, field, strictPresence)
  }
}

/** @throws a failure where `strict` and the value cannot have fields */
function hasField(value: CelValue, field: string, strict: boolean): boolean {
  if (value instanceof CelMap || value instanceof CelObject) return value.has(field)
  if (value instanceof CelList) fail(noListField)
  return strict ? fail(`no such key: ${field}`) : false
}
