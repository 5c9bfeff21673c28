import { escapeHtml, formatJson } from '@pinnace/meta'
import { compareElements, type PathElement } from './field-path.ts'
import { emptySet, leaf, type FieldSet, type MutableFieldSet } from './field-set.ts'

// Objects of a kind mostly have the same fields. A set with the elements of an earlier one is that one, so a set is
// sorted, frozen and written as JSON once. Steps lead from a set to the set with one more element; following them
// allocates nothing.

/** Elements that a pooled set may have, characters of an element, and characters of a text that is kept. */
const maxElements = 128
const maxElementLength = 512
const maxTextLength = 16_384

/** What all steps and texts may take, about, in bytes; then all are dropped. */
const maxPoolSize = 8 * 1024 * 1024
const stepSize = 300

/** A set by the elements that led to it. */
interface Step {
  readonly parent: Step | undefined
  readonly element: PathElement
  readonly child: FieldSet
  readonly length: number
  /** The sorted set; made when it is first asked for. */
  set: FieldSet | undefined
  /** The next step that was taken last. Most of the time, it is taken again. */
  last: Step | undefined
  others: Map<PathElement, Map<FieldSet, Step>> | undefined
}

let first = createStep(undefined, '', leaf)
let size = 0

/** The pooled sets by their texts, as far as these were asked for. */
const byText = new Map<string, FieldSet>()

/** The pooled sets, with their texts as far as these were asked for. */
const pooled = new WeakMap<FieldSet, { text: string | undefined }>()

function createStep(parent: Step | undefined, element: PathElement, child: FieldSet): Step {
  const length = parent === undefined ? 0 : parent.length + 1
  return { parent, element, child, length, set: undefined, last: undefined, others: undefined }
}

/** The step without elements. */
function firstStep(): Step {
  if (size > maxPoolSize) {
    first = createStep(undefined, '', leaf)
    byText.clear()
    size = 0
  }
  return first
}

/** The step with one more element; undefined if such a set is not pooled. */
function nextStep(step: Step, element: PathElement, child: FieldSet): Step | undefined {
  const { last } = step
  if (last !== undefined && last.element === element && last.child === child) return last
  const children = step.others?.get(element)
  let next = children?.get(child)
  if (next === undefined) {
    if (step.length >= maxElements || element.length > maxElementLength || !isPooled(child)) return undefined
    next = createStep(step, element, child)
    size += stepSize + element.length
    if (children !== undefined) children.set(child, next)
    else (step.others ??= new Map()).set(element, new Map([[child, next]]))
  }
  step.last = next
  return next
}

function setOf(step: Step): FieldSet {
  return (step.set ??= step.parent === undefined ? leaf : createSet(step))
}

function createSet(end: Step): FieldSet {
  const steps: Step[] = []
  for (let step = end; step.parent !== undefined; step = step.parent) steps.push(step)
  steps.reverse()
  let isSorted = true
  for (let index = 1; index < steps.length; index++) isSorted &&= compareSteps(steps[index - 1]!, steps[index]!) <= 0
  if (!isSorted) {
    let sorted: Step | undefined = first
    for (const { element, child } of steps.sort(compareSteps)) sorted = sorted && nextStep(sorted, element, child)
    if (sorted !== undefined) return setOf(sorted)
  }
  const set: MutableFieldSet = {}
  for (const { element, child } of steps) set[element] = child
  pooled.set(Object.freeze(set), { text: undefined })
  return set
}

function compareSteps(left: Step, right: Step): number {
  return compareSelfFirst(left.element, right.element)
}

/** The order of elements in FieldsV1: `.` first, then sorted. */
// upstream: structured-merge-diff fieldpath/serialize.go, emitContentsV1
export function compareSelfFirst(left: PathElement, right: PathElement): number {
  if (left === '.') return -1
  return right === '.' ? 1 : compareElements(left, right)
}

/** True for a set of the pool: it is sorted and frozen, with everything below it. */
export function isPooled(set: FieldSet): boolean {
  return set === leaf || pooled.has(set)
}

/** False for a set that is too large to be pooled: it takes long to find that out by making it again. */
export function mayBePooled(set: FieldSet): boolean {
  let elements = 0
  for (const element in set) {
    const below = set[element]
    if (++elements > maxElements || (below !== undefined && !mayBePooled(below))) return false
  }
  return true
}

/** The pooled sets that equal frozen ones, which were read from JSON. */
const equals = new WeakMap<FieldSet, FieldSet>()

/** The JSON of a set as Go writes it. That of a pooled set is written once. */
export function formatFieldSet(set: FieldSet): string {
  const shared = pooled.has(set) ? set : (equals.get(set) ?? emptySet)
  const known = pooled.get(shared)
  if (known?.text !== undefined) return known.text
  const text = escapeHtml(formatJson(set))
  if (known !== undefined && text.length <= maxTextLength) {
    known.text = text
    byText.set(text, shared)
    size += 2 * text.length + stepSize
  }
  return text
}

/** The pooled set that {@link formatFieldSet} has written as this text; undefined if there is none. */
export function knownFieldSet(text: string): FieldSet | undefined {
  return byText.get(text)
}

/** Lets a frozen set, read from JSON in canonical form, share the text of the pooled set that it equals. */
export function shareText(set: FieldSet, equal: FieldSet): void {
  if (isPooled(equal)) equals.set(set, equal)
}

/** Makes a set of elements that are added once each, from the pool unless it is unusually large. */
export class FieldSetBuilder {
  #step: Step | undefined = firstStep()
  #plain: MutableFieldSet | undefined
  readonly #self: boolean

  /** With `self`, the field of the node itself is in the set. */
  constructor(self: boolean) {
    this.#self = self
    if (self) this.add('.', leaf)
  }

  add(element: PathElement, child: FieldSet): void {
    if (this.#step !== undefined) {
      const next = nextStep(this.#step, element, child)
      if (next === undefined) this.#plain = { ...setOf(this.#step) }
      this.#step = next
    }
    if (this.#plain !== undefined) this.#plain[element] = child
  }

  /** The set, a leaf if nothing was added. One that is not from the pool has its elements in the order of adding. */
  get set(): FieldSet {
    if (this.#step === undefined) return this.#plain ?? leaf
    return this.#self && this.#step.length === 1 ? leaf : setOf(this.#step)
  }
}
