import { maxContainers, maxMembers, setMember, StatusError, tooManyContainers, tooManyMembers } from '@pinnace/meta'
import { EVENT_ID, getScalarValue, SCALAR_STYLE, type Event } from 'js-yaml'
import { Buffer } from 'node:buffer'
import type { EventSource } from './yaml-events.ts'
import { resolvePlainScalar, resolveTaggedScalar, type YamlScalar } from './yaml-scalar.ts'

/** A YAML document read as JSON. */
export interface ParsedYaml {
  /** What JSON can say, with whole numbers beyond 2^53 as bigint. An empty document is `null`. */
  readonly value: unknown
  /** Sentences about keys that stand twice in one mapping, in the words of strict decoding; the last one won. */
  readonly strictErrors: readonly string[]
}

/** The 400 for text that is no YAML, or says what JSON cannot; `line` is counted from zero. */
export function refusedYaml(reason: string, line?: number, cause?: unknown): StatusError {
  return new StatusError('BadRequest', `yaml: ${line === undefined ? '' : `line ${line + 1}: `}${reason}`, { cause })
}

/** The 400 of a text with more than one document. */
export function severalDocuments(): StatusError {
  return refusedYaml('expected a single document, but found more')
}

/** Duplicate keys told one by one, at most. */
const maxReported = 100

/** Nodes that are read before the work can be interrupted. */
const stepLength = 256

/** The beginning of a line, and its number. */
interface LinePosition {
  readonly line: number
  readonly position: number
}

/** Walks the parser's events; one reader is one document. */
export class YamlReader {
  readonly #source: string
  readonly #events: EventSource
  readonly #anchors = new Map<string, { readonly value: unknown }>()
  readonly #strictErrors: string[] = []
  #nodes = 0
  #containers = 0
  #duplicates = 0
  #copied = 0
  #position = 0
  #lineBefore: LinePosition = { line: 0, position: 0 }

  constructor(source: string, events: EventSource) {
    this.#source = source
    this.#events = events
  }

  /** Reads the document. Can be interrupted. */
  *readInSteps(): Generator<void, ParsedYaml> {
    if (this.#events.peek() === undefined) return { value: null, strictErrors: [] }
    this.#events.advance()
    const value = this.#peek().type === EVENT_ID.POP ? null : yield* this.#value()
    this.#events.advance()
    if (this.#events.peek() !== undefined) throw severalDocuments()
    if (this.#duplicates === 0) return { value, strictErrors: [] }
    const unsaid = this.#duplicates - this.#strictErrors.length
    const lines = unsaid === 0 ? this.#strictErrors : [...this.#strictErrors, `and ${unsaid} more`]
    return { value, strictErrors: [`yaml: unmarshal errors:\n  ${lines.join('\n  ')}`] }
  }

  #next(): Event {
    const event = this.#peek()
    this.#events.advance()
    return event
  }

  #peek(): Event {
    const event = this.#events.peek()
    if (event === undefined) throw refusedYaml('unexpected end of document')
    return event
  }

  *#value(): Generator<void, unknown> {
    const event = this.#next()
    this.#position = startOf(event)
    if (++this.#nodes % stepLength === 0) yield
    switch (event.type) {
      case EVENT_ID.SCALAR:
        return this.#anchored(event, this.#scalar(event))
      case EVENT_ID.SEQUENCE:
        return this.#anchored(event, yield* this.#sequence())
      case EVENT_ID.MAPPING:
        return this.#anchored(event, yield* this.#mapping())
      case EVENT_ID.ALIAS: {
        const name = this.#source.slice(event.anchorStart, event.anchorEnd)
        const anchor = this.#anchors.get(name)
        if (anchor === undefined) throw refusedYaml(`unknown anchor '${name}' referenced`)
        return this.#copy(anchor.value)
      }
      default:
        throw refusedYaml('unexpected end of document')
    }
  }

  /** An anchor stands only after its value, so that no value can contain itself. */
  #anchored<T>(event: { readonly anchorStart: number; readonly anchorEnd: number }, value: T): T {
    if (event.anchorStart !== -1) this.#anchors.set(this.#source.slice(event.anchorStart, event.anchorEnd), { value })
    return value
  }

  #scalar(event: Event & { type: typeof EVENT_ID.SCALAR }): YamlScalar {
    const text = getScalarValue(this.#source, event)
    const tag = event.tagStart === -1 ? '' : this.#source.slice(event.tagStart, event.tagEnd)
    const value =
      tag === '' ? (event.style === SCALAR_STYLE.PLAIN ? resolvePlainScalar(text) : text) : this.#tagged(tag, text)
    if (typeof value === 'number' && !Number.isFinite(value))
      throw refusedYaml(`unsupported value: ${text}`, this.#line())
    return value
  }

  #tagged(tag: string, text: string): YamlScalar {
    const core = /^(?:!!|!<tag:yaml\.org,2002:)([a-z]+)>?$/.exec(tag)?.[1]
    if (core === undefined || core === 'str' || core === 'timestamp') return text
    if (core === 'binary') {
      const base64 = text.replaceAll(/\s/g, '')
      if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64) || base64.length % 4 !== 0) {
        throw refusedYaml('!!binary value contains invalid base64 data')
      }
      return Buffer.from(base64, 'base64').toString('utf8')
    }
    const value = resolveTaggedScalar(core, text)
    if (value === undefined) throw refusedYaml(`cannot decode !!str \`${text}\` as a !!${core}`)
    return value
  }

  #opened(): void {
    if (++this.#containers > maxContainers) throw tooManyContainers()
  }

  *#sequence(): Generator<void, unknown[]> {
    this.#opened()
    const items: unknown[] = []
    while (this.#peek().type !== EVENT_ID.POP) items.push(yield* this.#value())
    this.#next()
    return items
  }

  *#mapping(): Generator<void, Record<string, unknown>> {
    this.#opened()
    const mapping: Record<string, unknown> = {}
    const own = new Set<string>()
    while (this.#peek().type !== EVENT_ID.POP) {
      if (this.#isMergeKey()) {
        this.#next()
        this.#merge(mapping, own, yield* this.#value())
        continue
      }
      const key = yield* this.#key()
      const start = startOf(this.#peek())
      const value = yield* this.#value()
      if (own.has(key)) {
        // upstream: the line is that of the value, and the key prints as Go prints a string.
        this.#duplicates++
        if (this.#strictErrors.length < maxReported) {
          const line = this.#lineAt(start === -1 ? this.#position : start)
          this.#strictErrors.push(`line ${line + 1}: key ${JSON.stringify(key)} already set in map`)
        }
      }
      own.add(key)
      if (own.size > maxMembers) throw tooManyMembers()
      setMember(mapping, key, value)
    }
    this.#next()
    return mapping
  }

  #isMergeKey(): boolean {
    const event = this.#peek()
    if (event.type !== EVENT_ID.SCALAR || event.style !== SCALAR_STYLE.PLAIN) return false
    return event.valueEnd - event.valueStart === 2 && this.#source.startsWith('<<', event.valueStart)
  }

  /** Keys the mapping has itself win over merged ones, earlier merged mappings over later ones. */
  #merge(mapping: Record<string, unknown>, own: ReadonlySet<string>, source: unknown): void {
    for (const from of Array.isArray(source) ? source : [source]) {
      if (!isMapping(from)) throw refusedYaml('map merge requires map or sequence of maps as the value')
      for (const key of Object.keys(from)) {
        if (!own.has(key) && !Object.hasOwn(mapping, key)) setMember(mapping, key, from[key])
      }
    }
  }

  *#key(): Generator<void, string> {
    const event = this.#peek()
    const key = yield* this.#value()
    if (typeof key === 'string') return key
    if (typeof key === 'number' || typeof key === 'bigint' || typeof key === 'boolean') return String(key)
    const found = key === null ? 'null' : Array.isArray(key) ? 'a sequence' : 'a mapping'
    throw refusedYaml(`unsupported map key: ${found}`, this.#lineAt(startOf(event)))
  }

  /** A copy, so that no two places of a document are one object; counted, so that it cannot explode. */
  // upstream: goyaml.v2 decode.go, allowedAliasRatio
  #copy(value: unknown): unknown {
    this.#nodes++
    this.#copied++
    if (this.#copied > 100 && this.#nodes > 1000 && this.#copied / this.#nodes > allowedCopyRatio(this.#nodes)) {
      throw refusedYaml('document contains excessive aliasing')
    }
    if (typeof value === 'object' && value !== null) this.#opened()
    if (Array.isArray(value)) return value.map((item) => this.#copy(item))
    if (!isMapping(value)) return value
    const copy: Record<string, unknown> = {}
    for (const key of Object.keys(value)) setMember(copy, key, this.#copy(value[key]))
    return copy
  }

  #line(): number {
    return this.#lineAt(this.#position)
  }

  /** The line of a position, counted from zero. Lines before that of the last position are not counted again. */
  #lineAt(position: number): number {
    let { line, position: from } = this.#lineBefore
    if (position < from) [line, from] = [0, 0]
    for (let at = this.#source.indexOf('\n', from); at !== -1 && at < position; at = this.#source.indexOf('\n', from)) {
      line++
      from = at + 1
    }
    this.#lineBefore = { line, position: from }
    return line
  }
}

/** 99 % of a document up to 400,000 nodes may be copies, 10 % of one of 4,000,000 and more. */
function allowedCopyRatio(nodes: number): number {
  const low = 400_000
  const high = 4_000_000
  if (nodes <= low) return 0.99
  return nodes >= high ? 0.1 : 0.99 - 0.89 * ((nodes - low) / (high - low))
}

function startOf(event: Event): number {
  if (event.type === EVENT_ID.SCALAR) return event.valueStart
  if (event.type === EVENT_ID.SEQUENCE || event.type === EVENT_ID.MAPPING) return event.start
  return event.type === EVENT_ID.ALIAS ? event.anchorStart : -1
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
