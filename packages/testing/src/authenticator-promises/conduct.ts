import type { UserInfo } from '@pinnace/meta'
import { withinTime } from '../within-time.ts'
import {
  deepStrictEqual,
  httpRequest,
  ok,
  strictEqual,
  userOf,
  type Answer,
  type AuthenticatorPromise,
  type AuthenticatorTrial,
} from './promise.ts'
import type { RequestToAuthenticate } from './scene.ts'

/** How an authenticator behaves to the server and to the authenticators beside it. */
export const conductPromises: readonly AuthenticatorPromise[] = [
  {
    name: 'answers with a value or with a Promise',
    async run(trial) {
      for (const request of requestsOf(trial)) {
        let answer: unknown
        try {
          answer = trial.authenticate(httpRequest(request))
        } catch {
          continue
        }
        // The server awaits a Promise only, and would take any other thenable for a user.
        if (isThenable(answer)) ok(answer instanceof Promise, 'the answer is thenable, and not a Promise')
        await withinTime('the answer', trial.timeoutMs, () => Promise.resolve(answer).catch(() => undefined))
      }
    },
  },
  {
    name: 'leaves the request as it is',
    async run(trial) {
      for (const request of requestsOf(trial)) {
        const asked = httpRequest(request)
        const before = snapshotOf(request, asked)
        await trial.askWith(asked)
        deepStrictEqual(snapshotOf(request, asked), before)
      }
    },
  },
  {
    name: 'accepts a request that cannot be changed',
    async run({ accepted, askWith }) {
      for (const request of accepted) {
        const asked = httpRequest(request)
        Object.freeze(asked.rawHeaders)
        userOf(await askWith(Object.freeze(asked)), request)
      }
    },
  },
  {
    name: 'does not read the body',
    async run(trial) {
      for (const request of requestsOf(trial)) {
        let reads = 0
        const body = async (): Promise<never> => {
          reads++
          throw new Error('the body can be read once')
        }
        await trial.askWith(httpRequest(request, { body }))
        strictEqual(reads, 0, 'the body was read, so the server cannot read it')
      }
    },
  },
  {
    name: 'gives the same answer to the same request',
    async run(trial) {
      for (const request of requestsOf(trial)) {
        const first = outcomeOf(await trial.ask(request))
        for (let round = 0; round < 3; round++) deepStrictEqual(outcomeOf(await trial.ask(request)), first)
      }
    },
  },
  {
    name: 'answers concurrent requests without mixing them up',
    async run(trial) {
      const requests = requestsOf(trial)
      const alone: unknown[] = []
      for (const request of requests) alone.push(outcomeOf(await trial.ask(request)))
      const mixed = Array.from({ length: 5 }, () => requests).flat()
      const answers = await Promise.all(mixed.map(async (request) => outcomeOf(await trial.ask(request))))
      for (const [index, answer] of answers.entries()) deepStrictEqual(answer, alone[index % requests.length])
    },
  },
  {
    name: 'names a user that a caller cannot change for other requests',
    async run({ accepted, ask }) {
      for (const request of accepted) {
        const user = userOf(await ask(request), request)
        const before = structuredClone(user)
        tamperWith(user)
        deepStrictEqual(structuredClone(userOf(await ask(request), request)), before)
      }
    },
  },
  {
    name: 'answers also for a client that has gone away',
    async run(trial) {
      // Whatever the answer is, it has to come: the request holds a seat until then.
      for (const request of requestsOf(trial)) {
        await trial.askWith(httpRequest(request, { signal: AbortSignal.abort() }))
      }
    },
  },
]

function requestsOf({ accepted, rejected = [], others = [] }: AuthenticatorTrial): readonly RequestToAuthenticate[] {
  return [...accepted, ...rejected, ...others, {}]
}

function isThenable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

function snapshotOf({ peerCertificate }: RequestToAuthenticate, request: object): unknown {
  const members = Object.entries(request).filter(([, value]) => typeof value !== 'function')
  return structuredClone({
    names: Object.keys(request),
    members: members.filter(([name]) => name !== 'signal'),
    certificate: [peerCertificate?.raw, ...(peerCertificate?.chain ?? [])],
  })
}

function outcomeOf(answer: Answer): unknown {
  if (answer.type === 'user') return structuredClone(answer.user)
  return answer.type
}

/** Tries to change every part of a user. What is frozen resists. */
function tamperWith(user: UserInfo): void {
  const { groups, extra } = user
  attempt(() => Object.assign(user, { username: 'tampered', uid: 'tampered' }))
  for (const texts of [groups, ...Object.values(extra)])
    attempt(() => Array.prototype.push.call(texts, 'system:masters'))
  attempt(() => Object.assign(extra, { tampered: ['yes'] }))
}

function attempt(change: () => unknown): void {
  try {
    change()
  } catch {
    // Frozen.
  }
}
