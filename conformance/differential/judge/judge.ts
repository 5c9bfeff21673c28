import type { Area, Case, CaseContext, Step } from '../cases/case.ts'
import { compare, type Difference } from './compare.ts'
import type { Normalized } from './normalize.ts'
import { withoutColumnDescriptions } from './column-descriptions.ts'
import { withoutDescriptions } from './open-api.ts'
import { splitAnswer } from './parts.ts'
import type { Answered } from './run-case.ts'
import { withoutChance } from './without-chance.ts'

/** One comparison of an answer, or of a part of one. */
export interface Comparison {
  readonly area: string
  readonly kind: string
  /** `case#3 POST /api/v1/pods` and, of a large answer, the name of the part. */
  readonly request: string
  readonly body: unknown
  readonly differences: readonly Difference[]
}

/** Runs a case and returns the answers of the original and of Pinnace, in the order of its steps. */
export type AskBoth = (area: string, one: Case) => Promise<readonly { original: Answered; pinnace: Answered }[]>

/** Which cases are run. */
export interface Selection {
  readonly kinds?: readonly string[]
  readonly areas?: readonly string[]
  /** No further case starts after this time, in milliseconds since 1970. */
  readonly until?: number
  /** Cases at the same time. */
  readonly inFlight: number
}

/** Runs the cases of the areas and calls back with each comparison. */
export async function judgeAreas(
  areas: readonly Area[],
  context: CaseContext,
  selection: Selection,
  { ask, tell }: { readonly ask: AskBoth; readonly tell: (comparison: Comparison) => void },
): Promise<void> {
  for (const area of areas) {
    if (selection.areas !== undefined && !selection.areas.includes(area.name)) continue
    for (const stage of await area.stages(context)) {
      const cases = stage.filter(({ kind }) => kind === undefined || selection.kinds?.includes(kind) !== false)
      await inTurns(cases, selection, async (one) => {
        for (const { original, pinnace } of await ask(area.name, one)) {
          if (original.step.silent === true) continue
          for (const comparison of compareParts(original, pinnace))
            tell({ area: area.name, kind: one.kind ?? '', ...comparison })
        }
      })
    }
  }
}

function compareParts(original: Answered, pinnace: Answered): Omit<Comparison, 'area' | 'kind'>[] {
  const { step, name } = original
  const request = `${name} ${step.method} ${step.path}`
  const left = splitAnswer(comparable(original.answer, step), step.parts)
  const right = splitAnswer(comparable(pinnace.answer, step), step.parts)
  return [...new Set([...left.keys(), ...right.keys()])].map((part) => {
    const [a, b] = [left.get(part), right.get(part)]
    const about = part === '' ? request : `${request} ▸ ${part}`
    if (a !== undefined && b !== undefined) return { request: about, body: step.body, differences: compare(a, b) }
    const text = a === undefined ? 'only here' : 'missing here'
    return { request: about, body: step.body, differences: [{ text: `${text}: ${part}`, signature: `part ${text}` }] }
  })
}

function comparable(answer: Normalized, { withDescriptions = false }: Step): Normalized {
  const settled = withoutDescriptions(withoutChance(answer))
  return withDescriptions ? settled : withoutColumnDescriptions(settled)
}

async function inTurns(cases: readonly Case[], selection: Selection, run: (one: Case) => Promise<void>): Promise<void> {
  const left = [...cases]
  const worker = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) {
      if (selection.until !== undefined && Date.now() > selection.until) return
      await run(one)
    }
  }
  await Promise.all(Array.from({ length: selection.inFlight }, worker))
}
