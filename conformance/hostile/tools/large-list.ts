import type { Target } from '../run/target.ts'
import { many } from './many.ts'

const largeNamespace = 'large'
/** The list of the objects that {@link createLargeList} makes. */
export const listPath = `/api/v1/namespaces/${largeNamespace}/configmaps`

/** Creates ConfigMaps of 100 KB in a namespace. */
export async function createLargeList(target: Target, megabytes: number): Promise<void> {
  await target.send({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: largeNamespace } } })
  const data = { text: 'x'.repeat(100_000) }
  await many(megabytes * 10, 8, (index) =>
    target.send({ method: 'POST', path: listPath, body: { metadata: { name: `large-${index}` }, data } }),
  )
}
