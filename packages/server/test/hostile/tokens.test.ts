import { createHash, timingSafeEqual } from 'node:crypto'
import { createTokenFileAuthenticator, parseTokenFile } from '@pinnace/authn'
import type { HttpRequest } from '@pinnace/meta'
import { describe, expect, it, vi } from 'vitest'

const secret = 'a-secret-that-must-not-leak'
const entries = parseTokenFile(`${secret},jane,1`)

/** A request with that token. */
function asking(token: string): HttpRequest {
  return { header: (name: string) => (name === 'authorization' ? `Bearer ${token}` : undefined) } as HttpRequest
}

describe('a secret', () => {
  it('is not kept in memory: authenticators keep keyed digests only', () => {
    const authenticate = createTokenFileAuthenticator(entries)
    // Watched, not replaced: what a Map is asked for while a request is answered.
    const get = vi.spyOn(Map.prototype, 'get')
    const user = authenticate(asking(secret))
    const asked = get.mock.calls.map(([key]) => key as unknown)
    get.mockRestore()
    expect(user).toMatchObject({ username: 'jane' })
    expect(asked.length).toBeGreaterThan(0)
    expect(asked).not.toContain(secret)
    for (const key of asked) expect(String(key)).not.toContain(secret)
  })

  it('is digested with a key of each authenticator, so the digest of another authenticator is useless', () => {
    const digest = createHash('sha256').update(secret).digest()
    const authenticate = createTokenFileAuthenticator(entries)
    for (const encoding of ['latin1', 'hex', 'base64'] as const) {
      expect(() => authenticate(asking(digest.toString(encoding)))).toThrow('Unauthorized')
    }
  })

  it('of another length is refused like any other, where a plain comparison of buffers would throw', () => {
    expect(() => timingSafeEqual(Buffer.from(secret), Buffer.from('x'))).toThrow(RangeError)
    const authenticate = createTokenFileAuthenticator(entries)
    for (const token of ['x', secret.slice(0, -1), `${secret}x`, 'x'.repeat(secret.length), 'x'.repeat(100_000)]) {
      expect(() => authenticate(asking(token))).toThrow('Unauthorized')
    }
  })
})
