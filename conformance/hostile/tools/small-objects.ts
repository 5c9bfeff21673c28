import type { Target } from '../run/target.ts'
import { many } from './many.ts'

const smallNamespace = 'small'
/** The list of the objects that {@link createSmallObjects} makes. */
export const smallPath = `/api/v1/namespaces/${smallNamespace}/configmaps`

/** Creates ConfigMaps with a few labels in a namespace. */
export async function createSmallObjects(target: Target, count: number): Promise<void> {
  await target.send({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: smallNamespace } } })
  await many(count, 16, (index) =>
    target.send({
      method: 'POST',
      path: smallPath,
      body: {
        metadata: { name: `small-${index}`, labels: { a: `v${index % 7}`, index: String(index) } },
        data: { value: String(index) },
      },
    }),
  )
}
