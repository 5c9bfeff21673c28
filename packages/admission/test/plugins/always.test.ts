import { expect, it } from 'vitest'
import { alwaysAdmit } from '../../src/plugins/always-admit.ts'
import { alwaysDeny } from '../../src/plugins/always-deny.ts'
import { judgeOf } from '../support/judge.ts'

it.each(['CREATE', 'UPDATE', 'DELETE', 'CONNECT'] as const)(
  'AlwaysAdmit lets a %s in, AlwaysDeny does not',
  async (operation) => {
    expect((await (await judgeOf(alwaysAdmit)).judge({ operation })).refusal).toBeUndefined()
    expect((await (await judgeOf(alwaysDeny)).judge({ operation })).refusal).toMatchObject({
      reason: 'Forbidden',
      message: 'configmaps "a" is forbidden: admission control is denying all modifications',
    })
  },
)

it('both are deprecated', () => {
  expect([alwaysAdmit.deprecation, alwaysDeny.deprecation]).toEqual(
    ['AlwaysAdmit', 'AlwaysDeny'].map(
      (name) =>
        `${name} admission controller is deprecated. Please remove this controller from your configuration files and scripts.`,
    ),
  )
})
