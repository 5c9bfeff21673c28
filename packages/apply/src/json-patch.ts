import {
  badRequest,
  cloneJsonInSteps,
  isEqualJson,
  isNestedDeeper,
  maxNestingDepth,
  runAtOnce,
  setMember,
  StatusError,
} from '@pinnace/meta'
import { formatGoType } from './go-format.ts'
import { getOwn, isObject, type JsonObject } from './json-object.ts'
import {
  child,
  existingIndex,
  insert,
  read,
  take,
  unescapeSegment,
  type Container,
  type OwnedContainer,
  type OwnedPlace,
  type Place,
} from './json-place.ts'
import { measureJson } from './json-size.ts'
import { unprocessablePatch, stepsWithinDepth } from './patch-error.ts'

/** How many operations one JSON Patch may have. */
export const maxJsonPatchOperations: number = 10_000

/** Bytes that the `copy` operations of one JSON Patch may add, together. */
export const maxJsonPatchCopyBytes: number = 3 * 1024 * 1024

/**
 * The document a JSON Patch (RFC 6902) makes of `document`. Neither argument is changed; what the patch does not touch
 * is shared with `document`.
 *
 * Beyond the RFC, as in Kubernetes: `replace` of an absent key adds it, negative indexes count from the end, and a
 * test for `null` succeeds for a missing value.
 * @throws StatusError 400 when the patch is not a list of operations or nests the document too deeply, 413 when it has
 * too many operations, 422 when an operation does not apply (the cause says which).
 */
// upstream: evanphx/json-patch v4 patch.go
export function applyJsonPatch(document: unknown, operations: unknown): unknown {
  return runAtOnce(applyJsonPatchInSteps(document, operations))
}

/** As {@link applyJsonPatch}; can be interrupted after each operation, and while it copies. */
export function applyJsonPatchInSteps(document: unknown, operations: unknown): Generator<void, unknown> {
  const list = parseOperations(operations)
  return stepsWithinDepth(applyAll(new Target(document), list))
}

function* applyAll(target: Target, operations: readonly JsonObject[]): Generator<void, unknown> {
  for (const operation of operations) {
    yield* target.apply(operation)
    yield
  }
  return target.document
}

function parseOperations(operations: unknown): readonly JsonObject[] {
  if (operations === null) return []
  if (!Array.isArray(operations)) throw badRequest(cannotUnmarshal(operations, 'Patch'))
  const bad = operations.find((operation) => operation !== null && !isObject(operation))
  if (bad !== undefined) throw badRequest(cannotUnmarshal(bad, 'Operation'))
  if (operations.length > maxJsonPatchOperations) {
    throw new StatusError(
      'RequestEntityTooLarge',
      `Request entity too large: The allowed maximum operations in a JSON patch is ${maxJsonPatchOperations}, got ${operations.length}`,
    )
  }
  return operations.map((operation: JsonObject | null) => operation ?? {})
}

function cannotUnmarshal(value: unknown, type: string): string {
  const goType = formatGoType(value)
  const name = goType.startsWith('map') ? 'object' : goType.startsWith('[') ? 'array' : typeof value
  return `json: cannot unmarshal ${name === 'boolean' ? 'bool' : name === 'bigint' ? 'number' : name} into Go value of type jsonpatch.${type}`
}

/** The document being patched. Containers are copied the first time something in them changes. */
class Target {
  document: unknown
  /** Containers that this patch made, which it may change in place. */
  readonly #fresh = new WeakSet<object>()
  #copiedBytes = 0

  constructor(document: unknown) {
    this.document = document
  }

  *apply(operation: JsonObject): Generator<void, void> {
    const kind = textField(operation, 'op') ?? 'unknown'
    switch (kind) {
      case 'add':
        return this.#add(operation)
      case 'remove':
        return this.#remove(operation)
      case 'replace':
        return this.#replace(operation)
      case 'move':
        return this.#move(operation)
      case 'copy':
        return yield* this.#copy(operation)
      case 'test':
        return this.#test(operation)
      default:
        throw unprocessablePatch(`Unexpected kind: ${kind}`)
    }
  }

  #add(operation: JsonObject): void {
    const path = textField(operation, 'path')
    if (path === undefined) throw unprocessablePatch('add operation failed to decode path: missing value')
    const found = this.#own(path)
    if (!found) throw unprocessablePatch(`add operation does not apply: doc is missing path: "${path}": missing value`)
    const value = valueOf(operation)
    assertDepth(path, value)
    insert(found, value, `error in add for path: '${path}'`)
  }

  #remove(operation: JsonObject): void {
    const path = textField(operation, 'path')
    if (path === undefined) throw unprocessablePatch('remove operation failed to decode path: missing value')
    const found = this.#own(path)
    if (!found) {
      throw unprocessablePatch(`remove operation does not apply: doc is missing path: "${path}": missing value`)
    }
    take(found, `error in remove for path: '${path}'`)
  }

  #replace(operation: JsonObject): void {
    const path = textField(operation, 'path')
    if (path === undefined) {
      throw unprocessablePatch('replace operation failed to decode path: operation missing path field: missing value')
    }
    const value = valueOf(operation)
    if (path === '') {
      if (!isObject(value) && !Array.isArray(value)) {
        throw unprocessablePatch('replace operation value must be object or array')
      }
      this.document = value
      return
    }
    const found = this.#own(path)
    if (!found)
      throw unprocessablePatch(`replace operation does not apply: doc is missing path: ${path}: missing value`)
    assertDepth(path, value)
    const { container, key } = found
    if (!Array.isArray(container)) {
      setMember(container as JsonObject, key, value)
      return
    }
    const index = existingIndex(container, key)
    if (typeof index === 'string') {
      throw unprocessablePatch(`replace operation does not apply: doc is missing key: ${path}: missing value`)
    }
    container[index] = value
  }

  #move(operation: JsonObject): void {
    const from = textField(operation, 'from')
    if (from === undefined) {
      throw unprocessablePatch('move operation failed to decode from: operation, missing from field: missing value')
    }
    const source = this.#own(from)
    if (!source) {
      throw unprocessablePatch(`move operation does not apply: doc is missing from path: ${from}: missing value`)
    }
    const value = take(source, `error in move for path: '${source.key}'`)
    const path = textField(operation, 'path')
    if (path === undefined) {
      throw unprocessablePatch('move operation failed to decode path: operation missing path field: missing value')
    }
    const found = this.#own(path)
    if (!found) {
      throw unprocessablePatch(`move operation does not apply: doc is missing destination path: ${path}: missing value`)
    }
    assertDepth(path, value)
    insert(found, value, `error in move for path: '${path}'`)
  }

  *#copy(operation: JsonObject): Generator<void, void> {
    const from = textField(operation, 'from')
    if (from === undefined) {
      throw unprocessablePatch('copy operation failed to decode from: operation, missing from field: missing value')
    }
    const source = this.#find(from)
    if (!source) {
      throw unprocessablePatch(`copy operation does not apply: doc is missing from path: ${from}: missing value`)
    }
    const value = read(source, `error in copy for from: '${from}'`)
    const path = textField(operation, 'path')
    if (path === undefined) throw unprocessablePatch('copy operation failed to decode path: missing value')
    const found = this.#own(path)
    if (!found) {
      throw unprocessablePatch(`copy operation does not apply: doc is missing destination path: ${path}: missing value`)
    }
    const { bytes, levels } = yield* measureJson(value ?? null)
    if (levels > levelsBelow(path)) throw badRequest('exceeded max depth')
    if (value !== undefined) this.#copiedBytes += bytes
    if (this.#copiedBytes > maxJsonPatchCopyBytes) {
      throw unprocessablePatch(
        `Unable to complete the copy, the accumulated size increase of copy is ${this.#copiedBytes}, exceeding the limit ${maxJsonPatchCopyBytes}`,
      )
    }
    // A later operation may change one of the two places in place, so they must not share what this patch made.
    insert(found, yield* cloneJsonInSteps(value ?? null), 'error while adding value during copy')
  }

  #test(operation: JsonObject): void {
    const path = textField(operation, 'path')
    if (path === undefined) {
      throw unprocessablePatch('test operation failed to decode path: operation missing path field: missing value')
    }
    let value = this.document
    if (path !== '') {
      const found = this.#find(path)
      if (!found) {
        throw unprocessablePatch(`test operation does not apply: is missing path: ${path}: missing value`)
      }
      value = read(found, `error in test for path: '${path}'`)
    }
    // A missing value equals null: upstream keeps both as the same nil.
    if (!isEqualJson(value ?? null, valueOf(operation)))
      throw unprocessablePatch(`testing value ${path} failed: test failed`)
  }

  /** The container that holds the last segment of `path`. */
  #find(path: string): Place | undefined {
    const [, ...segments] = path.split('/')
    const last = segments.pop()
    if (last === undefined) return undefined
    let container = this.document
    for (const segment of segments) container = child(container, unescapeSegment(segment))
    if (typeof container !== 'object' || container === null) return undefined
    return { container: container as Container, key: unescapeSegment(last) }
  }

  /** As find, and every container on the way may be changed in place. */
  #own(path: string): OwnedPlace | undefined {
    // Looked up first: a path that leads nowhere must not copy anything.
    if (!this.#find(path)) return undefined
    const [, ...segments] = path.split('/')
    const last = segments.pop()
    if (last === undefined) return undefined
    let container = this.#freshen(this.document as Container)
    this.document = container
    for (const segment of segments) {
      const key = unescapeSegment(segment)
      if (Array.isArray(container)) {
        const index = existingIndex(container, key) as number
        container = container[index] = this.#freshen(container[index] as Container)
      } else {
        const next = this.#freshen(getOwn(container as JsonObject, key) as Container)
        setMember(container as JsonObject, key, next)
        container = next
      }
    }
    return { container, key: unescapeSegment(last) }
  }

  #freshen(container: Container): OwnedContainer {
    if (this.#fresh.has(container)) return container as OwnedContainer
    const copy: OwnedContainer = Array.isArray(container) ? container.slice() : { ...(container as JsonObject) }
    this.#fresh.add(copy)
    return copy
  }
}

/** Refuses a value that would make the document nest deeper than a request body may. */
function assertDepth(path: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if (isNestedDeeper(value, levelsBelow(path))) throw badRequest('exceeded max depth')
}

/** The levels that a value at a path may have. */
function levelsBelow(path: string): number {
  return maxNestingDepth - (path.split('/').length - 1)
}

function textField(operation: JsonObject, field: string): string | undefined {
  const value = getOwn(operation, field)
  return typeof value === 'string' ? value : undefined
}

function valueOf(operation: JsonObject): unknown {
  return getOwn(operation, 'value') ?? null
}
