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

/** Options for {@link meteredAuthorizer}. */
export interface MeteredAuthorizerOptions {
  readonly metrics: Metrics
  readonly clock: Clock
}

/** Options for {@link meteredAuthenticator}. */
export interface MeteredAuthenticatorOptions extends MeteredAuthorizerOptions {
  readonly vocabulary: Vocabulary
  /** Whether requests for a path that have no user count as authenticated: the server accepts them as anonymous. */
  readonly anonymous: (path: string) => boolean
}

const durationBuckets = Array.from({ length: 15 }, (_, power) => 0.001 * 2 ** power)

/** The authenticator, with its attempts counted and timed. */
// upstream: endpoints/filters/metrics.go
export function meteredAuthenticator(
  authenticate: Authenticator,
  { metrics, clock, vocabulary, anonymous }: MeteredAuthenticatorOptions,
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
    buckets: durationBuckets,
  })
  const knownNames = knownUserNames(vocabulary)
  const results = createResults(['success', 'failure', 'error'], attempts, durations)
  return timed(clock, authenticate, (seconds, user, error, { target }) => {
    const isNamed = user !== undefined || anonymous(target.slice(0, queryStart(target)))
    const result = error !== undefined ? 'error' : isNamed ? 'success' : 'failure'
    results[result](seconds)
    if (result === 'success') users.add([toUserLabel(user, knownNames)])
  })
}

/** The authorizer, with its decisions counted and timed. */
// upstream: endpoints/filters/metrics.go
export function meteredAuthorizer(authorize: Authorizer, { metrics, clock }: MeteredAuthorizerOptions): Authorizer {
  const attempts = metrics.counter({
    name: 'authorization_attempts_total',
    help: "Counter of authorization attempts broken down by result. It can be either 'allowed', 'denied', 'no-opinion' or 'error'.",
    labelNames: ['result'],
  })
  const durations = metrics.histogram({
    name: 'authorization_duration_seconds',
    help: 'Authorization duration in seconds broken out by result.',
    labelNames: ['result'],
    buckets: durationBuckets,
  })
  const results = createResults(['allowed', 'denied', 'no-opinion', 'error'], attempts, durations)
  return timed(clock, authorize, (seconds, decision, error) =>
    results[error !== undefined || decision === undefined ? 'error' : resultLabels[decision.effect]](seconds),
  )
}

const resultLabels = { allow: 'allowed', deny: 'denied', noOpinion: 'no-opinion' } as const satisfies Readonly<
  Record<Decision['effect'], string>
>

/** A function for each result that counts it and records its duration. A series is created with its first result. */
function createResults<R extends string>(
  names: readonly R[],
  attempts: Counter,
  durations: Histogram,
): Readonly<Record<R, (seconds: number) => void>> {
  const entries = names.map((name) => {
    let series: [ReturnType<Counter['of']>, ReturnType<Histogram['of']>] | undefined
    const record = (seconds: number): void => {
      const [attempt, duration] = (series ??= [attempts.of([name]), durations.of([name])])
      attempt.add()
      duration.observe(seconds)
    }
    return [name, record] as const
  })
  return Object.fromEntries(entries) as Record<R, (seconds: number) => void>
}

function queryStart(target: string): number {
  const query = target.indexOf('?')
  return query === -1 ? target.length : query
}

// upstream: compressUsername – user names are grouped, so that they do not become series.
function knownUserNames({ componentPrefix, nodeAgent, systemNamespace }: Vocabulary): ReadonlySet<string> {
  const account = `system:serviceaccount:${systemNamespace}:default`
  return new Set(['admin', 'client', `${componentPrefix}_proxy`, nodeAgent, account])
}

function toUserLabel(user: UserInfo | undefined, knownNames: ReadonlySet<string>): string {
  if (user === undefined) return 'other'
  if (knownNames.has(user.username)) return user.username
  return user.username.includes('@') ? 'email_id' : 'other'
}

function timed<A, B>(
  clock: Clock,
  call: (argument: A) => Awaitable<B>,
  record: (seconds: number, result: B | undefined, error: unknown, argument: A) => void,
): (argument: A) => Awaitable<B> {
  return (argument) => {
    const startedMs = clock.monotonic()
    const done = (result: B | undefined, error?: unknown): void =>
      record((clock.monotonic() - startedMs) / 1000, result, error, argument)
    const failed = (error: unknown): never => {
      done(undefined, error)
      throw error
    }
    try {
      const result = call(argument)
      if (result instanceof Promise) return result.catch(failed).then((value) => (done(value), value))
      return thenMaybe(result, (value) => (done(value), value))
    } catch (error) {
      return failed(error)
    }
  }
}
