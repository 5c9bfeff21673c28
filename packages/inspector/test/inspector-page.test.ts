import { describe, expect, it } from 'vitest'
import { openInspectorPage } from '../src/index.ts'

describe('the files of the page', () => {
  const page = openInspectorPage({ groupDomain: 'example.io' })
  const ask = (target: string, method = 'GET') => page.answer({ method, target, header: () => undefined })

  it('are served below /inspector only', () => {
    for (const path of [
      '/',
      '/api',
      '/inspectors',
      '/inspector/api/requests',
      '/inspector/../api',
      '/inspector/__proto__',
    ])
      expect([path, ask(path)]).toEqual([path, undefined])
    expect(ask('/inspector')).toMatchObject({ status: 308, headers: { location: '/inspector/' } })
  })

  it('are read only', () => {
    expect(ask('/inspector/', 'POST')?.status).toBe(405)
  })

  it('run nothing but their own script, and are in no frame', () => {
    const headers = ask('/inspector')?.headers ?? {}
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
  })
})
