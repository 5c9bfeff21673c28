// What admission costs a create: the CPU of the serving process a request. Bare is the same server without it: for the
// chain, one none of whose built-in plugins is on; for a plugin, one that has none of its host's own.
import { fill, podTemplate } from './kit/objects.mjs'
import { headersOf, podsPath } from './kit/requests.mjs'

export const title = 'Admission (CPU of the serving process; bare is the same create without it)'

export async function run(kit) {
  const template = JSON.parse(fill(JSON.stringify(podTemplate()), 1))
  const pod = JSON.stringify({ ...template, metadata: { ...template.metadata, name: 'new-%d' } })
  const configMap = JSON.stringify({
    metadata: { name: 'new-%d', labels: { app: 'web' } },
    data: { text: 'x'.repeat(1500) },
  })
  const configMapsPath = podsPath.replace(/pods$/, 'configmaps')
  const rows = [
    { name: 'default chain, create of a pod', path: podsPath, body: pod, bare: 'none', aim: 1.2 },
    {
      name: 'default chain, create of a config map',
      path: configMapsPath,
      body: configMap,
      bare: 'none',
      aim: 1.2,
    },
    {
      name: 'a plugin that validates, create of a pod',
      path: podsPath,
      body: pod,
      ours: 'validating plugin',
      aim: 1.02,
    },
    { name: 'a plugin that mutates, create of a pod', path: podsPath, body: pod, ours: 'mutating plugin', aim: 1.02 },
    // The smallest create there is: what a plugin costs beside next to nothing.
    {
      name: 'a plugin that mutates, create of a config map',
      path: configMapsPath,
      body: configMap,
      ours: 'mutating plugin',
    },
    { name: 'a policy of three validations, create of a pod', path: podsPath, body: pod, ours: 'policy' },
    {
      name: 'a policy of three validations, create of a config map',
      path: configMapsPath,
      body: configMap,
      ours: 'policy',
    },
  ]
  for (const { name, path, body, ours, bare, aim } of rows) {
    for (const protocol of ['http1', 'tls']) {
      // Two new servers for every row: one that has served before is faster than one that has not.
      const servers = [await kit.subject('ours', { admission: ours }), await kit.subject('ours', { admission: bare })]
      const [asked, compared] = servers.map((server) => ({
        server,
        request: {
          method: 'POST',
          path,
          body,
          headers: headersOf(server.token, { 'content-type': 'application/json' }),
        },
      }))
      await kit.serve({
        name: `${name}, ${protocol}`,
        protocol,
        count: 2_000,
        warm: 8_000,
        ours: asked,
        bare: compared,
        aim,
      })
      for (const server of servers) server.close()
    }
  }
}
