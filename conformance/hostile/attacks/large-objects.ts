import type { Attack } from '../attack.ts'
import { expectAnswers } from '../tools/bodies.ts'

const path = '/api/v1/namespaces/default/configmaps'

export const attack: Attack = {
  title: 'objects of 2 MB, and bodies of 16 MB',
  limits: { cpuMs: 2_000, residentMiB: 300, stopMs: 50 },
  run(target, judge) {
    const body = (bytes: number): object => ({ metadata: { name: 'large' }, data: { text: 'x'.repeat(bytes) } })
    return expectAnswers(target, judge, [
      { name: '2 MB', method: 'POST', path, body: body(2_000_000), status: [413, 422, 500] },
      { name: '16 MB', method: 'POST', path, body: body(16_000_000), status: [413, 0] },
      { name: 'neither is there', path: `${path}/large`, status: [404] },
    ])
  },
}
