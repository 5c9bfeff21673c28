// What admission costs a create, through `handle` in this process. Bare is the same create in a server none of whose
// built-in plugins is on.
import { builtInPlugins } from '../packages/admission/dist/index.js'
import { defineAdmissionPlugin } from '../packages/admission/dist/define/define.js'
import { createServer } from '../packages/server/dist/index.js'
import { fill, podTemplate } from './kit/objects.mjs'

export const title = 'Admission (bare is the same create without it)'

const many = 1_500
const none = { disable: builtInPlugins.filter(({ isDefault }) => isDefault).map(({ name }) => name) }

export async function run(kit) {
  const pods = '/api/v1/namespaces/default/pods'
  const configMaps = '/api/v1/namespaces/default/configmaps'
  const template = JSON.parse(fill(JSON.stringify(podTemplate()), 1))
  const pod = (name) => ({ ...template, metadata: { ...template.metadata, name } })
  const settings = (name) => ({
    metadata: { name, labels: { app: 'web' } },
    data: { color: 'blue', text: 'x'.repeat(1500) },
  })
  const rules = [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['*'] }]
  const looks = defineAdmissionPlugin({
    name: 'Looks',
    rules,
    validate({ object, deny }) {
      if (object.metadata.labels?.team === 'nobody') deny('team nobody owns nothing')
    },
  })
  const labels = defineAdmissionPlugin({
    name: 'Labels',
    rules,
    mutate({ draft }) {
      draft.metadata.labels ??= {}
      draft.metadata.labels.team ??= 'none'
    },
  })

  const compare = async (name, path, body, ours, bare, aim) =>
    kit.compare({
      name,
      operations: many,
      ours: await creating(path, body, ours),
      bare: await creating(path, body, bare),
      aim,
    })

  const everything = { enable: ['ServiceAccount'] }
  await compare(
    'default chain, create of a pod',
    pods,
    pod,
    { admissionControl: everything },
    { admissionControl: none },
    1.2,
  )
  await compare('default chain, create of a config map', configMaps, settings, {}, { admissionControl: none }, 1.2)
  await compare('a plugin that validates, create of a pod', pods, pod, { admission: [looks] }, {}, 1.02)
  await compare('a plugin that mutates, create of a pod', pods, pod, { admission: [labels] }, {}, 1.02)
  // The smallest create there is: what a plugin costs beside next to nothing.
  await compare('a plugin that validates, create of a config map', configMaps, settings, { admission: [looks] }, {})
  await compare('a plugin that mutates, create of a config map', configMaps, settings, { admission: [labels] }, {})
}

async function creating(path, body, options) {
  const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', ...options })
  const account = { metadata: { name: 'default' } }
  await send(server, '/api/v1/namespaces/default/serviceaccounts', account)
  let number = 0
  return async () => {
    // As many objects stand there in every round: what is measured is the create.
    const fork = server.fork()
    for (let index = 0; index < many; index++) await send(fork, path, body(`object-${++number}`))
    await fork.close()
  }
}

async function send(server, target, object) {
  const bytes = Buffer.from(JSON.stringify(object))
  const reply = await server.handle({
    method: 'POST',
    target,
    rawHeaders: [],
    header: (name) => (name === 'content-type' ? 'application/json' : undefined),
    body: async () => bytes,
    signal: new AbortController().signal,
    remoteAddress: '127.0.0.1',
  })
  if (reply.status !== 201) throw new Error(`${reply.status}: ${Buffer.from(reply.body).toString()}`)
}
