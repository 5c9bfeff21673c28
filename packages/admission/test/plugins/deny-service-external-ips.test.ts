import type { ApiObject, Mutable } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { denyServiceExternalIps } from '../../src/plugins/deny-service-external-ips.ts'
import { judgeOf } from '../support/judge.ts'

const service = (...externalIPs: string[]): Mutable<ApiObject> =>
  ({ metadata: { name: 'a' }, spec: externalIPs.length === 0 ? {} : { externalIPs } }) as Mutable<ApiObject>
const resource = { group: '', version: 'v1', resource: 'services' }

describe('DenyServiceExternalIPs', () => {
  it.each([
    ['none', service(), undefined, true],
    ['one', service('1.1.1.1'), undefined, false],
    ['none any more', service(), service('1.1.1.1'), true],
    ['fewer', service('1.1.1.1'), service('2.2.2.2', '1.1.1.1'), true],
    ['the same', service('1.1.1.1'), service('1.1.1.1'), true],
    ['another', service('2.2.2.2'), service('1.1.1.1'), false],
    ['one more', service('1.1.1.1', '2.2.2.2'), service('1.1.1.1'), false],
  ])('of a service that has %s: %#', async (_what, object, oldObject, isAllowed) => {
    const { judge } = await judgeOf(denyServiceExternalIps)
    const operation = oldObject === undefined ? 'CREATE' : 'UPDATE'
    const { refusal } = await judge({ operation, resource, object, oldObject })
    expect(refusal?.message).toBe(
      isAllowed ? undefined : 'services "a" is forbidden: Use of external IPs is denied by admission control',
    )
  })

  it('ignores status updates', async () => {
    const { judge } = await judgeOf(denyServiceExternalIps)
    const request = { operation: 'UPDATE', resource, subresource: 'status', object: service('1.1.1.1') } as const
    expect((await judge({ ...request, oldObject: service() })).refusal).toBeUndefined()
  })
})
