import assert from 'node:assert/strict'
import { Server } from 'node:http'

import { createAdaptorServer } from '@hono/node-server'
import { it } from 'vitest'

import { tryExample } from '../../serve-example.ts'
import { createApp } from '../src/app.ts'

it('serves ConfigMaps and watches beside the application', async () => {
  const app = await createApp()
  const server = createAdaptorServer({ fetch: app.fetch })
  assert.ok(server instanceof Server)
  await tryExample(server)
})
