import { createHash } from 'node:crypto'
import type { Case, Step } from '../cases/case.ts'
import type { Answer, Side } from './answer.ts'
import { bodyOf } from './connect.ts'
import { normalize, type Normalized } from './normalize.ts'

/** The normalized answer of one server to a step. */
export interface Answered {
  readonly step: Step
  /** `mutations pods#3`: the case and the place of the step. */
  readonly name: string
  /** Tells whether an answer that was recorded is one to this request. */
  readonly hash: string
  readonly answer: Normalized
}

/** Sends the steps of a case to one server, in order, and returns the normalized answers. */
export async function runCase(side: Side, { name, steps }: Case, prefix: string): Promise<Answered[]> {
  const answers: (Answer | undefined)[] = []
  const pending: { readonly done: Promise<void> }[] = []
  for (const [at, step] of steps.entries()) {
    if (step.afterMs !== undefined) await new Promise((resolve) => setTimeout(resolve, step.afterMs))
    if (step.background === true)
      pending.push(await begin(side, fill(step, answers, side.words), (answer) => (answers[at] = answer)))
    else answers[at] = await sendUntil(side, fill(step, answers, side.words))
  }
  await Promise.all(pending.map(({ done }) => done))
  return steps.map((step, at) => {
    const request = `${step.method} ${step.path} ${bodyOf(step) ?? ''} ${JSON.stringify(step.headers ?? {})}`
    const context = { request, prefix, now: Date.now(), port: Number(new URL(side.url).port), words: side.words }
    const answer = normalize(answers[at] ?? { status: 0, headers: [], text: 'not sent' }, context)
    return { step, name: `${name}#${at}`, hash: hashOf(step, prefix), answer }
  })
}

/** How long a request is sent again, milliseconds: what a server does in the background takes longer on a busy machine. */
const untilMs = 10_000

/** Sends a request, again and again where the step says what the answer must contain. */
async function sendUntil(side: Side, step: Step): Promise<Answer> {
  const expected = new RegExp(step.until ?? '')
  const deadline = Date.now() + untilMs
  for (;;) {
    const answer = await side.send(step)
    if (expected.test(answer.text) || Date.now() > deadline) return answer
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Sends a request and waits until it is being answered; the promise within is that of the end of the answer. */
async function begin(
  side: Side,
  step: Step,
  keep: (answer: Answer) => void,
): Promise<{ readonly done: Promise<void> }> {
  let done: Promise<void> = Promise.resolve()
  await new Promise<void>((resolve) => {
    done = side.send(step, resolve).then((answer) => {
      keep(answer)
      resolve()
    })
  })
  return { done }
}

function hashOf(step: Step, prefix: string): string {
  const { method, path, type = '', as, headers = {} } = step
  const sender = as === '' ? 'nobody' : (as ?? '')
  const body = step.bytes ?? bodyOf(step) ?? ''
  const request = [method, path, type, sender, JSON.stringify(headers), body].join('\n')
  return createHash('sha256').update(request.replaceAll(prefix, 'px')).digest('base64url').slice(0, 6)
}

/** The step with the members of earlier answers in place of their names. */
function fill(step: Step, answers: readonly (Answer | undefined)[], words: Side['words']): Step {
  const body = bodyOf(step)
  if (!step.path.includes('{{') && body?.includes('{{') !== true) return step
  const replace = (text: string): string =>
    fillWords(text, words).replace(/\{\{(\d+)\.([\w.]+)\}\}/g, (_all, at: string, path: string) =>
      memberOf(answers[Number(at)], path),
    )
  return { ...step, path: replace(step.path), ...(body === undefined ? {} : { body: replace(body) }) }
}

function memberOf(answer: Answer | undefined, path: string): string {
  try {
    let value: unknown = JSON.parse(answer?.text ?? '')
    for (const name of path.split('.')) value = (value as Record<string, unknown>)[name]
    return String(value)
  } catch {
    return 'undefined'
  }
}

/** The text with what the names in braces stand for. */
export function fillWords(text: string, words: Side['words']): string {
  return text.replace(/\{\{(\w+)\}\}/g, (all, name: string) => words[name] ?? all)
}
