import type { Authenticator } from '@pinnace/authn'
import type { Authorizer, Decision } from '@pinnace/authz'
import {
  thenMaybe,
  type Awaitable,
  type Clock,
  type Counter,
  type Histogram,
  type Metrics,
  type UserInfo,
  type Vocabulary,
} from '@pinnace/meta'

/** Options for {@link meteredAuthenticator} and {@link meteredAuthorizer}. */
export interface AccessMetricsOptions {
  readonly metrics: Metrics
  readonly clock: Clock
}

const buckets = Array.from({ length: 15 }, (_, power) => 0.001 * 2 ** power)

/** The same authenticator, counted. `anonymous`: a request nobody is named for is let in all the same. */
// upstream: endpoints/filters/metrics.go
export function meteredAuthenticator(
  authenticate: Authenticator,
  {
    metrics,
    clock,
    vocabulary,
    anonymous,
  }: AccessMetricsOptions & { readonly vocabulary: Vocabulary; readonly anonymous: boolean },
): Authenticator {
  const users = metrics.counter({
    name: 'authenticated_user_requests',
    help: 'Counter of authenticated requests broken out by username.',
    labelNames: ['username'],
  })
  const attempts = metrics.counter({
    name: 'authentication_attempts',
    help: 'Counter of authenticated attempts.',
    labelNames: ['result'],
  })
  const durations = metrics.histogram({
    name: 'authentication_duration_seconds',
    help: 'Authentication duration in seconds broken out by result.',
    labelNames: ['result'],
    buckets,
  })
  const known = knownUsers(vocabulary)
  const outcomes = outcomesOf(['success', 'failure', 'error'], attempts, durations)
  return timed(clock, authenticate, (seconds, user, error) => {
    const isNamed = user !== undefined || anonymous
    const result = error !== undefined ? 'error' : isNamed ? 'success' : 'failure'
    outcomes[result](seconds)
    if (result === 'success') users.add([category(user, known)])
  })
}

/** The same authorizer, counted. */
// upstream: endpoints/filters/metrics.go
export function meteredAuthorizer(authorize: Authorizer, { metrics, clock }: AccessMetricsOptions): Authorizer {
  const attempts = metrics.counter({
    name: 'authorization_attempts_total',
    help: "Counter of authorization attempts broken down by result. It can be either 'allowed', 'denied', 'no-opinion' or 'error'.",
    labelNames: ['result'],
  })
  const durations = metrics.histogram({
    name: 'authorization_duration_seconds',
    help: 'Authorization duration in seconds broken out by result.',
    labelNames: ['result'],
    buckets,
  })
  const outcomes = outcomesOf(['allowed', 'denied', 'no-opinion', 'error'], attempts, durations)
  return timed(clock, authorize, (seconds, decision, error) =>
    outcomes[error !== undefined || decision === undefined ? 'error' : results[decision.effect]](seconds),
  )
}

const results = { allow: 'allowed', deny: 'denied', noOpinion: 'no-opinion' } as const satisfies Readonly<
  Record<Decision['effect'], string>
>

/** Counts an outcome and how long it took, by its name. */
function outcomesOf<R extends string>(
  names: readonly R[],
  attempts: Counter,
  durations: Histogram,
): Readonly<Record<R, (seconds: number) => void>> {
  const entries = names.map((name) => {
    // What has never come out has no series.
    let series: [ReturnType<Counter['of']>, ReturnType<Histogram['of']>] | undefined
    const note = (seconds: number): void => {
      const [attempt, duration] = (series ??= [attempts.of([name]), durations.of([name])])
      attempt.add()
      duration.observe(seconds)
    }
    return [name, note] as const
  })
  return Object.fromEntries(entries) as Record<R, (seconds: number) => void>
}

// upstream: compressUsername – a few names, and what the others have in common
function knownUsers({ componentPrefix, nodeAgent, systemNamespace }: Vocabulary): ReadonlySet<string> {
  const account = `system:serviceaccount:${systemNamespace}:default`
  return new Set(['admin', 'client', `${componentPrefix}_proxy`, nodeAgent, account])
}

function category(user: UserInfo | undefined, known: ReadonlySet<string>): string {
  if (user === undefined) return 'other'
  if (known.has(user.username)) return user.username
  return user.username.includes('@') ? 'email_id' : 'other'
}

function timed<A, B>(
  clock: Clock,
  ask: (question: A) => Awaitable<B>,
  note: (seconds: number, answer: B | undefined, error: unknown) => void,
): (question: A) => Awaitable<B> {
  return (question) => {
    const startedMs = clock.monotonic()
    const done = (answer: B | undefined, error?: unknown): void =>
      note((clock.monotonic() - startedMs) / 1000, answer, error)
    const failed = (error: unknown): never => {
      done(undefined, error)
      throw error
    }
    try {
      const answer = ask(question)
      if (answer instanceof Promise) return answer.catch(failed).then((value) => (done(value), value))
      return thenMaybe(answer, (value) => (done(value), value))
    } catch (error) {
      return failed(error)
    }
  }
}
