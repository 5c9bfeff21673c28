import { randomBytes } from 'node:crypto'
import express, { type Express, type Request } from 'express'
import session from 'express-session'
import type { Server } from 'pinnace'
import { createTenant } from './tenants.ts'

declare module 'express-session' {
  interface SessionData {
    user: { readonly username: string; readonly groups: readonly string[] }
  }
}

/** Checks a password; undefined for a wrong one. */
export type Login = (username: string, password: string) => Promise<{ readonly groups: readonly string[] } | undefined>

/** The service: sessions, login, tenants, and the API of the control plane for the users of these sessions. */
export function createApp(server: Server, login: Login): Express {
  const app = express()
  app.use(
    session({
      name: 'session',
      secret: randomBytes(32).toString('base64'),
      resave: false,
      saveUninitialized: false,
      cookie: { httpOnly: true, sameSite: 'strict' },
    }),
  )

  // Ahead of body parsers: the server reads bodies itself.
  const api = server.express({ authenticate: ({ session: { user } }: Request) => user })
  app.use(['/api', '/apis', '/openapi', '/version'], api)

  app.use(express.json())
  app.post('/login', async ({ body, session: current }, response) => {
    const { username, password } = readCredentials(body)
    const found = await login(username, password)
    if (found === undefined) {
      response.status(401).json({ message: 'the name or the password is wrong' })
      return
    }
    // A new session, so that one that was there before cannot be used to act as this user.
    await new Promise<void>((resolve, reject) => {
      current.regenerate((error: unknown) => (error === undefined || error === null ? resolve() : reject(error)))
    })
    response.req.session.user = { username, groups: found.groups }
    response.status(204).end()
  })
  app.post('/tenants/:name', async ({ params, session: { user } }, response) => {
    if (user === undefined) {
      response.status(401).json({ message: 'log in first' })
      return
    }
    await createTenant(server, params.name, user.username)
    response.status(201).json({ namespace: params.name })
  })
  return app
}

function readCredentials(body: unknown): { readonly username: string; readonly password: string } {
  if (typeof body === 'object' && body !== null && 'username' in body && 'password' in body) {
    const { username, password } = body
    if (typeof username === 'string' && typeof password === 'string') return { username, password }
  }
  return { username: '', password: '' }
}
