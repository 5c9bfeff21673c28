import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { builtInPlugins, selectPlugins } from '../src/index.ts'

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
  'PodGroupProtection',
  'OwnerReferencesPermissionEnforcement',
  'PersistentVolumeClaimResize',
  'RuntimeClass',
  'CertificateApproval',
  'CertificateSigning',
  'ClusterTrustBundleAttest',
  'CertificateSubjectRestriction',
  'DefaultIngressClass',
  'DenyServiceExternalIPs',
  'PodTopologyLabels',
  'PodGroupWorkloadExists',
  'NodeDeclaredFeatureValidator',
  'JobValidation',
  'PodResizeValidator',
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
      'ClusterTrustBundleAttest',
      'DefaultIngressClass',
      'DefaultStorageClass',
      'DefaultTolerationSeconds',
      'LimitRanger',
      'MutatingAdmissionPolicy',
      'MutatingAdmissionWebhook',
      'NamespaceLifecycle',
      'PersistentVolumeClaimResize',
      'PodGroupProtection',
      'PodGroupWorkloadExists',
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

  it('are, with the vocabulary of Kubernetes, all 27 that kube-apiserver 1.36 has on by default', () => {
    const named = (product: string): readonly string[] => selectPlugins({}, product).map(({ name }) => name)
    const added = ['PodTopologyLabels', 'NodeDeclaredFeatureValidator', 'JobValidation', 'PodResizeValidator']
    expect(named('kubernetes')).toHaveLength(27)
    expect(named('kubernetes')).toEqual(order.filter((name) => [...named('platform'), ...added].includes(name)))
    expect(selectPlugins({ enable: added }, 'platform').map(({ name }) => name)).toEqual(named('kubernetes'))
    expect(selectPlugins({ disable: added }, 'kubernetes').map(({ name }) => name)).toEqual(named('platform'))
    expect(selectPlugins({ disable: ['PodTopologyLabels'] }, 'kubernetes').map(({ name }) => name)).not.toContain(
      'PodTopologyLabels',
    )
  })

  it('have unique names', () => {
    expect(new Set(names).size).toBe(names.length)
  })
})
