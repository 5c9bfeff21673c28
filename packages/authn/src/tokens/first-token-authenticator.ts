import type { TokenAuthenticator, TokenVerdict } from './token-authenticator.ts'

/**
 * Asks token authenticators in order and returns the first verdict. Without one, the errors of those that failed are
 * thrown: a single error as it is, several as an AggregateError whose message lists them in brackets.
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

// Synchronous as long as every authenticator is: cached tokens need no waiting.
function ask(question: Question, start: number): ReturnType<TokenAuthenticator> {
  const { authenticators, token, audiences, failures } = question
  for (let index = start; ; index++) {
    const authenticate = authenticators[index]
    if (authenticate === undefined) break
    let answer: ReturnType<TokenAuthenticator>
    try {
      answer = authenticate(token, audiences)
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

/** The messages of errors, and of those within an AggregateError: one as it is, several in brackets without duplicates. */
// upstream: apimachinery/pkg/util/errors, Aggregate
export function aggregateMessage(failures: readonly unknown[]): string {
  const messages = [...new Set(failures.flatMap(messagesOf))]
  return messages.length === 1 ? messages.join('') : `[${messages.join(', ')}]`
}

function messagesOf(failure: unknown): readonly string[] {
  if (failure instanceof AggregateError) return failure.errors.flatMap(messagesOf)
  return [failure instanceof Error ? failure.message : String(failure)]
}
