// Each was asked of kube-apiserver 1.36.
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Server } from '../../src/index.ts'
import { call } from '../support/call.ts'
import { define, definitionPath, openServer, version, widgets, type Loose } from './support.ts'

const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' }
const withScale = (more: object = {}): Loose =>
  widgets([version('v1', undefined, { subresources: { status: {}, scale: { ...scale, ...more } } })])
let server: Server
beforeEach(async () => void (server = await openServer()))
afterEach(() => server.close())

/** A dry run of an update of the stored definition. */
async function update(change: (definition: Loose) => void, subresource = ''): Promise<Loose> {
  const { json } = await call(server, 'GET', definitionPath())
  delete json.metadata.managedFields
  change(json)
  const target = `${definitionPath()}${subresource}?dryRun=All&fieldManager=writer`
  return (await call(server, 'PUT', target, { body: json })).json
}

it('a reset of the owners resets those of the status too', async () => {
  await define(server, withScale())
  expect((await update(() => {})).metadata.managedFields).toHaveLength(2)
  const { metadata } = await update((definition) => (definition.metadata.managedFields = [{}]))
  expect(metadata).not.toHaveProperty('managedFields')
})

it('an empty path is a change of the definition', async () => {
  await define(server, withScale())
  const { metadata } = await update((definition) => {
    definition.spec.versions[0].subresources.scale.labelSelectorPath = ''
  })
  expect(metadata.generation).toBe(2)
})

it('an empty list of conditions stays one, as definitions are stored as JSON', async () => {
  await define(server, withScale())
  const { status } = await update((definition) => (definition.status = { conditions: [] }), '/status')
  expect(status).toEqual({ conditions: [], acceptedNames: { plural: '', kind: '' }, storedVersions: ['v1'] })
})

it.each(['definitions', 'patternProperties', 'allOf', 'enum'])(
  'an empty %s is refused at the root of a schema with a status',
  async (keyword) => {
    const empty = keyword === 'allOf' || keyword === 'enum' ? [] : {}
    const body = withScale()
    body.spec.versions[0].schema.openAPIV3Schema[keyword] = empty
    const { status, text } = await call(server, 'POST', definitionPath(''), { body })
    expect(status).toBe(422)
    expect(text).toContain('fields are allowed at the root of the schema if the status subresource is enabled')
  },
)

it('of two versions of one name the second is not among the stored ones', async () => {
  const [first] = withScale().spec.versions
  const body = widgets([
    { ...first, storage: true },
    { ...first, storage: true },
  ])
  const { json } = await call(server, 'POST', definitionPath(''), { body })
  const { causes } = json.details as unknown as { causes: { field: string; message: string }[] }
  expect(causes.at(-1)).toMatchObject({
    field: 'status.storedVersions',
    message: 'Invalid value: ["v1"]: must have the storage version v1',
  })
})
