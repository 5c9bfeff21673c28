// Calls of the client in process: no HTTP, and objects instead of bytes.
import { createServer } from '../packages/server/dist/index.js'
import { fill, podTemplate } from './kit/objects.mjs'

export const title = 'Calls in process (bare of a change is a create)'

const many = 500
const kind = { apiVersion: 'v1', kind: 'Pod' }

export async function run(kit) {
  const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
  const pods = server.connect().resource(kind).namespace('default')
  const template = JSON.parse(fill(JSON.stringify(podTemplate()), 1))
  const named = (name) => ({ ...template, metadata: { ...template.metadata, name } })
  let number = 0
  const repeat = (work) => async () => {
    for (let index = 0; index < many; index++) await work(`pod-${index}`, String(++number))
  }
  const create = repeat((_name, at) => pods.create(named(`new-${at}`)))
  await repeat((name) => pods.create(named(name)))()
  const stored = await pods.get('pod-0')
  const update = repeat((name, at) => pods.update({ ...named(name), spec: stored.spec, metadata: annotated(name, at) }))
  const patch = repeat((name, at) => pods.patch(name, { metadata: { annotations: { at } } }, { type: 'merge' }))
  const apply = repeat((name, at) => {
    const metadata = { name, namespace: 'default', annotations: { at } }
    return pods.apply({ ...kind, metadata }, { fieldManager: 'bench', force: true })
  })
  function annotated(name, at) {
    return { ...template.metadata, name, annotations: { at } }
  }
  const get = repeat((name) => pods.get(name))
  const list = repeat(() => pods.list({ limit: 10 }))

  kit.row({ name: 'get in process', ours: await kit.least(many, get), unit: 'µs' })
  kit.row({ name: 'list of ten pods in process', ours: await kit.least(many, list), unit: 'µs' })
  kit.row({ name: 'create in process', ours: await kit.least(many, create), unit: 'µs', aim: 40 })
  for (const [name, change] of [
    ['update', update],
    ['merge patch', patch],
    ['apply', apply],
  ]) {
    await kit.compare({ name: `${name} in process / create`, operations: many, ours: change, bare: create, aim: 1.3 })
  }
  await server.close()
}
