import type { ApiObject } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { attributesOf, type RequestToEvaluate } from '../../src/define/define.ts'

const map: ApiObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'team' } }
const policy = { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: 'a', namespace: 'team' } }
const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team' } }

describe('attributesOf', () => {
  it.each<[string, RequestToEvaluate, object]>([
    [
      'a create',
      { object: map },
      { operation: 'CREATE', name: 'a', namespace: 'team', subresource: '', dryRun: false },
    ],
    ['an update', { object: map, oldObject: map }, { operation: 'UPDATE' }],
    ['a delete', { oldObject: map }, { operation: 'DELETE', name: 'a', object: undefined }],
    [
      'a kind',
      { object: policy },
      {
        kind: { group: 'networking.k8s.io', version: 'v1', kind: 'NetworkPolicy' },
        resource: { group: 'networking.k8s.io', version: 'v1', resource: 'networkpolicies' },
      },
    ],
    ['a Namespace, which is in itself', { object: namespace }, { name: 'team', namespace: 'team' }],
    ['a Namespace in nothing', { object: namespace, namespace: '' }, { namespace: '' }],
    [
      'what is said goes before',
      { object: map, operation: 'CONNECT', name: 'b', subresource: 'proxy', dryRun: true },
      { operation: 'CONNECT', name: 'b', subresource: 'proxy', dryRun: true },
    ],
  ])('follow from the object: %s', (_, request, expected) => {
    expect(attributesOf(request)).toMatchObject(expected)
  })

  it('copy the objects, and freeze the old one', () => {
    const given = structuredClone(map)
    const { object, oldObject } = attributesOf({ object: given, oldObject: given })
    object!.metadata.labels = { a: 'b' }
    expect(given).toEqual(map)
    expect(Object.isFrozen(given)).toBe(false)
    expect(Object.isFrozen(oldObject!.metadata)).toBe(true)
  })

  it('pass warnings and annotations to the sinks', () => {
    const said: unknown[] = []
    const attributes = attributesOf(
      { object: map },
      { warn: (text) => void said.push(text), annotate: (...annotation) => void said.push(annotation) },
    )
    attributes.warn('careful')
    attributes.annotate('a/b', 'c', 'Request')
    expect(said).toEqual(['careful', ['a/b', 'c', 'Request']])
    expect(() => attributesOf({ object: map }).warn('no sink')).not.toThrow()
  })

  it.each<[RequestToEvaluate, string]>([
    [{}, 'a request to evaluate requires object, oldObject or both'],
    [{ object: { metadata: {} } }, 'the object of a request to evaluate requires apiVersion and kind'],
    [
      { object: { apiVersion: 'a/b/c', kind: 'K', metadata: {} } },
      'the object of a request to evaluate requires apiVersion and kind',
    ],
  ])('require an object with a kind: %j', (request, message) => {
    expect(() => attributesOf(request)).toThrow(new TypeError(message))
  })
})
