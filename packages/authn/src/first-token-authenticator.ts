import type { TokenAuthenticator, TokenVerdict } from './token-authenticator.ts'

/**
 * Tries token authenticators in order; the first verdict wins. Where there is none, all that was thrown on the way is
 * thrown as one Error: its own where there is only one, else an AggregateError whose message lists them in brackets.
 */
// upstream: apiserver/pkg/authentication/token/union
export function firstTokenAuthenticator(authenticators: readonly TokenAuthenticator[]): TokenAuthenticator {
  return async (token, audiences): Promise<TokenVerdict | undefined> => {
    const failures: unknown[] = []
    for (const authenticate of authenticators) {
      try {
        const answer = authenticate(token, audiences)
        const verdict = answer instanceof Promise ? await answer : answer
        if (verdict !== undefined) return verdict
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length === 0) return undefined
    throw failures.length === 1 ? failures[0] : new AggregateError(failures, aggregateMessage(failures))
  }
}

// upstream: apimachinery/pkg/util/errors, Aggregate – one message bare, several in brackets, each once.
function aggregateMessage(failures: readonly unknown[]): string {
  const messages = [
    ...new Set(failures.map((failure) => (failure instanceof Error ? failure.message : String(failure)))),
  ]
  return messages.length === 1 ? messages[0]! : `[${messages.join(', ')}]`
}
