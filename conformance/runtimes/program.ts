// The tour as a program: prints a line for each step.
import { createClient } from '@pinnace/client'
import { createServer } from '@pinnace/server'
import { equal } from './assertions.ts'
import { steps, tourOptions } from './tour.ts'

const server = await createServer(tourOptions)
for (const [name, step] of Object.entries(steps)) await report(name, () => step(server))
await report('serves HTTPS to the user of its kubeconfig', async () => {
  const served = await createServer({ vocabulary: 'kubernetes', anonymous: false })
  const { kubeconfig } = await served.listen()
  const client = await createClient({ kubeconfig, vocabulary: 'kubernetes' })
  const namespaces = await client.resource({ apiVersion: 'v1', kind: 'Namespace' }).list()
  equal(
    namespaces.items.some(({ metadata }) => metadata.name === 'default'),
    true,
  )
  await client.close()
  await served.close()
})
await server.close()

async function report(name: string, step: () => Promise<void>): Promise<void> {
  try {
    await step()
    console.log(`ok ${name}`)
  } catch (error) {
    console.log(`FAILED ${name}: ${error instanceof Error ? error.stack : String(error)}`)
  }
}
