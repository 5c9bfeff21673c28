import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { builtInPlugins } from '../src/index.ts'

const page = readFileSync(new URL('../../../docs/guide/admission-control.md', import.meta.url), 'utf8')

// upstream: pkg/kubeapiserver/options/plugins.go, AllOrderedPlugins and DefaultOffAdmissionPlugins
const order = [
  'AlwaysAdmit',
  'NamespaceAutoProvision',
  'NamespaceLifecycle',
  'NamespaceExists',
  'LimitPodHardAntiAffinityTopology',
  'LimitRanger',
  'ServiceAccount',
  'NodeRestriction',
  'TaintNodesByCondition',
  'AlwaysPullImages',
  'ImagePolicyWebhook',
  'PodSecurity',
  'PodNodeSelector',
  'Priority',
  'DefaultTolerationSeconds',
  'PodTolerationRestriction',
  'DenyEscalatingExec',
  'DenyExecOnPrivileged',
  'EventRateLimit',
  'ExtendedResourceToleration',
  'DefaultStorageClass',
  'StorageObjectInUseProtection',
  'OwnerReferencesPermissionEnforcement',
  'PersistentVolumeClaimResize',
  'RuntimeClass',
  'CertificateApproval',
  'CertificateSigning',
  'CertificateSubjectRestriction',
  'DefaultIngressClass',
  'DenyServiceExternalIPs',
  'PodTopologyLabels',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionWebhook',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionWebhook',
  'ResourceQuota',
  'AlwaysDeny',
]

describe('the built-in plugins', () => {
  const names = builtInPlugins.map(({ name }) => name)

  it('run in the order of kube-apiserver', () => {
    expect(names).toEqual(order.filter((name) => names.includes(name)))
  })

  it('are on by default exactly as specified', () => {
    expect(
      builtInPlugins
        .filter(({ isDefault }) => isDefault)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual([
      'CertificateApproval',
      'CertificateSigning',
      'CertificateSubjectRestriction',
      'DefaultIngressClass',
      'DefaultStorageClass',
      'DefaultTolerationSeconds',
      'LimitRanger',
      'MutatingAdmissionPolicy',
      'MutatingAdmissionWebhook',
      'NamespaceLifecycle',
      'PersistentVolumeClaimResize',
      'PodSecurity',
      'Priority',
      'ResourceQuota',
      'RuntimeClass',
      'ServiceAccount',
      'StorageObjectInUseProtection',
      'TaintNodesByCondition',
      'ValidatingAdmissionPolicy',
      'ValidatingAdmissionWebhook',
    ])
  })

  it('are those of the guide, with their default and deprecation', () => {
    const rows = [...page.matchAll(/^\| (?<name>[A-Z]\w+) \| (?<state>on|off)(?<more>[^|]*) \|/gm)]
    expect(
      rows.map(({ groups }) => [groups!['name'], groups!['state'], groups!['more']!.includes('deprecated')]),
    ).toEqual(
      builtInPlugins.map(({ name, isDefault, deprecation }) => [
        name,
        isDefault ? 'on' : 'off',
        deprecation !== undefined,
      ]),
    )
  })

  it('have unique names', () => {
    expect(new Set(names).size).toBe(names.length)
  })
})
