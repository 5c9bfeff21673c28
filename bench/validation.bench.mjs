import { FieldErrors, kubernetesVocabulary, parseJson, systemClock, systemRandom } from '../packages/meta/dist/index.js'
import { builtInResources } from '../packages/kinds/dist/index.js'
import { createRegistry } from '../packages/resources/dist/index.js'
import { loadType, loadTypeTables } from '../packages/types/dist/index.js'
import { compileDecoder, compileDefaults, compileValidator } from '../packages/schema/dist/index.js'
import { daemonSetTemplate, fill, podTemplate } from './kit/objects.mjs'

export const title = 'Decode and validate (bare is JSON.parse of the same bytes)'

export async function run(kit) {
  const registry = createRegistry(await builtInResources(kubernetesVocabulary), kubernetesVocabulary)
  for (const [name, group, kind, template] of [
    ['DaemonSet of 2.7 KB', 'apps', 'DaemonSet', daemonSetTemplate()],
    ['Pod of 1 KB', '', 'Pod', podTemplate()],
  ]) {
    const definition = registry.byGvk({ group, version: 'v1', kind })
    const text = fill(JSON.stringify(template), 7)
    const bytes = Buffer.from(text)
    const many = 500
    const bare = () => {
      for (let index = 0; index < many; index++) JSON.parse(text)
    }
    kit.row({ name: `bytes of the ${name}`, ours: bytes.length, unit: 'bytes' })
    await kit.compare({
      name: `strict reading, ${name}`,
      operations: many,
      ours: () => {
        for (let index = 0; index < many; index++) parseJson(bytes).duplicates()
      },
      bare,
    })
    const decode = compileDecoder(definition.schema(), { goSemantics: true })
    await decoded(kit, { name: `decode in place, ${name}`, many, text, decode, bare })
    const context = {
      vocabulary: kubernetesVocabulary,
      clock: systemClock,
      random: systemRandom,
      user: undefined,
      namespace: 'default',
      dryRun: false,
      warn: () => {},
    }
    const object = decode(JSON.parse(text), undefined)
    definition.strategy.defaults?.(object, context)
    definition.strategy.prepareForCreate?.(object, context)
    const errors = new FieldErrors()
    definition.strategy.validate?.(object, errors, context)
    if (!errors.isEmpty) throw new Error(JSON.stringify(errors.list))
    await kit.compare({
      name: `validation by the kind's rules, ${name}`,
      operations: many,
      ours: () => {
        for (let index = 0; index < many; index++) definition.strategy.validate?.(object, new FieldErrors(), context)
      },
      bare,
      aim: 0.2,
    })
  }
  await customResource(kit)
}

// The same DaemonSet as a host's own kind: everything is checked by its schema.
async function customResource(kit) {
  const text = fill(JSON.stringify(daemonSetTemplate()), 7)
  await loadTypeTables(['apps.v1.DaemonSet'])
  const schema = loadType('apps.v1.DaemonSet')
  const many = 500
  const validate = compileValidator(schema)
  const applyDefaults = compileDefaults(schema)
  const object = compileDecoder(schema, { goSemantics: false })(JSON.parse(text), undefined)
  const bare = () => {
    for (let index = 0; index < many; index++) JSON.parse(text)
  }
  applyDefaults(object)
  await kit.compare({
    name: 'validation by a schema, DaemonSet of 2.7 KB',
    operations: many,
    ours: () => {
      for (let index = 0; index < many; index++) validate(object, new FieldErrors())
    },
    bare,
    aim: 0.7,
  })
}

// Decoding edits in place, so every round needs a new object; parsing it is not counted.
async function decoded(kit, { name, many, text, decode, bare }) {
  let objects = []
  const prepare = () => {
    objects = Array.from({ length: many }, () => JSON.parse(text))
  }
  let least = Infinity
  let bareLeast = Infinity
  for (let round = 0; round < kit.rounds * 2; round++) {
    prepare()
    const before = process.cpuUsage()
    for (const object of objects) decode(object, undefined)
    const used = process.cpuUsage(before)
    least = Math.min(least, used.user + used.system)
    const bareBefore = process.cpuUsage()
    bare()
    const bareUsed = process.cpuUsage(bareBefore)
    bareLeast = Math.min(bareLeast, bareUsed.user + bareUsed.system)
  }
  kit.row({ name, ours: least / many, bare: bareLeast / many, unit: 'µs' })
}
