import { loadTypeTables } from '@pinnace/types'
import { beforeAll, describe, expect, it } from 'vitest'
import { goDiff, goValue } from '../src/go-values/go-value.ts'
import { unifiedDiff } from '../src/go-values/unified-diff.ts'

beforeAll(async () => {
  await loadTypeTables()
})

describe('values of structs in messages', () => {
  it.each<[string, unknown, string]>([
    [
      'core.v1.ContainerPort',
      { name: 'x', containerPort: 80 },
      '{"Name":"x","HostPort":0,"ContainerPort":80,"Protocol":"","HostIP":""}',
    ],
    ['*core.v1.Affinity', undefined, 'null'],
    ['[]core.v1.Toleration', undefined, 'null'],
    ['map:quantity', { memory: '1Gi', cpu: '1' }, '{"cpu":"1","memory":"1Gi"}'],
    ['core.v1.LocalObjectReference', {}, '{"Name":""}'],
    [
      'core.v1.EnvFromSource',
      { configMapRef: { name: 'a' } },
      '{"Prefix":"","ConfigMapRef":{"Name":"a","Optional":null},"SecretRef":null}',
    ],
    ['apps.v1.RollingUpdateDeployment', {}, '{"MaxUnavailable":0,"MaxSurge":0}'],
    [
      'core.v1.RBDVolumeSource',
      { monitors: ['m'], image: 'i' },
      '{"CephMonitors":["m"],"RBDImage":"i","FSType":"","RBDPool":"","RadosUser":"","Keyring":"","SecretRef":null,"ReadOnly":false}',
    ],
    [
      'policy.v1.PodDisruptionBudgetSpec',
      { selector: { matchLabels: { b: '', a: '' } } },
      '{"MinAvailable":null,"Selector":{"matchLabels":{"a":"","b":""}},"MaxUnavailable":null,"UnhealthyPodEvictionPolicy":null}',
    ],
  ])('of %s are printed with the names and zeros of Go', (type, value, text) => {
    expect(JSON.stringify(goValue(type, value))).toBe(text)
  })

  it('of volumes have their sources in the order of the internal struct', () => {
    const names = Object.keys(goValue('core.v1.Volume', {}) as object)
    expect(names.slice(10, 14)).toEqual(['PersistentVolumeClaim', 'RBD', 'Quobyte', 'FlexVolume'])
  })

  it('of a pod spec keep the namespaces of the host in the security context', () => {
    const spec = goValue('core.v1.PodSpec', { hostNetwork: true, securityContext: { runAsUser: 5 } }) as Record<
      string,
      unknown
    >
    expect(spec['SecurityContext']).toMatchObject({ HostNetwork: true, HostPID: false, HostUsers: null, RunAsUser: 5 })
  })

  it('of templates print metadata as it is in JSON', () => {
    const template = goValue('core.v1.PodTemplateSpec', { metadata: { labels: { a: 'b' } } }) as Record<string, unknown>
    expect(Object.keys(template)).toEqual(['labels', 'Spec'])
  })
})

describe('a diff', () => {
  it('is unified, with three lines of context', () => {
    expect(
      goDiff(
        'core.v1.PersistentVolumeClaimSpec',
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
