import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadRemoteUsers, parseRemoteUsers } from '../src/index.ts'

const user = (name: string): object => ({ name, user: { token: name } })
const config = (...names: readonly string[]): string => JSON.stringify({ users: names.map(user) })

describe('users by host', () => {
  it.each<[readonly string[], string, number, string | undefined]>([
    [['a.b.svc:443', 'a.b.svc'], 'a.b.svc', 443, 'a.b.svc:443'],
    [['a.b.svc', '*.b.svc', '*'], 'a.b.svc', 443, 'a.b.svc'],
    [['a.b.svc'], 'a.b.svc', 8443, undefined],
    [['a.b.svc:8443'], 'a.b.svc', 8443, 'a.b.svc:8443'],
    [['*.svc', '*.b.svc'], 'a.b.svc', 443, '*.b.svc'],
    [['*.svc'], 'a.b.svc', 443, '*.svc'],
    [['*.svc'], 'a.b.svc', 8443, undefined],
    [['*.svc:8443'], 'a.b.svc', 8443, '*.svc:8443'],
    [['*.b.svc:443', 'a.b.svc'], 'a.b.svc', 443, '*.b.svc:443'],
    [['b.svc', '*b.svc', 'a.*.svc'], 'a.b.svc', 443, undefined],
    [['*', 'x'], 'a.b.svc', 1, '*'],
    [['[::1]:8443'], '::1', 8443, '[::1]:8443'],
    [[], 'a', 1, undefined],
  ])('of %j the one for %s:%i is %s', async (names, host, port, expected) => {
    const users = await parseRemoteUsers(config(...names), '.')
    expect(users(host, port)?.authorization()).toBe(expected === undefined ? undefined : `Bearer ${expected}`)
  })

  it('are that of the current context where no other matches', async () => {
    const text = JSON.stringify({
      users: [user('me'), user('a')],
      contexts: [
        { name: 'other', context: { user: 'a' } },
        { name: 'here', context: { user: 'me' } },
      ],
      'current-context': 'here',
    })
    const users = await parseRemoteUsers(text, '.')
    expect([users('a', 443), users('b', 443)].map((one) => one?.authorization())).toEqual(['Bearer a', 'Bearer me'])
  })

  it.each<[string, string]>([
    ['[', 'the configuration is not YAML'],
    ['[]', 'the configuration must be an object'],
    ['users: {}', 'users must be a list'],
    ['users: [{user: {}}]', 'users[0].name is missing'],
    ['users: [{name: a, user: {exec: {}}}]', 'user.exec is not supported in the configuration of a remote service'],
    ['users: [{name: a, user: {client-key-data: aa}}]', 'client-certificate and client-key come together'],
  ])('are rejected: %s', async (text, message) => {
    await expect(parseRemoteUsers(text, '.')).rejects.toThrow(message)
  })

  describe('in a file', () => {
    let folder: string
    beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'pinnace-users-'))))
    afterAll(() => rmSync(folder, { recursive: true }))

    it('can name files relative to it, and a token file is read for every request', async () => {
      writeFileSync(join(folder, 'users.yaml'), 'users: [{name: "*", user: {tokenFile: token}}]')
      writeFileSync(join(folder, 'token'), 'one\n')
      const found = (await loadRemoteUsers(join(folder, 'users.yaml')))('any', 1)!
      expect(found.authorization()).toBe('Bearer one')
      writeFileSync(join(folder, 'token'), 'two\n')
      expect(found.authorization()).toBe('Bearer two')
    })
  })
})
