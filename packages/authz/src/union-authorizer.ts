import type { Authorizer, AuthorizerAttributes, Decision } from './authorizer.ts'

/**
 * Asks authorizers in order and returns the first allow or deny. Where none of them has an opinion the decision is
 * `noOpinion`, which the server treats as a denial (`pipeline/authorize.ts`). An authorizer that fails is skipped; where none of the others decides,
 * an AggregateError of the failures is thrown.
 */
// upstream: apiserver/pkg/authorization/union
export function firstDecision(authorizers: readonly Authorizer[]): Authorizer {
  return (attributes) => askFrom(0, { authorizers, attributes, reasons: [], failures: [] })
}

interface Question {
  readonly authorizers: readonly Authorizer[]
  readonly attributes: AuthorizerAttributes
  readonly reasons: string[]
  readonly failures: unknown[]
}

// Synchronous as long as every authorizer is: most decisions wait for nothing.
function askFrom(start: number, question: Question): Promise<Decision> | Decision {
  const { authorizers, attributes, reasons, failures } = question
  for (let index = start; ; index++) {
    const authorize = authorizers[index]
    if (authorize === undefined) break
    let answer: Promise<Decision> | Decision
    try {
      answer = authorize(attributes)
    } catch (error) {
      failures.push(error)
      continue
    }
    if (answer instanceof Promise) return continueAfter(answer, index, question)
    if (isDecided(answer, reasons)) return answer
  }
  if (failures.length > 0) throw new AggregateError(failures, 'authorization could not be decided')
  return { effect: 'noOpinion', reason: reasons.join('\n') }
}

async function continueAfter(answer: Promise<Decision>, index: number, question: Question): Promise<Decision> {
  try {
    const decision = await answer
    if (isDecided(decision, question.reasons)) return decision
  } catch (error) {
    question.failures.push(error)
  }
  return askFrom(index + 1, question)
}

function isDecided({ effect, reason }: Decision, reasons: string[]): boolean {
  if (effect !== 'noOpinion') return true
  if (reason !== '') reasons.push(reason)
  return false
}
