// Versions that kube-apiserver 1.36 serves with --runtime-config=api/all=true only.
import { describe, expect, it } from 'vitest'
import { createServer } from '../../src/index.ts'
import { call } from '../support/call.ts'

/** What kube-apiserver 1.36.3 lists for them. */
const recorded: readonly (readonly [groupVersion: string, resources: readonly string[]])[] = [
  ['networking.k8s.io/v1beta1', ['ipaddresses', 'servicecidrs', 'servicecidrs/status']],
  ['storage.k8s.io/v1beta1', ['volumeattributesclasses']],
  ['admissionregistration.k8s.io/v1alpha1', ['mutatingadmissionpolicies', 'mutatingadmissionpolicybindings']],
]

const policySpec = {
  matchConstraints: {
    resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
  },
  reinvocationPolicy: 'Never',
  mutations: [{ patchType: 'JSONPatch', jsonPatch: { expression: '[JSONPatch{op: "add", path: "/x", value: "y"}]' } }],
}

/** An object of each kind, the version it is written in, and the warning of kube-apiserver 1.36.3. */
const objects: readonly (readonly [
  version: string,
  resource: string,
  kind: string,
  content: object,
  warning: string,
])[] = [
  [
    'networking.k8s.io/v1beta1',
    'servicecidrs',
    'ServiceCIDR',
    { spec: { cidrs: ['10.9.0.0/24'] } },
    'networking.k8s.io/v1beta1 ServiceCIDR is deprecated in v1.34+, unavailable in v1.37+',
  ],
  [
    'networking.k8s.io/v1beta1',
    'ipaddresses',
    'IPAddress',
    { spec: { parentRef: { resource: 'services', namespace: 'default', name: 'x' } } },
    'networking.k8s.io/v1beta1 IPAddress is deprecated in v1.34+, unavailable in v1.37+',
  ],
  [
    'storage.k8s.io/v1beta1',
    'volumeattributesclasses',
    'VolumeAttributesClass',
    { driverName: 'example.dev', parameters: { speed: 'high' } },
    'storage.k8s.io/v1beta1 VolumeAttributesClass is deprecated in v1.34+, unavailable in v1.37+; use storage.k8s.io/v1 VolumeAttributesClass',
  ],
  [
    'admissionregistration.k8s.io/v1beta1',
    'mutatingadmissionpolicies',
    'MutatingAdmissionPolicy',
    { spec: policySpec },
    'admissionregistration.k8s.io/v1beta1 MutatingAdmissionPolicy is deprecated in v1.37+, unavailable in v1.40+; use admissionregistration.k8s.io/v1 MutatingAdmissionPolicy',
  ],
  [
    'admissionregistration.k8s.io/v1alpha1',
    'mutatingadmissionpolicybindings',
    'MutatingAdmissionPolicyBinding',
    { spec: { policyName: 'x' } },
    'admissionregistration.k8s.io/v1alpha1 MutatingAdmissionPolicyBinding is deprecated in v1.35+, unavailable in v1.38+',
  ],
  [
    'resource.k8s.io/v1beta2',
    'deviceclasses',
    'DeviceClass',
    { spec: { selectors: [{ cel: { expression: 'true' } }] } },
    'resource.k8s.io/v1beta2 DeviceClass is deprecated in v1.36+, unavailable in v1.39+',
  ],
]

describe('versions that are off unless they are enabled', () => {
  it.each(recorded)('%s has the resources of kube-apiserver', async (groupVersion, wanted) => {
    await using server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', runtimeConfig: 'api/all' })
    const { json } = await call(server, 'GET', `/apis/${groupVersion}`)
    expect(json.resources.map(({ name }: { readonly name: string }) => name)).toEqual(wanted)
  })

  it.each(objects)('%s %s is the same object as in v1', async (apiVersion, resource, kind, content, warning) => {
    await using server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', runtimeConfig: 'api/all' })
    const name = kind === 'IPAddress' ? '10.9.0.7' : 'one'
    const created = await call(server, 'POST', `/apis/${apiVersion}/${resource}`, {
      body: { apiVersion, kind, metadata: { name }, ...content },
    })
    expect([created.status, created.json.message ?? created.json.apiVersion]).toEqual([201, apiVersion])
    expect(created.headers['warning']).toEqual([`299 - "${warning}"`])
    const v1 = `${apiVersion.split('/')[0]}/v1`
    const read = await call(server, 'GET', `/apis/${v1}/${resource}/${name}`)
    expect(read.json).toEqual({ ...created.json, apiVersion: v1 })
    expect(read.json).toMatchObject(content)
    expect(read.headers['warning']).toBeUndefined()
  })

  it.each(objects)('%s %s is 404 by default', async (apiVersion, resource) => {
    await using server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
    expect((await call(server, 'GET', `/apis/${apiVersion}/${resource}`)).status).toBe(404)
  })

  it.each(objects)('%s %s is refused where v1 would refuse it', async (apiVersion, resource, kind) => {
    await using server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', runtimeConfig: 'api/all' })
    const body = { apiVersion, kind, metadata: { name: 'Not A Name' } }
    const refused = await call(server, 'POST', `/apis/${apiVersion}/${resource}`, { body })
    expect([refused.status, refused.json.reason]).toEqual([422, 'Invalid'])
  })
})
