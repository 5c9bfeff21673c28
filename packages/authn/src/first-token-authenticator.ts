import type { TokenAuthenticator, TokenVerdict } from './token-authenticator.ts'

/**
 * Tries token authenticators in order; the first verdict wins. Where there is none, all that was thrown on the way is
 * thrown as one Error: its own where there is only one, else an AggregateError whose message lists them in brackets.
 */
// upstream: apiserver/pkg/authentication/token/union
export function firstTokenAuthenticator(authenticators: readonly TokenAuthenticator[]): TokenAuthenticator {
  return (token, audiences) => ask({ authenticators, token, audiences, failures: [] }, 0)
}

interface Question {
  readonly authenticators: readonly TokenAuthenticator[]
  readonly token: string
  readonly audiences: readonly string[] | undefined
  readonly failures: unknown[]
}

// Stays synchronous as long as every authenticator is: a token seen before is known without waiting.
function ask(question: Question, start: number): ReturnType<TokenAuthenticator> {
  const { authenticators, token, audiences, failures } = question
  for (let index = start; index < authenticators.length; index++) {
    let answer: ReturnType<TokenAuthenticator>
    try {
      answer = authenticators[index]!(token, audiences)
    } catch (error) {
      failures.push(error)
      continue
    }
    if (answer instanceof Promise) return askOn(question, index, answer)
    if (answer !== undefined) return answer
  }
  if (failures.length === 0) return undefined
  throw failures.length === 1 ? failures[0] : new AggregateError(failures, aggregateMessage(failures))
}

async function askOn(
  question: Question,
  index: number,
  answer: Promise<TokenVerdict | undefined>,
): Promise<TokenVerdict | undefined> {
  try {
    const verdict = await answer
    if (verdict !== undefined) return verdict
  } catch (error) {
    question.failures.push(error)
  }
  return ask(question, index + 1)
}

// upstream: apimachinery/pkg/util/errors, Aggregate – one message bare, several in brackets, each once.
function aggregateMessage(failures: readonly unknown[]): string {
  const messages = [
    ...new Set(failures.map((failure) => (failure instanceof Error ? failure.message : String(failure)))),
  ]
  return messages.length === 1 ? messages[0]! : `[${messages.join(', ')}]`
}
