import type { Kind } from '../differential/cases/kinds.ts'
import type { Side } from '../differential/judge/answer.ts'
import type { Objects, ShownObject } from './compare-objects.ts'

interface Crd extends ShownObject {
  readonly spec: {
    readonly group: string
    readonly scope: string
    readonly names: { readonly plural: string; readonly kind: string }
    readonly versions: readonly { readonly name: string }[]
  }
}

const crdsPath = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

/** Lists the objects of all kinds and the custom objects, in all namespaces. */
export async function listObjects(side: Side, kinds: readonly Kind[]): Promise<Objects> {
  const objects = new Map<string, ShownObject>()
  for (const kind of kinds) {
    const collection = kind.path('any').replace('/namespaces/any', '')
    const { status, text } = await side.send({ method: 'GET', path: collection })
    // Not every release serves every kind by default.
    if (status === 404) continue
    if (status !== 200) throw new Error(`${collection} answered ${status}: ${text}`)
    for (const item of itemsOf(text)) {
      const { namespace = '', name } = item.metadata
      objects.set(kind.path(String(namespace), name), item)
    }
  }
  for (const crd of await listCrds(side)) {
    for (const { name: version } of crd.spec.versions) {
      const { status, text } = await eventually(side, { method: 'GET', path: pathOf(crd, version, '') }, 200)
      if (status !== 200) throw new Error(`${pathOf(crd, version, '')} answered ${status}: ${text}`)
      for (const item of itemsOf(text)) {
        const { namespace = '', name } = item.metadata
        objects.set(`${pathOf(crd, version, String(namespace))}/${name}`, item)
      }
    }
  }
  return objects
}

/** Creates a namespace and one object of every kind; returns how many were accepted. */
export async function createObjects(side: Side, kinds: readonly Kind[], prefix: string): Promise<number> {
  const namespace = `${prefix}-shared`
  const post = async (path: string, body: object): Promise<boolean> =>
    (await side.send({ method: 'POST', path, body: JSON.stringify(body) })).status === 201
  await post('/api/v1/namespaces', { metadata: { name: namespace } })
  await post(`/api/v1/namespaces/${namespace}/serviceaccounts`, { metadata: { name: 'default' } })
  let created = 0
  for (const kind of kinds) if (await post(kind.path(namespace), kind.sample({ prefix, namespace }))) created++
  for (const crd of (await listCrds(side)).filter(({ metadata }) => metadata.name.includes(prefix))) {
    const { group, names, versions } = crd.spec
    const version = versions[0]?.name ?? ''
    const body = { apiVersion: `${group}/${version}`, kind: names.kind, metadata: { name: 'custom' } }
    const path = pathOf(crd, version, namespace)
    if ((await eventually(side, { method: 'POST', path, body: JSON.stringify(body) }, 201)).status === 201) created++
  }
  return created
}

const tries = 30
const pauseMs = 200

/** Sends a request until it has the status: a server serves a new CRD a little later. */
async function eventually(side: Side, step: Parameters<Side['send']>[0], status: number): ReturnType<Side['send']> {
  for (let left = tries; ; left--) {
    const answer = await side.send(step)
    if (answer.status === status || left === 0) return answer
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

async function listCrds(side: Side): Promise<readonly Crd[]> {
  return itemsOf((await side.send({ method: 'GET', path: crdsPath })).text) as readonly Crd[]
}

function itemsOf(text: string): readonly ShownObject[] {
  return (JSON.parse(text) as { readonly items: readonly ShownObject[] }).items
}

function pathOf({ spec: { group, scope, names } }: Crd, version: string, namespace: string): string {
  const below = scope === 'Namespaced' && namespace !== '' ? `/namespaces/${namespace}` : ''
  return `/apis/${group}/${version}${below}/${names.plural}`
}

/** Labels the objects that earlier servers have created in their namespaces; returns how many were accepted. */
export async function changeObjects(side: Side, objects: Objects): Promise<number> {
  let updated = 0
  for (const [path, { metadata }] of objects) {
    if (!String(metadata['namespace'] ?? '').startsWith('turn')) continue
    const labels = { ...(metadata['labels'] as object | undefined), seen: 'yes' }
    const body = JSON.stringify({ metadata: { labels } })
    if ((await side.send({ method: 'PATCH', path, body })).status === 200) updated++
  }
  return updated
}
