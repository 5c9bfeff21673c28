import { parseJsonPath, type JsonPathFilter, type JsonPathNode, type JsonPathSlice } from './json-path-parser.ts'

/** Finds the values of a path in a JSON object. */
export type JsonPath = (object: unknown) => readonly unknown[]

/** The maximum number of values a lookup may visit; beyond it, a path has no values. */
const maxVisits = 100_000

/**
 * Compiles a JSONPath, as printer columns have it: `.spec.size`, `.status.conditions[?(@.type=="Ready")].status`,
 * `.a[0]`, `.a[-1:]`, `.a[*].b`, `.a['b']`, `..b`. Missing keys, and paths that do not
 * match the object, have no values. Throws a {@link JsonPathError} for an invalid path.
 */
// upstream: client-go/util/jsonpath, as printer columns use it – missing keys are allowed, errors result in an empty cell.
export function compileJsonPath(path: string): JsonPath {
  const nodes = parseJsonPath(path)
  const fields = nodes.flatMap((node) => (node.type === 'field' ? [node.name] : []))
  if (fields.length === nodes.length) return (object) => findField(object, fields)
  return (object) => evaluate(nodes, [object], { left: maxVisits }) ?? []
}

interface Budget {
  left: number
}

/** The values of a list of steps; undefined if a step does not match. */
type Values = readonly unknown[] | undefined

function findField(object: unknown, fields: readonly string[]): readonly unknown[] {
  let value = object
  for (const field of fields) {
    if (!isObject(value) || !Object.hasOwn(value, field)) return []
    value = value[field]
  }
  return [value]
}

function evaluate(nodes: readonly JsonPathNode[], input: readonly unknown[], budget: Budget): Values {
  let values: Values = input
  for (const node of nodes) {
    values = step(node, values, budget)
    if (values === undefined) return undefined
  }
  return values
}

function step(node: JsonPathNode, input: readonly unknown[], budget: Budget): Values {
  switch (node.type) {
    case 'field': {
      const { name } = node
      return gather(input, budget, (value) => (isObject(value) && Object.hasOwn(value, name) ? [value[name]] : []))
    }
    case 'wildcard':
      return gather(input, budget, childrenOf)
    case 'recursive':
      return descend(input, budget)
    case 'slice':
      return sliceAll(node.slice, input, budget)
    case 'union': {
      const found = node.paths.map((path) => evaluate(path, input, budget))
      return found.includes(undefined) ? undefined : (found as (readonly unknown[])[]).flat()
    }
    case 'filter':
      return filterAll(node.filter, input, budget)
    case 'value':
      return node.isText ? [node.value] : input.map(() => node.value)
    case 'word':
      return undefined
  }
}

// INVARIANT: values are counted before they are stored.
function gather(input: readonly unknown[], budget: Budget, valuesOf: (value: unknown) => readonly unknown[]): Values {
  const found: unknown[] = []
  for (const value of input) {
    const values = valuesOf(value)
    if ((budget.left -= values.length + 1) < 0) return undefined
    for (const next of values) found.push(next)
  }
  return found
}

/** All values, each before those inside of it. */
function descend(input: readonly unknown[], budget: Budget): Values {
  const found: unknown[] = []
  const waiting = [...input].reverse()
  while (waiting.length > 0) {
    if (--budget.left < 0) return undefined
    const value = waiting.pop()
    if (typeof value === 'string' && value !== '') found.push(value)
    const children = childrenOf(value)
    if (children.length === 0) continue
    if (children.length > budget.left) return undefined
    found.push(value)
    for (let index = children.length - 1; index >= 0; index--) waiting.push(children[index])
  }
  return found
}

function sliceAll(slice: JsonPathSlice, input: readonly unknown[], budget: Budget): Values {
  const { start, end, step: stepSize = 1, isIndex } = slice
  const values: unknown[] = []
  for (const list of input) {
    if (list === null || list === undefined) continue
    if (!Array.isArray(list)) return undefined
    const offset = start ?? 0
    const from = offset < 0 ? offset + list.length : offset
    let to = end ?? list.length
    // The last index, -1, has the end 0.
    if (to < 0 || (to === 0 && isIndex)) to += list.length
    if (from === to) return values
    if (from < 0 || from >= list.length || to < 0 || to > list.length || from > to || stepSize <= 0) return undefined
    if ((budget.left -= to - from) < 0) return undefined
    for (let index = from; index < to; index += stepSize) values.push(list[index] as unknown)
  }
  return values
}

function filterAll({ left, operator, right }: JsonPathFilter, input: readonly unknown[], budget: Budget): Values {
  const values: unknown[] = []
  for (const list of input) {
    if (!Array.isArray(list)) return undefined
    for (const item of list as readonly unknown[]) {
      if (--budget.left < 0) return undefined
      const lefts = evaluate(left, [item], budget)
      if (operator === undefined) {
        if (lefts !== undefined && lefts.length > 0) values.push(item)
        continue
      }
      if (lefts === undefined || lefts.length > 1) return undefined
      if (lefts.length === 0) continue
      const rights = evaluate(right, [item], budget)
      if (rights === undefined || rights.length > 1) return undefined
      if (rights.length === 0) continue
      const passes = compare(lefts[0], operator, rights[0])
      if (passes === undefined) return undefined
      if (passes) values.push(item)
    }
  }
  return values
}

// upstream: third_party/forked/golang/template/funcs.go – only values of the same kind compare; integers and floats are different kinds.
function compare(left: unknown, operator: string, right: unknown): boolean | undefined {
  const kind = kindOf(left)
  if (kind === undefined || kind !== kindOf(right)) return undefined
  if (operator === '==') return isSame(left, right)
  if (operator === '!=') return !isSame(left, right)
  if (kind === 'boolean') return undefined
  const [first, second] = [left as number, right as number]
  switch (operator) {
    case '<':
      return first < second
    case '<=':
      return first <= second
    case '>':
      return first > second
    case '>=':
      return first >= second
    default:
      return undefined
  }
}

function isSame(left: unknown, right: unknown): boolean {
  return typeof left === typeof right ? left === right : BigInt(left as number) === BigInt(right as number)
}

function kindOf(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return typeof value
    case 'bigint':
      return 'integer'
    case 'number':
      return Number.isInteger(value) ? 'integer' : 'fraction'
    default:
      return undefined
  }
}

function childrenOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[]
  return isObject(value) ? Object.values(value) : []
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
