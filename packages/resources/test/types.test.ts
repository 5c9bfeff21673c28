import type { Schema } from '@pinnace/schema'
import { describe, expect, expectTypeOf, it } from 'vitest'

import type { Pod, Service } from '../src/types/core-v1.ts'
import type { Role } from '../src/types/rbac-v1.ts'
import { loadType, typeTables } from '../src/types/type-tables.ts'

const names = typeTables.flatMap((table) => Object.keys(table))

describe('the type tables', () => {
  it('describe 666 types, each once', () => {
    expect(new Set(names).size).toBe(names.length)
    expect(names).toHaveLength(666)
  })

  it('name no type that is not there', () => {
    for (const name of names) {
      for (const field of loadType(name).fields.values()) expect(() => visit(field.schema)).not.toThrow()
    }
  })

  it('share what they load', () => {
    expect(loadType('core.v1.Pod')).toBe(loadType('core.v1.Pod'))
  })

  it('say how lists are merged, what the defaults are and which values there are', () => {
    const port = loadType('core.v1.ContainerPort').fields.get('protocol')!
    expect(port.schema).toMatchObject({ type: 'string', default: 'TCP', enum: ['TCP', 'UDP', 'SCTP'] })
    expect(loadType('core.v1.PodSpec').fields.get('containers')!.schema).toMatchObject({
      listType: 'map',
      mapKeys: ['name'],
    })
    expect(loadType('certificates.v1.CertificateSigningRequestSpec').fields.get('usages')!.schema).toMatchObject({
      items: { enum: expect.arrayContaining(['digital signature']) as unknown },
    })
  })
})

describe('the interfaces', () => {
  it('follow the tables', () => {
    expectTypeOf<NonNullable<Pod['spec']>['containers'][number]['name']>().toEqualTypeOf<string>()
    expectTypeOf<NonNullable<Service['spec']>['clusterIPs']>().toEqualTypeOf<readonly string[] | undefined>()
    expectTypeOf<Role['rules']>().toExtend<readonly object[] | null | undefined>()
  })
})

function visit(schema: Schema): void {
  if (schema.type === 'list') visit(schema.items)
  else if (schema.type === 'map') visit(schema.values)
  else if (schema.type === 'object') expect(schema.fields.size).toBeGreaterThanOrEqual(0)
}
