import { anonymousUser } from '@pinnace/meta'
import {
  deepStrictEqual,
  describe,
  fail,
  httpRequest,
  linesOf,
  ok,
  userOf,
  type Answer,
  type AuthenticatorPromise,
  type AuthenticatorTrial,
} from './promise.ts'
import type { RequestToAuthenticate } from './scene.ts'

/** Requests that no authenticator is responsible for. */
const withoutCredentials: readonly RequestToAuthenticate[] = [
  {},
  { method: 'POST', target: '/api/v1/namespaces/default/pods?dryRun=All' },
  { headers: { Authorization: '' } },
  { headers: { Authorization: 'Contract-Test-Scheme abc' } },
  { headers: { 'X-Contract-Test': 'system:masters', Cookie: 'a=b' } },
]

const long = 'a'.repeat(64 * 1024)
const oddTexts = ['.', '..', 'a.b.c', '__proto__', 'constructor', '\u0000', '\u00ff', '%', '{}', 'null', ' ', long]

/** Requests that a client can send to break an authenticator. None of them is from a user. */
const hostile: readonly RequestToAuthenticate[] = [
  ...oddTexts.map((text) => ({ headers: { Authorization: `Bearer ${text}` } })),
  ...oddTexts.map((text) => ({ headers: { Authorization: `Basic ${text}` } })),
  ...oddTexts.map((text) => ({ headers: { Authorization: text } })),
  { headers: { Authorization: ['Bearer a', 'Bearer b'] } },
  { headers: Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`X-Contract-${index}`, 'a'])) },
  { target: `/${long}` },
  { target: '' },
  { peerCertificate: { raw: new Uint8Array(), chain: [] } },
  { peerCertificate: { raw: new Uint8Array(4096).fill(0x30), chain: [new Uint8Array(16)] } },
]

/** What an authenticator says about a request. */
export const opinionPromises: readonly AuthenticatorPromise[] = [
  {
    name: 'names the user of every request that it accepts',
    async run({ accepted, ask }) {
      ok(accepted.length > 0, 'the scene has no accepted requests')
      for (const request of accepted) {
        const user = userOf(await ask(request), request)
        const compared = Object.keys(request.user) as (keyof typeof user)[]
        deepStrictEqual(Object.fromEntries(compared.map((key) => [key, user[key]])), request.user)
      }
    },
  },
  {
    name: 'names users with a username, and groups and extra as lists of texts',
    async run({ accepted, ask }) {
      for (const request of accepted) {
        const { username, uid, groups, extra } = userOf(await ask(request), request)
        ok(typeof username === 'string' && username !== '', 'username is not a text, or empty')
        ok(uid === undefined || typeof uid === 'string', 'uid is neither absent nor a text')
        ok(isTexts(groups), 'groups is not a list of texts')
        ok(typeof extra === 'object' && extra !== null && !Array.isArray(extra), 'extra is not an object')
        for (const [key, values] of Object.entries(extra)) ok(isTexts(values), `extra ${key} is not a list of texts`)
      }
    },
  },
  {
    name: 'has no opinion on requests without credentials that it is responsible for',
    async run(trial) {
      for (const request of [...withoutCredentials, ...(trial.others ?? [])]) {
        expectNoUser(trial, request, await trial.ask(request))
      }
    },
  },
  {
    name: 'never names the anonymous user for credentials',
    async run(trial) {
      for (const request of [...trial.accepted, ...(trial.rejected ?? [])]) {
        const answer = await trial.ask(request)
        if (answer.type !== 'user') continue
        ok(answer.user.username !== anonymousUser.username, 'the user is system:anonymous')
        ok(!answer.user.groups.includes(anonymousGroup), `the user is in ${anonymousGroup}`)
      }
    },
  },
  {
    name: 'rejects bad credentials with an Error, and does not pass them on',
    async run({ rejected = [], ask }) {
      for (const request of rejected) {
        const answer = await ask(request)
        const what = describe(httpRequest(request))
        if (answer.type === 'user') fail(`${what} was accepted as ${answer.user.username}`)
        // Without an opinion from anybody the request would count as anonymous.
        if (answer.type === 'noOpinion') fail(`there was no opinion on ${what}, and it has bad credentials`)
        ok(answer.error instanceof Error, `${String(answer.error)} is not an Error`)
        const { code } = answer.error as { readonly code?: unknown }
        ok(typeof code !== 'number' || code === 401, `the Status of the rejection is ${String(code)} and not 401`)
      }
    },
  },
  {
    name: 'keeps credentials out of its errors',
    async run({ rejected = [], ask }) {
      for (const request of rejected) {
        const answer = await ask(request)
        if (answer.type !== 'rejected') continue
        const messages = messagesOf(answer.error)
        for (const secret of secretsOf(request)) {
          ok(!messages.some((message) => message.includes(secret)), 'the error repeats the credentials of the request')
        }
      }
    },
  },
  {
    name: 'names no user for malformed and hostile requests, and answers each of them',
    async run(trial) {
      for (const request of hostile) {
        const answer = await trial.ask(request)
        if (answer.type === 'user') expectNoUser(trial, request, answer)
        if (answer.type === 'rejected') ok(answer.error instanceof Error, `${String(answer.error)} is not an Error`)
      }
    },
  },
]

const [anonymousGroup = ''] = anonymousUser.groups

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === 'string')
}

function expectNoUser({ limits = {} }: AuthenticatorTrial, request: RequestToAuthenticate, answer: Answer): void {
  const what = describe(httpRequest(request))
  if (answer.type === 'rejected') throw new Error(`${what} was rejected`, { cause: answer.error })
  if (answer.type === 'noOpinion') return
  const { username } = answer.user
  if (limits.namesAnonymous !== true || username !== anonymousUser.username) fail(`${what} was accepted as ${username}`)
}

/** The words of the header values that are long enough to be secrets, not those of a scheme. */
function secretsOf(request: RequestToAuthenticate): string[] {
  return linesOf(request).flatMap(([, value]) => value.split(/[\s,;]+/).filter((word) => word.length >= 12))
}

function messagesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)]
  const inner = error instanceof AggregateError ? (error.errors as readonly unknown[]) : []
  return [error.message, ...inner.flatMap(messagesOf), ...(error.cause === undefined ? [] : messagesOf(error.cause))]
}
