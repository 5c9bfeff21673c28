import { podTemplate } from './kit/objects.mjs'
import { headersOf, podsPath, readObject } from './kit/requests.mjs'

export const title = 'Writes (CPU of the serving process; bare echoes the body)'

export async function run(kit) {
  const ours = await kit.subject('ours', { pods: 10_000 })
  const bare = await kit.subject('bare')
  const headers = headersOf(ours.token, { 'content-type': 'application/json' })
  const template = podTemplate()
  const created = JSON.stringify({ ...template, metadata: { ...template.metadata, name: 'new-%d' } })
  const annotated = { ...template.metadata, annotations: { at: '%v' } }
  const { spec } = await readObject(ours, `${podsPath}/pod-0`)
  const updated = JSON.stringify({ ...template, metadata: annotated, spec })
  const patch = JSON.stringify({ metadata: { annotations: { at: '%v' } } })
  const jsonPatch = JSON.stringify([{ op: 'add', path: '/metadata/annotations', value: { at: '%v' } }])

  const writes = [
    { name: 'create of a pod', method: 'POST', path: podsPath, body: created, aim: 3 },
    { name: 'update of a pod', method: 'PUT', path: `${podsPath}/pod-%d`, body: updated, among: 10_000, aim: 4 },
    {
      name: 'merge patch of a pod',
      method: 'PATCH',
      path: `${podsPath}/pod-%d`,
      body: patch,
      among: 10_000,
      type: 'application/merge-patch+json',
      aim: 4,
    },
    {
      name: 'JSON patch of a pod',
      method: 'PATCH',
      path: `${podsPath}/pod-%d`,
      body: jsonPatch,
      among: 10_000,
      type: 'application/json-patch+json',
      aim: 4,
    },
  ]
  for (const { name, type = 'application/json', aim, ...request } of writes) {
    for (const protocol of ['http1', 'tls']) {
      // What is echoed is a whole object for every write: that is what ours answers too.
      await kit.serve({
        name: `${name}, ${protocol}`,
        protocol,
        count: 2_000,
        warm: protocol === 'http1' ? 8_000 : 1_000,
        ours: { server: ours, request: { ...request, headers: { ...headers, 'content-type': type } } },
        bare: { server: bare, request: { method: 'POST', path: '/echo', body: updated, headers } },
        aim,
      })
    }
  }
}
