import { beforeAll, describe, expect, it } from 'vitest'
import { parseTokenFile } from '@pinnace/authn'
import { createServer, type Server } from '../../src/index.ts'
import { call } from '../support/call.ts'

let server: Server

beforeAll(async () => {
  server = await createServer({ vocabulary: 'kubernetes', authentication: { tokens: parseTokenFile('t,jane,1\n') } })
})

describe('a bearer token after two spaces', () => {
  const warning =
    '299 - "the provided Authorization header contains extra space before the bearer token, and is ignored"'

  it.each(['Bearer  some-token', ' bearer  some-token'])('is ignored with a warning: %j', async (authorization) => {
    const { headers } = await call(server, 'GET', '/version', { headers: { authorization } })
    expect(headers['warning']).toEqual([warning])
  })

  it.each(['Bearer', 'Basic  a', ''])('has no warning in the header %j', async (authorization) => {
    const { headers } = await call(server, 'GET', '/version', { headers: { authorization } })
    expect(headers).not.toHaveProperty('warning')
  })
})

describe('a path of watches without a resource', () => {
  it('is a 500 with an audit ID', async () => {
    const { status, headers } = await call(server, 'GET', '/api/v1/watch')
    expect([status, typeof headers['audit-id']]).toEqual([500, 'string'])
  })
})
