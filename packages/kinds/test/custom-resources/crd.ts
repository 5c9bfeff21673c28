import type { Loose } from '../write.ts'

/** A valid CRD, changed by `change`. */
export function createCrd(change: (crd: Loose) => void = () => {}): Loose {
  const crd: Loose = {
    metadata: { name: 'widgets.example.dev' },
    spec: {
      group: 'example.dev',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    },
  }
  change(crd)
  return crd
}

/** One whose only version has that schema. */
export function withSchema(schema: object): Loose {
  return createCrd((crd) => (crd.spec.versions[0].schema.openAPIV3Schema = schema))
}

/** One whose schema has a `spec` with those fields. */
export function withFields(properties: object, more: object = {}): Loose {
  return withSchema({ type: 'object', properties: { spec: { type: 'object', properties, ...more } } })
}
