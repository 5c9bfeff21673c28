import { createTestServer } from '@pinnace/testing'
import { it } from 'vitest'
import { configurationsFor } from '../src/configurations.ts'
import { startWebhook } from '../src/webhook.ts'
import { tour } from './tour.ts'

it('runs as a webhook that the server calls', async () => {
  await using server = await createTestServer()
  const webhook = await startWebhook()
  try {
    for (const configuration of configurationsFor(webhook, server.vocabulary.group('admissionregistration'))) {
      await server.client(configuration).create(configuration)
    }
    await tour(server, 'admission webhook "team-label.example.dev" denied the request: team "a" keeps its deployment')
  } finally {
    await webhook.close()
  }
})
