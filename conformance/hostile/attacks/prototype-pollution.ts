import type { Attack } from '../attack.ts'
import { many } from '../tools/many.ts'

const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  '__defineGetter__',
  '__lookupGetter__',
  'then',
  'toJSON',
  'length',
]
const path = '/api/v1/namespaces/default/configmaps'

/** Bodies with a name at every place; `{}` without one. */
const places: readonly ((name: string) => object)[] = [
  (name) => ({ metadata: { name: 'p' }, data: { [name]: 'v' } }),
  (name) => ({ metadata: { name: 'p', labels: { [name]: 'v' } } }),
  (name) => ({ metadata: { name: 'p', annotations: { [name]: 'v' } } }),
  (name) => ({ metadata: { name: 'p', [name]: { polluted: 'yes' } } }),
  (name) => ({ metadata: { name: 'p' }, [name]: { polluted: 'yes' } }),
  (name) => ({ metadata: { name }, data: {} }),
  (name) => ({ metadata: { name: 'p', finalizers: [`x/${name}`] } }),
  (name) => ({ metadata: { name: 'p', ownerReferences: [{ [name]: { polluted: 'yes' } }] } }),
  (name) => ({ metadata: { name: 'p', managedFields: [{ fieldsV1: { [`f:${name}`]: {} } }] } }),
]

export const attack: Attack = {
  title: `${names.length} names of JavaScript at ${places.length + 3} places of bodies, patches and queries`,
  limits: { cpuMs: 4_000, residentMiB: 200, stopMs: 50 },
  async run(target, judge) {
    await target.send({ method: 'POST', path, body: { metadata: { name: 'polluted' }, data: { a: 'b' } } })
    const asks = names.flatMap((name) => [
      ...places.map((place) => ({ method: 'POST', path: `${path}?dryRun=All`, body: JSON.stringify(place(name)) })),
      {
        method: 'PATCH',
        path: `${path}/polluted`,
        type: 'application/merge-patch+json',
        // Written as text: an object literal would set the prototype.
        body: `{"data":{"${name}":"v"}}`,
      },
      {
        method: 'PATCH',
        path: `${path}/polluted`,
        type: 'application/json-patch+json',
        body: `[{"op":"add","path":"/${name}/polluted","value":"yes"}]`,
      },
      { path: `${path}?labelSelector=${name}%3Dv&${name}=v` },
    ])
    const statuses = await many(asks.length, 8, async (index) => {
      const ask = asks[index]
      return ask === undefined ? 0 : (await target.send(ask)).status
    })
    judge.expect(
      statuses.every((status) => status >= 200 && status < 500),
      `statuses ${[...new Set(statuses)].join(', ')}`,
    )
    const { text } = await target.send({ path: `${path}/polluted` })
    const { data } = JSON.parse(text) as { readonly data: Readonly<Record<string, string>> }
    for (const name of names) judge.expect(Object.hasOwn(data, name), `the key ${name} did not come back`)
    judge.expect(!text.includes('"polluted":"yes"'), 'an object was polluted')
    await target.send({ method: 'DELETE', path: `${path}/polluted` })
  },
}
