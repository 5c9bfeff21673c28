import { it } from 'vitest'

import { tryExample } from '../../serve-example.ts'
import { createApp } from '../src/app.ts'

it('serves ConfigMaps and watches beside the application', async () => {
  const app = await createApp()
  await app.ready()
  await tryExample(app.server)
  await app.close()
})
