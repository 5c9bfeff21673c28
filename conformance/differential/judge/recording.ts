import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fromDelta, toDelta, type Delta } from './delta.ts'
import type { Normalized } from './normalize.ts'
import type { Answered } from './run-case.ts'

/** Where the answers of kube-apiserver are, a file for each area. */
const folder = new URL('../recorded/', import.meta.url)

/**
 * The answers to a case, one line of the file: its name, and of each step the hash of the request, the status code, the
 * number of the headers in the first line, the layout, and how the body differs from a body before it.
 */
interface RecordedCase {
  readonly name: string
  readonly steps: readonly (readonly [
    hash: string,
    status: number,
    headers: number,
    layout: string,
    base: number,
    body: Delta,
  ])[]
}

/** Longer bodies are not recorded: the hash of such a step is empty. */
const longest = 800

type Headers = Normalized['headers']

/** A case with its answers. */
export interface AnsweredCase {
  readonly name: string
  readonly answers: readonly Answered[]
}

/** Writes the answers of an area. */
export function writeRecording(area: string, cases: readonly AnsweredCase[]): void {
  const headers: string[] = []
  const sorted = [...cases].sort((a, b) => (a.name < b.name ? -1 : 1))
  const lines = sorted.map(({ name, answers }) =>
    JSON.stringify({ name, steps: encode(answers, headers) } satisfies RecordedCase),
  )
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL(`${area}.jsonl`, folder), `${[`[${headers.join(',')}]`, ...lines].join('\n')}\n`)
}

function encode(answers: readonly Answered[], headers: string[]): RecordedCase['steps'] {
  /** The bodies that are recorded, and can be the base of others. */
  const bodies = new Map<number, unknown>()
  return answers.map(({ hash, answer, step }, at) => {
    const text = JSON.stringify(answer.headers)
    const known = headers.indexOf(text)
    const place = known === -1 ? headers.push(text) - 1 : known
    const { base, delta, length } = shortest(answer.body, bodies)
    const isLeftOut = step.silent === true || length > longest
    if (isLeftOut) return ['', answer.status, place, '', -1, '=']
    bodies.set(at, answer.body)
    return [hash, answer.status, place, answer.layout ?? '', base, delta]
  })
}

/** How many bodies before are tried. */
const tried = 12

/** The difference from the one of the bodies before that is most like it; -1 where none is. */
function shortest(body: unknown, bodies: ReadonlyMap<number, unknown>): { base: number; delta: Delta; length: number } {
  const whole = { v: body }
  let best: { base: number; delta: Delta; length: number } = {
    base: -1,
    delta: whole,
    length: JSON.stringify(whole).length,
  }
  for (const [base, other] of [...bodies].slice(-tried)) {
    const delta = toDelta(body, other)
    const length = JSON.stringify(delta).length
    if (length < best.length) best = { base, delta, length }
  }
  return best
}

/** The recorded answers of each case, by area and name of the case. */
export function readRecordings(): ReadonlyMap<
  string,
  ReadonlyMap<string, readonly { hash: string; answer: Normalized }[]>
> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.jsonl'))
  return new Map(files.map((file) => [file.replace('.jsonl', ''), readRecording(file)]))
}

function readRecording(file: string): ReadonlyMap<string, readonly { hash: string; answer: Normalized }[]> {
  const [first = '[]', ...lines] = readFileSync(new URL(file, folder), 'utf8').trimEnd().split('\n')
  const headers = JSON.parse(first) as Headers[]
  return new Map(
    lines.map((line) => {
      const { name, steps } = JSON.parse(line) as RecordedCase
      const bodies: unknown[] = []
      const answers = steps.map(([hash, status, place, layout, base, delta]) => {
        const body = fromDelta(delta, base === -1 ? undefined : bodies[base])
        bodies.push(body)
        return { hash, answer: { status, headers: headers[place] ?? {}, body, ...(layout === '' ? {} : { layout }) } }
      })
      return [name, answers]
    }),
  )
}
