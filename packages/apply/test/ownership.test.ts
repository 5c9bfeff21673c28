import type { ManagedFieldsEntry } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'

import { createScaleFields, ownersOf, ownership } from '../src/index.ts'
import { Cluster } from './fixtures/cluster.ts'

describe('the ownership of an object', () => {
  it('lists the owners of each path', () => {
    const cluster = new Cluster()
    cluster.apply('a', { replicas: 1, zones: ['x'] })
    cluster.apply('b', { replicas: 1 })
    cluster.update('c', (live) => (live.spec.paused = true))
    expect(
      [...ownership(cluster.live!)].map(([path, owners]) => [
        path,
        owners.map(({ manager, operation }) => `${manager} ${operation}`),
      ]),
    ).toEqual([
      ['.spec.replicas', ['b Apply', 'a Apply']],
      ['.spec.zones[="x"]', ['a Apply']],
      ['.spec.paused', ['c Update']],
    ])
    expect(ownersOf(cluster.live!, '.spec.replicas')).toEqual(['b', 'a'])
    expect(ownersOf(cluster.live!, '.spec')).toEqual([])
  })

  it('is empty without managedFields, and with invalid ones', () => {
    expect(ownership({ metadata: {} }).size).toBe(0)
    expect(ownership({ metadata: { managedFields: [{}] } }).size).toBe(0)
  })
})

const entry = (
  manager: string,
  operation: 'Apply' | 'Update',
  fieldsV1: object,
  rest: object = {},
): ManagedFieldsEntry =>
  ({
    manager,
    operation,
    apiVersion: 'apps/v1',
    time: '2020-01-01T00:00:00Z',
    fieldsType: 'FieldsV1',
    fieldsV1,
    ...rest,
  }) as ManagedFieldsEntry

const replicas = { 'f:spec': { 'f:replicas': {} } }

describe('ownership through scale', () => {
  const scale = createScaleFields({
    apiVersion: 'apps/v1',
    replicasPaths: { 'apps/v1': ['spec', 'replicas'], 'apps/v0': ['count'], 'apps/none': undefined },
  })

  it('shows the owners of the replicas, as the scale names them', () => {
    const entries = [
      entry('a', 'Apply', { 'f:spec': { 'f:replicas': {}, 'f:paused': {} } }),
      entry('b', 'Update', { 'f:spec': { 'f:paused': {} } }),
      entry('c', 'Update', { 'f:count': {} }, { apiVersion: 'apps/v0' }),
    ]
    expect(scale.toScale(entries)).toEqual([
      entry('a', 'Apply', replicas, { apiVersion: 'autoscaling/v1' }),
      entry('c', 'Update', replicas, { apiVersion: 'autoscaling/v1' }),
    ])
  })

  it('shows nothing of versions without scale or unknown', () => {
    expect(
      scale.toScale([
        entry('a', 'Apply', replicas, { apiVersion: 'apps/none' }),
        entry('b', 'Apply', replicas, { apiVersion: 'apps/v9' }),
      ]),
    ).toEqual([])
  })

  it('gives the replicas to the manager that scaled', () => {
    const entries = [entry('a', 'Apply', { 'f:spec': { 'f:replicas': {}, 'f:paused': {} } })]
    const scaled = [entry('s', 'Update', replicas, { apiVersion: 'autoscaling/v1', subresource: 'scale' })]
    expect(scale.toResource(entries, scaled)).toEqual([
      entry('a', 'Apply', { 'f:spec': { 'f:paused': {} } }),
      // Without a time, as in kube-apiserver.
      entry('s', 'Update', replicas, { subresource: 'scale', time: undefined }),
    ])
  })

  it('removes an entry that owned nothing else', () => {
    expect(
      scale
        .toResource(
          [entry('a', 'Apply', replicas)],
          [entry('s', 'Update', replicas, { apiVersion: 'autoscaling/v1', subresource: 'scale' })],
        )
        .map(({ manager }) => manager),
    ).toEqual(['s'])
  })

  it('keeps the entries of those who still own the replicas', () => {
    const entries = [entry('a', 'Apply', { 'f:spec': { 'f:replicas': {}, 'f:paused': {} } })]
    expect(scale.toResource(entries, scale.toScale(entries))).toEqual(entries)
  })

  it('keeps entries that never owned the replicas, and drops those of unknown versions', () => {
    const entries = [
      entry('a', 'Update', { 'f:spec': { 'f:paused': {} } }),
      entry('b', 'Update', replicas, { apiVersion: 'apps/v9' }),
    ]
    expect(scale.toResource(entries, [])).toEqual([entries[0]])
  })

  it("writes another version's replicas under their own name", () => {
    const entries = [entry('c', 'Update', { 'f:count': {}, 'f:x': {} }, { apiVersion: 'apps/v0' })]
    expect(
      scale.toResource(entries, [
        entry('s', 'Update', replicas, { apiVersion: 'autoscaling/v1', subresource: 'scale' }),
      ]),
    ).toEqual([
      entry('s', 'Update', replicas, { subresource: 'scale', time: undefined }),
      entry('c', 'Update', { 'f:x': {} }, { apiVersion: 'apps/v0' }),
    ])
  })
})
