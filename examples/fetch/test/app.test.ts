import assert from 'node:assert/strict'
import { Server } from 'node:http'

import { createAdaptorServer } from '@hono/node-server'
import { expect, it } from 'vitest'

import { tryExample } from '../../serve-example.ts'
import { createApp } from '../src/app.ts'

it('serves ConfigMaps and watches beside the application', async () => {
  const server = createAdaptorServer({ fetch: await createApp() })
  assert.ok(server instanceof Server)
  await tryExample(server)
})

it('answers without a port', async () => {
  const answer = await createApp()
  const response = await answer(new Request('http://server/version'))
  expect(response.status).toBe(200)
  expect(await response.json()).toHaveProperty('gitVersion')
})
