import type { Authorizer, AuthorizerAttributes, Decision } from './authorizer.ts'

/**
 * Asks authorizers in order; the first allow or deny ends it. With no opinion from all of them the answer is
 * `noOpinion`, which the server treats as a denial. A failure is remembered, and thrown only where nobody allowed:
 * a decision that could not be made is never an allow.
 */
// upstream: apiserver/pkg/authorization/union
export function firstDecision(authorizers: readonly Authorizer[]): Authorizer {
  return (attributes: AuthorizerAttributes): Promise<Decision> | Decision => ask(authorizers, 0, attributes, [], [])
}

// Stays synchronous as long as every authorizer is: most decisions wait for nothing.
function ask(
  authorizers: readonly Authorizer[],
  start: number,
  attributes: AuthorizerAttributes,
  reasons: string[],
  failures: unknown[],
): Promise<Decision> | Decision {
  for (let index = start; index < authorizers.length; index++) {
    let answer: Promise<Decision> | Decision
    try {
      answer = authorizers[index]!(attributes)
    } catch (error) {
      failures.push(error)
      continue
    }
    if (answer instanceof Promise) {
      return answer.then(
        (decision) => settled(decision, reasons) ?? ask(authorizers, index + 1, attributes, reasons, failures),
        (error: unknown) => {
          failures.push(error)
          return ask(authorizers, index + 1, attributes, reasons, failures)
        },
      )
    }
    const decision = settled(answer, reasons)
    if (decision !== undefined) return decision
  }
  if (failures.length > 0) throw new AggregateError(failures, 'authorization could not be decided')
  return { effect: 'noOpinion', reason: reasons.join('\n') }
}

function settled(decision: Decision, reasons: string[]): Decision | undefined {
  if (decision.effect !== 'noOpinion') return decision
  if (decision.reason !== '') reasons.push(decision.reason)
  return undefined
}
