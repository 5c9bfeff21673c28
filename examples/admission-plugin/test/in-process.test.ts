import { createTestServer } from '@pinnace/testing'
import { it } from 'vitest'
import { teamLabel } from '../src/team-label.ts'
import { tour } from './tour.ts'

it('runs in the server itself', async () => {
  await using server = await createTestServer({ admission: [teamLabel] })
  await tour(server, 'deployments.apps "web" is forbidden: team "a" keeps its deployment')
})
