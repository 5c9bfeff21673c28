import type { Attack } from '../attack.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const map = (name: string, count: number, key = (index: number) => `k${index}`): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data: Object.fromEntries(Array.from({ length: count }, (_, index) => [key(index), 'v'])),
})

export const attack: Attack = {
  title: 'ConfigMaps of 16,000 and 200,000 keys: created, replaced, patched and applied, in JSON and YAML',
  limits: { cpuMs: 20_000, stopMs: 75 },
  async run(target, judge) {
    const some = target.pick(16_000, 4_000)
    const many = target.pick(200_000, 8_000)
    const name = 'hostile-keys'
    const asks = [
      { method: 'POST', path: maps, body: map(name, some) },
      { method: 'PUT', path: `${maps}/${name}`, body: map(name, some + 1) },
      { method: 'PATCH', path: `${maps}/${name}`, body: { data: { a: 'b' } }, type: 'application/merge-patch+json' },
      {
        method: 'PATCH',
        path: `${maps}/${name}?fieldManager=hostile&force=true`,
        body: map(name, some),
        type: 'application/apply-patch+yaml',
      },
      { method: 'DELETE', path: `${maps}/${name}` },
    ]
    const statuses: number[] = []
    for (const ask of asks) statuses.push((await target.send(ask)).status)
    judge.expectEach(statuses, [200, 201], 'a write of many keys')
    const yaml = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: hostile-yaml\ndata:\n${Array.from({ length: many }, (_, index) => `  k${index}: v\n`).join('')}`
    const large = [
      { method: 'POST', path: `${maps}?dryRun=All`, body: map('hostile-integers', many, String) },
      { method: 'POST', path: `${maps}?dryRun=All`, body: yaml, type: 'application/yaml' },
    ]
    for (const ask of large) judge.expectEach([(await target.send(ask)).status], [201, 413, 422, 500], 'a large body')
  },
}
