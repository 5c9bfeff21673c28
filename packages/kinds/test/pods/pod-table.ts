import { expect, it } from 'vitest'
import { create, type Loose } from '../write.ts'

/** A row: what is promised, what the pod says, and every error there is. */
export type Row = readonly [promise: string, given: Loose, errors: readonly string[]]

/** A container without mistakes. */
export const container = { name: 'c', image: 'example/image:1' }

/** A pod without mistakes, with `spec` laid over it. */
export function podWith(spec: Loose = {}, metadata: Loose = {}): Loose {
  return { metadata: { name: 'p', namespace: 'n', ...metadata }, spec: { containers: [container], ...spec } }
}

/** The pod as it is stored, which must have no mistakes. */
export function stored(spec: Loose = {}, metadata: Loose = {}): Loose {
  const { object, errors } = create('v1/Pod', podWith(spec, metadata))
  expect(errors).toEqual([])
  object.metadata.resourceVersion = '1'
  return object
}

/** One test a row, each creating a pod. */
export function itChecks(rows: readonly Row[], toPod: (given: Loose) => Loose = podWith): void {
  it.each(rows)('%s', (_, given, errors) => {
    expect(create('v1/Pod', toPod(given)).errors).toEqual(errors)
  })
}

/** As {@link itChecks}, the rows being laid over the one container. */
export function itChecksContainers(rows: readonly Row[], spec: Loose = {}): void {
  itChecks(rows, (given) => podWith({ ...spec, containers: [{ ...container, ...given }] }))
}

/** As {@link itChecks}, the rows being volumes. */
export function itChecksVolumes(rows: readonly Row[]): void {
  itChecks(rows, (given) => podWith({ volumes: [].concat(given) }))
}
