import { describe, expect, it } from 'vitest'
import { fieldOwners } from '../page/model/field-owners.ts'

const object = {
  metadata: {
    labels: { app: 'web' },
    finalizers: ['keep'],
    managedFields: [
      {
        manager: 'gitops',
        operation: 'Apply',
        apiVersion: 'apps/v1',
        time: '2026-01-01T00:00:00Z',
        fieldsType: 'FieldsV1',
        fieldsV1: {
          'f:metadata': { 'f:labels': { '.': {}, 'f:app': {} }, 'f:finalizers': { 'v:"keep"': {} } },
          'f:spec': {
            'f:selector': {},
            'f:containers': { 'k:{"name":"b"}': { '.': {}, 'f:image': {} } },
          },
        },
      },
      {
        manager: 'autoscaler',
        operation: 'Update',
        apiVersion: 'apps/v1',
        subresource: 'scale',
        fieldsV1: { 'f:spec': { 'f:replicas': {}, 'f:gone': {} } },
      },
    ],
  },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: 'web' } },
    containers: [
      { name: 'a', image: 'x' },
      { name: 'b', image: 'y' },
    ],
  },
}

describe('the owners of fields', () => {
  const owners = fieldOwners(object)
  const namesOf = (pointer: string) => owners.of(pointer).map(({ manager }) => manager)

  it.each([
    ['/spec/replicas', ['autoscaler']],
    ['/metadata/labels/app', ['gitops']],
    ['/metadata/labels', ['gitops']],
    ['/metadata/finalizers/0', ['gitops']],
    ['/spec/containers/1/image', ['gitops']],
    ['/spec/containers/1', ['gitops']],
    ['/spec/containers/0/image', []],
    ['/spec', []],
  ])('are those of managedFields: %s', (pointer, expected) => {
    expect(namesOf(pointer)).toEqual(expected)
  })

  it('own everything below a field that they own as a whole', () => {
    expect(namesOf('/spec/selector/matchLabels/app')).toEqual(['gitops'])
  })

  it('have operation, version, subresource and time', () => {
    expect(owners.managers).toEqual([
      { manager: 'gitops', operation: 'Apply', apiVersion: 'apps/v1', subresource: '', time: '2026-01-01T00:00:00Z' },
      { manager: 'autoscaler', operation: 'Update', apiVersion: 'apps/v1', subresource: 'scale', time: '' },
    ])
  })
})
