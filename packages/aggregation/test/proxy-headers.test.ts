import { expect, it } from 'vitest'
import { identityHeaders, forwardedHeaders, replyHeaders } from '../src/proxy-headers.ts'

const user = { username: 'alice', groups: ['a', 'b'], extra: {} }
const passOn = (rawHeaders: readonly string[], more: object = {}): readonly string[] =>
  forwardedHeaders({
    rawHeaders,
    user,
    auditId: 'id',
    remoteAddress: undefined,
    identityHeaders: [],
    identityPrefixes: [],
    ...more,
  })
const identity = ['Audit-Id', 'id', 'X-Remote-User', 'alice', 'X-Remote-Group', 'a', 'X-Remote-Group', 'b']

it.each<[string, readonly string[]]>([
  [
    'what says who is asking',
    ['X-Remote-User', 'x', 'x-REMOTE-group', 'y', 'X-Remote-Uid', '0', 'X-Remote-Extra-A', 'z'],
  ],
  ['whom to act as', ['Impersonate-User', 'x', 'Impersonate-Extra-Scopes', 'y']],
  ['the credential', ['Authorization', 'Bearer x']],
  [
    'what is about one connection',
    ['Connection', 'close', 'TE', 'trailers', 'Upgrade', 'h2c', 'Transfer-Encoding', 'chunked'],
  ],
  ['what the connection says is its own', ['Connection', 'X-A, x-b', 'X-A', '1', 'x-B', '2']],
  [
    'the length, the host and what an older protocol had',
    [':path', '/', 'Host', 'h', 'Content-Length', '3', 'Expect', '100-continue'],
  ],
  ['the audit id of the client', ['Audit-Id', 'other']],
])('does not forward %s', (_what, lines) => {
  expect(passOn(lines)).toEqual(identity)
})

it('does not forward the identity headers of a proxy before this server', () => {
  const more = { identityHeaders: ['x-who'], identityPrefixes: ['x-more-'] }
  expect(passOn(['X-Who', 'x', 'X-More-A', 'y', 'X-Other', 'z'], more)).toEqual(['X-Other', 'z', ...identity])
})

it('forwards all other headers unchanged, and the remote address', () => {
  const lines = ['Accept', 'a', 'accept', 'b', 'X-Forwarded-For', '1.1.1.1']
  expect(passOn(lines, { remoteAddress: '2.2.2.2' })).toEqual([
    'Accept',
    'a',
    'accept',
    'b',
    'X-Forwarded-For',
    '1.1.1.1, 2.2.2.2',
    ...identity,
  ])
})

it('encodes users in headers', () => {
  expect(identityHeaders({ username: 'é', uid: 'u', groups: [], extra: { 'example.dev/a b%': ['1', '2'] } })).toEqual([
    'X-Remote-User',
    'Ã©',
    'X-Remote-Uid',
    'u',
    'X-Remote-Extra-example.dev%2Fa%20b%25',
    '1',
    'X-Remote-Extra-example.dev%2Fa%20b%25',
    '2',
  ])
})

it('keeps the headers of a reply except those of the connection', () => {
  const lines = ['Warning', '1', 'warning', '2', 'Connection', 'close, X-Hop', 'X-Hop', '3', 'Keep-Alive', 'timeout=5']
  expect({ ...replyHeaders(lines) }).toEqual({ warning: ['1', '2'] })
})
