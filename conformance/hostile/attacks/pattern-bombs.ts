import type { Attack } from '../attack.ts'

const patterns: readonly string[] = [
  '^(a+)+$',
  '^(a|aa)+$',
  '(x+x+)+y',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(a{1,1000}){1,1000}',
  'a{1,100000}',
  '(?=a)b',
  '(a)\\1',
  '(?<name>a)\\k<name>',
  `(${'a?'.repeat(500)}${'a'.repeat(500)})`,
  Array.from({ length: 5_000 }, (_, index) => `alternative${index}`).join('|'),
  '('.repeat(2_000) + ')'.repeat(2_000),
  '[\\u0000-\\uffff]+'.repeat(200),
  '((((a*)*)*)*)*b',
]

export const attack: Attack = {
  title: `${patterns.length} patterns in definitions, each against a text that is slow for backtracking`,
  limits: { cpuMs: 10_000, residentMiB: 300, stopMs: 75 },
  server: () => ({}),
  async run(target, judge) {
    const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
    for (const [index, pattern] of patterns.entries()) {
      const plural = `pattern${index}s`
      const schema = { type: 'object', properties: { text: { type: 'string', pattern } } }
      const { status } = await target.send({
        method: 'POST',
        path: definitions,
        body: {
          metadata: { name: `${plural}.hostile.example.com` },
          spec: {
            group: 'hostile.example.com',
            scope: 'Cluster',
            names: { plural, kind: `Pattern${index}` },
            versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
          },
        },
      })
      judge.expectEach([status], [201, 422], `pattern ${index}`)
      if (status !== 201) continue
      const path = `/apis/hostile.example.com/v1/${plural}`
      const body = {
        apiVersion: 'hostile.example.com/v1',
        kind: `Pattern${index}`,
        metadata: { name: 'x' },
        text: `${'a'.repeat(50_000)}!`,
      }
      for (let attempt = 0; attempt < 50; attempt++) {
        const answer = await target.send({ method: 'POST', path, body })
        if (answer.status === 404) continue
        judge.expectEach([answer.status], [201, 422], `an object of pattern ${index}`)
        break
      }
    }
  },
}
