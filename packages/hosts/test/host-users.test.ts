import { connect } from 'node:http2'
import { createServer, type AuditEvent, type Server } from '@pinnace/server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sessionHosts, type SessionHost } from './start-sessions.ts'

interface Answer {
  readonly status: number
  readonly body: string
}

const review = '/apis/authentication.k8s.io/v1/selfsubjectreviews'
const reviewBody = JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' })

/** Asks the host who the user is, with these headers. */
async function askWho({ url, ca }: SessionHost, headers: Readonly<Record<string, string>>): Promise<Answer> {
  const sent = { 'content-type': 'application/json', ...headers }
  if (ca === undefined) {
    const reply = await fetch(`${url}${review}`, { method: 'POST', headers: sent, body: reviewBody })
    return { status: reply.status, body: await reply.text() }
  }
  const session = connect(url, { ca })
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const stream = session.request({ ':method': 'POST', ':path': review, ...sent })
      let status = 0
      let body = ''
      stream.setEncoding('utf8')
      stream.on('error', reject)
      stream.on('response', (replied) => (status = replied[':status'] ?? 0))
      stream.on('data', (text: string) => (body += text))
      stream.on('end', () => resolve({ status, body }))
      stream.end(reviewBody)
    })
  } finally {
    session.destroy()
  }
}

function userOf({ body }: Answer): unknown {
  return JSON.parse(body).status.userInfo
}

describe.each(sessionHosts)('the users of %s', (_name, start) => {
  const events: AuditEvent[] = []
  const failures: unknown[] = []
  let server: Server
  let host: SessionHost

  beforeEach(async () => {
    events.length = 0
    failures.length = 0
    const error = (fields: unknown): void => void failures.push(fields)
    const logger = { debug: () => {}, info: () => {}, warn: () => {}, error }
    server = await createServer({
      vocabulary: 'kubernetes',
      anonymous: false,
      logger,
      authentication: { tokens: [{ token: 'bearer-of-bob', user: { username: 'bob', groups: [], extra: {} } }] },
      audit: {
        policy: { rules: [{ level: 'Metadata' }] },
        sinks: [{ write: (written) => void events.push(...written) }],
      },
    })
    host = await start(server)
  })

  afterEach(async () => {
    await host.close()
    await server.close()
  })

  it('are those that the host has identified, in system:authenticated', async () => {
    const answer = await askWho(host, { cookie: 'session=ada' })
    expect(answer.status).toBe(201)
    expect(userOf(answer)).toEqual({
      username: 'ada',
      groups: ['writers', 'system:authenticated'],
      extra: { team: ['render'] },
    })
    expect(new Set(events.map(({ user }) => user.username))).toEqual(new Set(['ada']))
  })

  it('are those of the server where the host knows none', async () => {
    const answer = await askWho(host, { authorization: 'Bearer bearer-of-bob' })
    expect(userOf(answer)).toMatchObject({ username: 'bob' })
    expect((await askWho(host, { cookie: 'session=unknown' })).status).toBe(401)
    expect((await askWho(host, { cookie: 'session=constructor' })).status).toBe(401)
  })

  it('are never taken from headers', async () => {
    const names = ['hostuser', 'host-user', 'x-remote-user', 'x-forwarded-user', 'remote-user', 'x-user', 'user']
    const headers = Object.fromEntries(names.map((name) => [name, 'root']))
    expect((await askWho(host, { ...headers, 'x-remote-group': 'system:masters' })).status).toBe(401)
    expect(userOf(await askWho(host, { ...headers, cookie: 'session=ada' }))).toMatchObject({ username: 'ada' })
  })

  it('impersonate others only with permission', async () => {
    const wanted = { 'impersonate-user': 'carol' }
    expect((await askWho(host, { cookie: 'session=ada', ...wanted })).status).toBe(403)
    const answer = await askWho(host, { cookie: 'session=root', ...wanted })
    expect(userOf(answer)).toMatchObject({ username: 'carol' })
    const impersonated = events.find(({ impersonatedUser }) => impersonatedUser?.username === 'carol')
    expect(impersonated?.user.username).toBe('root')
  })

  it('are 401 for an unauthorized() of the host, whatever other credentials the request has', async () => {
    const answer = await askWho(host, { cookie: 'session=expired', authorization: 'Bearer bearer-of-bob' })
    expect(answer.status).toBe(401)
    expect(failures).toEqual([])
  })

  it.each(['broken', 'nameless'])('are 500 without details when the session is %s', async (session) => {
    const answer = await askWho(host, { cookie: `session=${session}`, authorization: 'Bearer bearer-of-bob' })
    expect(answer.status).toBe(500)
    expect(answer.body).toContain('the host could not authenticate the request')
    expect(answer.body).not.toMatch(/10\.0\.0\.7|username/)
    expect(failures).toEqual([expect.objectContaining({ err: expect.any(Error) })])
  })
})
