import { createServer } from 'node:http'

import { it } from 'vitest'

import { tryExample } from '../../serve-example.ts'
import { createApp } from '../src/app.ts'

it('serves ConfigMaps and watches beside the application', async () => {
  await tryExample(createServer(await createApp()))
})
