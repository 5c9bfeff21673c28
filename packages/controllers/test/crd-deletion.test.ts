import type { CustomResourceDefinition } from '@pinnace/types/apiextensions-v1'
import { createFakeClock, createTestServer, eventually } from '@pinnace/testing'
import { expect, it } from 'vitest'
import { startControllers } from '../src/index.ts'

it('the deletion of a CRD is no failure of the controllers that monitor its resources', async () => {
  const clock = createFakeClock()
  await using server = await createTestServer({ clock })
  const failures: unknown[] = []
  await using controllers = startControllers({
    client: server.connect(),
    clock,
    controllers: ['garbage-collector-controller'],
    onError: (error) => void failures.push(error),
  })
  await controllers.started
  const definitions = server.client<CustomResourceDefinition>({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
  })
  const schema = { openAPIV3Schema: { type: 'object' } }
  await definitions.create({
    metadata: { name: 'boats.example.dev' },
    spec: {
      group: 'example.dev',
      names: { plural: 'boats', kind: 'Boat' },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  })
  const boats = server.connect().resource({
    group: 'example.dev',
    version: 'v1',
    kind: 'Boat',
    resource: 'boats',
    scope: 'Namespaced',
  })
  const owner = await server
    .client({ apiVersion: 'v1', kind: 'ConfigMap' })
    .namespace('default')
    .create({ metadata: { name: 'harbor' } })
  // Once a boat goes with its owner, boats are looked at.
  await boats.namespace('default').create({
    metadata: {
      name: 'dinghy',
      ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'harbor', uid: owner.metadata.uid! }],
    },
  })
  await server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default').delete('harbor')
  await eventually(
    async () => (await boats.list()).items,
    (items) => items.length === 0,
  )
  await definitions.delete('boats.example.dev')
  await eventually(
    async () => (await definitions.list()).items,
    (items) => items.length === 0,
  )
  await eventually(
    () => server.connect().discover(),
    (found) => !found.some(({ resource }) => resource === 'boats'),
  )
  await clock.advance(120_000)
  expect(failures).toEqual([])
})
