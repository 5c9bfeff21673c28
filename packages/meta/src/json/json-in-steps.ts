import { formatJson } from './strict-json.ts'

/** The members that are written before the work can be interrupted. */
const stepLength = 256
/** Objects and lists of at most so many scalars are written at once. */
const smallLength = 32
/** Deeper levels are written at once. */
const maxSlicedDepth = 100

/** As {@link formatJson}, and with the number literals of `ParsedJson`; can be interrupted after every few hundred members. */
export function* formatJsonInSteps(value: unknown): Generator<void, string> {
  const writer = new JsonChunks()
  yield* write(writer, value, 0)
  return writer.end()
}

function* write(writer: JsonChunks, value: unknown, depth: number): Generator<void, void> {
  if (typeof value === 'symbol') writer.add(value.description ?? 'null')
  else if (!isContainer(value) || depth === maxSlicedDepth || 'toJSON' in value) writer.add(formatJson(value))
  else if (Array.isArray(value)) yield* writeList(writer, value, depth)
  else yield* writeMembers(writer, value as Readonly<Record<string, unknown>>, depth)
}

function* writeList(writer: JsonChunks, list: readonly unknown[], depth: number): Generator<void, void> {
  if (list.length <= smallLength && list.every(isScalar)) {
    writer.add(formatJson(list))
    return
  }
  let before = '['
  for (const item of list) {
    writer.add(before)
    before = ','
    if (isScalar(item)) writer.add(formatJson(item))
    else yield* write(writer, item, depth + 1)
    if (writer.isFull) yield writer.flush()
  }
  writer.add(before === '[' ? '[]' : ']')
}

function* writeMembers(
  writer: JsonChunks,
  members: Readonly<Record<string, unknown>>,
  depth: number,
): Generator<void, void> {
  const keys = Object.keys(members)
  if (keys.length <= smallLength && keys.every((key) => isScalar(members[key]))) {
    writer.add(formatJson(members))
    return
  }
  let before = '{'
  for (const key of keys) {
    const member = members[key]
    if (member === undefined || typeof member === 'function') continue
    writer.add(`${before}${JSON.stringify(key)}:`)
    before = ','
    if (isScalar(member)) writer.add(formatJson(member))
    else yield* write(writer, member, depth + 1)
    if (writer.isFull) yield writer.flush()
  }
  writer.add(before === '{' ? '{}' : '}')
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function isScalar(value: unknown): boolean {
  return !isContainer(value) && typeof value !== 'symbol'
}

/** A text that is put together from many small ones. */
class JsonChunks {
  #text = ''
  #pieces: string[] = []

  add(piece: string): void {
    this.#pieces.push(piece)
  }

  get isFull(): boolean {
    return this.#pieces.length >= stepLength * 2
  }

  flush(): void {
    this.#text += this.#pieces.join('')
    this.#pieces = []
  }

  end(): string {
    this.flush()
    return this.#text
  }
}
