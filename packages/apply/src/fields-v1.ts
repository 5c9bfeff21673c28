import { stepLength } from './deferred-work.ts'
import {
  compareElements,
  compareParsed,
  formatElement,
  isCanonicalElement,
  parseElement,
  type ParsedElement,
  type PathElement,
} from './field-path.ts'
import { emptySet, leaf, isEmptySet, unionWithin, type FieldSet, type MutableFieldSet } from './field-set.ts'
import { compareSelfFirst, FieldSetBuilder, isPooled, mayBePooled } from './field-set-pool.ts'
import { isObject } from './json-object.ts'
import { sortInSteps } from './sort-in-steps.ts'

/**
 * The set that FieldsV1 of a request or of the store describes, with every step in canonical form and order. The same
 * object is returned if it is canonical, as everything this package writes is. Steps of unknown types are dropped.
 * `field-path.ts` has the spelling of a step: `f:name`, `k:{…}`, `v:…`, `i:…`.
 * @throws SyntaxError when a step is malformed, TypeError when a value is not an object.
 */
// upstream: structured-merge-diff fieldpath/serialize.go, readIterV1
export function readFieldsV1(fields: unknown): FieldSet {
  if (fields === undefined || fields === null) return emptySet
  if (!isObject(fields)) throw new TypeError('fieldsV1 must be an object')
  if (isCanonical(fields) && !('.' in fields)) return fields as FieldSet
  const set = readNode(fields)
  const { '.': _, ...rest } = set
  return writeFieldsV1('.' in set ? rest : set)
}

function readNode(fields: Readonly<Record<string, unknown>>): FieldSet {
  let node: MutableFieldSet | undefined
  for (const key of Object.keys(fields)) {
    if (key === '.') {
      node ??= {}
      node['.'] = leaf
      continue
    }
    const parsed = parseElement(key)
    if (parsed === undefined) continue
    const below = fields[key]
    if (!isObject(below)) throw new TypeError(`fieldsV1: ${key} must hold an object`)
    const element = formatElement(parsed)
    const child = readNode(below)
    node ??= {}
    node[element] = node[element] === undefined ? child : unionWithin(node[element], child)
  }
  if (node === undefined) return leaf
  return '.' in node && Object.keys(node).length === 1 ? leaf : node
}

/** True for a node that {@link writeFieldsV1} could have written. */
function isCanonical(node: Readonly<Record<string, unknown>>): boolean {
  let previous = ''
  for (const key of Object.keys(node)) {
    const below = node[key]
    if (!isObject(below)) return false
    if (key === '.') {
      if (previous !== '' || !isEmptySet(below as FieldSet)) return false
    } else {
      if (!isCanonicalElement(key) || !isCanonical(below)) return false
      if (previous !== '' && previous !== '.' && compareElements(previous, key) >= 0) return false
    }
    previous = key
  }
  return previous !== '.'
}

/** The set with its steps in the order in which kube-apiserver writes them. */
export function writeFieldsV1(set: FieldSet): FieldSet {
  if (isPooled(set)) return set
  const builder = new FieldSetBuilder(false)
  for (const element in set) builder.add(element, writeFieldsV1(set[element] ?? leaf))
  return isPooled(builder.set) ? builder.set : sorted(builder.set)
}

/** As {@link writeFieldsV1}, of a set that may be large. Can be interrupted. */
export function* writeFieldsV1InSteps(set: FieldSet): Generator<void, FieldSet> {
  if (isPooled(set) || mayBePooled(set)) return writeFieldsV1(set)
  const elements = Object.keys(set).map((element) => ({ element, parsed: undefined as ParsedElement | undefined }))
  let count = 0
  for (const one of elements) {
    if (one.element !== '.') one.parsed = parseElement(one.element)
    if (++count % stepLength === 0) yield
  }
  const ordered: MutableFieldSet = {}
  for (const { element } of yield* sortInSteps(elements, compareSelfAndParsed)) {
    ordered[element] = yield* writeFieldsV1InSteps(set[element] ?? leaf)
    if (++count % stepLength === 0) yield
  }
  return ordered
}

interface ParsedStep {
  readonly element: PathElement
  readonly parsed: ParsedElement | undefined
}

function compareSelfAndParsed(left: ParsedStep, right: ParsedStep): number {
  if (left.element === '.') return -1
  return right.element === '.' ? 1 : compareParsed(left.parsed, right.parsed)
}

function sorted(set: FieldSet): FieldSet {
  const ordered: MutableFieldSet = {}
  for (const element of Object.keys(set).sort(compareSelfFirst)) ordered[element] = set[element] ?? leaf
  return ordered
}
