import { describe, expect, it } from 'vitest'
import { resolve, type Schema } from '../src/index.ts'
import { load } from './types.ts'

describe('resolve', () => {
  const deployment = load('apps.v1.Deployment')

  it('follows fields, list items and map keys', () => {
    expect(resolve(deployment, ['spec', 'template', 'spec', 'containers', 0, 'ports'])).toMatchObject({
      schema: { type: 'list', listType: 'map', mapKeys: ['containerPort', 'protocol'] },
      field: { patchMergeKey: 'containerPort' },
    })
    expect(resolve(deployment, ['metadata', 'labels', 'app'])).toEqual({ schema: { type: 'string' }, field: undefined })
    expect(resolve(deployment, [])?.schema).toBe(deployment)
  })

  it.each<[readonly (string | number)[]]>([
    [['nope']],
    [['spec', 'replicas', 'x']],
    [['spec', 0]],
    [['metadata', 'labels', 0]],
    [['metadata', 'finalizers', 'x']],
    [['toString']],
  ])('knows no %j', (path) => {
    expect(resolve(deployment, path)).toBeUndefined()
  })

  it('finds any value within raw objects and preserved fields', () => {
    expect(resolve(load('core.v1.Secret'), ['raw', 'a', 0, 'b'])?.schema).toEqual({ type: 'any' })
    const open: Schema = { type: 'object', fields: new Map(), preserveUnknownFields: true }
    expect(resolve(open, ['a', 'b'])?.schema).toEqual({ type: 'any' })
  })
})
