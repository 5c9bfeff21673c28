import { evaluate } from '@pinnace/admission/define'
import { expect, it } from 'vitest'
import { teamLabel } from '../src/team-label.ts'
import { deployment } from './deployment.ts'

it('gives a deployment a team, and says so', async () => {
  const { patch, warnings } = await evaluate(teamLabel, { object: deployment() })
  expect(patch).toEqual([{ op: 'add', path: '/metadata/labels/team', value: 'none' }])
  expect(warnings).toEqual(['this deployment has no team'])
})

it.each([
  ['a', 'a', true],
  ['none', 'a', true],
  ['a', 'b', false],
])('from team %s to %s: %s', async (before, after, allowed) => {
  const request = { oldObject: deployment({ team: before }), object: deployment({ team: after }) }
  expect((await evaluate(teamLabel, request)).allowed).toBe(allowed)
})
