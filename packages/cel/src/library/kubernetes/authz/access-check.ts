import type { AuthorizerAttributes, Decision } from '@pinnace/meta'

/** What an expression asks an authorizer; `version` is `*` for resources, because expressions do not name versions. */
export type AccessCheck = AuthorizerAttributes

/** The answer to an {@link AccessCheck}. */
export type AccessDecision = Decision

/** Decides an {@link AccessCheck}; throws or rejects where it cannot. An answer that is a promise suspends the evaluation. */
export type DecideAccess = (check: AccessCheck) => AccessDecision | Promise<AccessDecision>

/** A decision with the error of an authorizer that could not decide. */
export interface KnownDecision extends AccessDecision {
  readonly error?: unknown
}

/** The decisions of one authorizer value, each asked for once. */
export class DecisionMemo {
  readonly #decide: DecideAccess
  readonly #known = new Map<string, KnownDecision | Promise<void>>()

  constructor(decide: DecideAccess) {
    this.#decide = decide
  }

  /** The decision, or a promise that settles when it is known. */
  ask(check: AccessCheck): KnownDecision | Promise<void> {
    const key = JSON.stringify(check)
    const known = this.#known.get(key) ?? this.#start(key, check)
    this.#known.set(key, known)
    return known
  }

  #start(key: string, check: AccessCheck): KnownDecision | Promise<void> {
    try {
      const answer = this.#decide(check)
      if (!(answer instanceof Promise)) return answer
      return answer.then(
        (decision) => void this.#known.set(key, decision),
        (error: unknown) => void this.#known.set(key, undecided(error)),
      )
    } catch (error) {
      return undecided(error)
    }
  }
}

function undecided(error: unknown): KnownDecision {
  return { effect: 'noOpinion', reason: '', error }
}
