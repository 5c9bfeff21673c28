import { describe, expect, it } from 'vitest'
import { goDiff, goValue } from '../src/go-values/go-value.ts'
import { unifiedDiff } from '../src/go-values/unified-diff.ts'

describe('values of structs in messages', () => {
  it.each<[string, unknown, string]>([
    [
      'ContainerPort',
      { name: 'x', containerPort: 80 },
      '{"Name":"x","HostPort":0,"ContainerPort":80,"Protocol":"","HostIP":""}',
    ],
    ['*Affinity', undefined, 'null'],
    ['[]Toleration', undefined, 'null'],
    ['{}q', { memory: '1Gi', cpu: '1' }, '{"cpu":"1","memory":"1Gi"}'],
    ['LocalObjectReference', {}, '{"Name":""}'],
    [
      'EnvFromSource',
      { configMapRef: { name: 'a' } },
      '{"Prefix":"","ConfigMapRef":{"Name":"a","Optional":null},"SecretRef":null}',
    ],
  ])('of %s are printed with the names and zeros of Go', (type, value, text) => {
    expect(JSON.stringify(goValue(type, value))).toBe(text)
  })

  it('of a pod spec keep the namespaces of the host in the security context', () => {
    const spec = goValue('PodSpec', { hostNetwork: true, securityContext: { runAsUser: 5 } }) as Record<string, unknown>
    expect(spec['SecurityContext']).toMatchObject({ HostNetwork: true, HostPID: false, HostUsers: null, RunAsUser: 5 })
  })

  it('of templates print metadata as it is in JSON', () => {
    const template = goValue('PodTemplateSpec', { metadata: { labels: { a: 'b' } } }) as Record<string, unknown>
    expect(Object.keys(template)).toEqual(['labels', 'Spec'])
  })
})

describe('a diff', () => {
  it('is unified, with three lines of context', () => {
    expect(
      goDiff(
        'PersistentVolumeClaimSpec',
        { accessModes: ['ReadWriteOnce'], volumeName: '<a>' },
        { accessModes: ['ReadWriteMany'], volumeName: '<a>' },
      ),
    ).toBe(
      '@@ -1,6 +1,6 @@\n {\n  "AccessModes": [\n-  "ReadWriteOnce"\n+  "ReadWriteMany"\n  ],\n  "Selector": null,\n  "Resources": {\n',
    )
  })

  it.each<[string, string, string]>([
    ['a', 'a', ''],
    ['a', 'b', '@@ -1 +1 @@\n-a\n+b\n'],
    ['a\nb', 'a\nc\nb', '@@ -1,2 +1,3 @@\n a\n+c\n b\n'],
    [
      '1\n2\n3\n4\n5\n6\n7\n8\n9',
      '0\n2\n3\n4\n5\n6\n7\n8\n0',
      '@@ -1,4 +1,4 @@\n-1\n+0\n 2\n 3\n 4\n@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n+0\n',
    ],
    ['1\n2\n3\n4\n5\n6\n7\n8', '0\n2\n3\n4\n5\n6\n7\n0', '@@ -1,8 +1,8 @@\n-1\n+0\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n+0\n'],
  ])('of %j and %j', (before, after, expected) => {
    expect(unifiedDiff(before, after)).toBe(expected)
  })

  it('of texts too long to be searched shows both', () => {
    const long = Array.from({ length: 20_001 }, (_, index) => String(index)).join('\n')
    expect(unifiedDiff(long, `${long}x`).split('\n')).toHaveLength(2 * 20_001 + 2)
  })
})
