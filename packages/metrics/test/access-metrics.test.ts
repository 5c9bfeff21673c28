import { kubernetesVocabulary as vocabulary, systemClock as clock, type UserInfo } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { createMetrics, meteredAuthenticator, meteredAuthorizer, type ReadableMetrics } from '../src/index.ts'

async function samplesOf(metrics: ReadableMetrics, name: string): Promise<string[]> {
  return (await metrics.text()).split('\n').filter((line) => line.startsWith(`${name}{`))
}

describe('meteredAuthenticator', () => {
  it.each([false, true])('counts requests by result, and users by a few names; anonymous: %s', async (anonymous) => {
    const metrics = await createMetrics()
    const user = (username: string): UserInfo => ({ username, groups: [], extra: {} })
    const answers = [user('admin'), Promise.resolve(user('a@example.dev')), user('jane'), undefined]
    const authenticate = meteredAuthenticator(() => answers.shift(), {
      metrics,
      clock,
      vocabulary,
      anonymous: (path) => anonymous && path === '/open',
    })
    for (let index = 0; index < 4; index++) await authenticate({ target: '/open?a=b' } as never)
    expect(await samplesOf(metrics, 'authentication_attempts')).toEqual(
      anonymous
        ? ['authentication_attempts{result="success"} 4']
        : ['authentication_attempts{result="success"} 3', 'authentication_attempts{result="failure"} 1'],
    )
    expect(await samplesOf(metrics, 'authenticated_user_requests')).toEqual([
      'authenticated_user_requests{username="admin"} 1',
      'authenticated_user_requests{username="email_id"} 1',
      `authenticated_user_requests{username="other"} ${anonymous ? 2 : 1}`,
    ])
  })
})

describe('meteredAuthorizer', () => {
  it('counts decisions by result, and failures as errors', async () => {
    const metrics = await createMetrics()
    const decisions = [
      () => ({ effect: 'allow', reason: '' }) as const,
      () => Promise.resolve({ effect: 'deny', reason: '' } as const),
      () => ({ effect: 'noOpinion', reason: '' }) as const,
      () => Promise.reject(new Error('down')),
      () => {
        throw new Error('broken')
      },
    ]
    const authorize = meteredAuthorizer(() => decisions.shift()!(), { metrics, clock })
    const ask = async (): Promise<unknown> => authorize({} as never)
    for (let index = 0; index < 3; index++) await ask()
    await expect(ask()).rejects.toThrow('down')
    await expect(ask()).rejects.toThrow('broken')
    expect(await samplesOf(metrics, 'authorization_attempts_total')).toEqual([
      'authorization_attempts_total{result="allowed"} 1',
      'authorization_attempts_total{result="denied"} 1',
      'authorization_attempts_total{result="no-opinion"} 1',
      'authorization_attempts_total{result="error"} 2',
    ])
  })
})
