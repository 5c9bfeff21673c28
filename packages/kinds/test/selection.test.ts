import { kubernetesVocabulary } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { builtInResources } from '../src/built-in-resources.ts'

const namesOf = async (kinds: 'all' | readonly string[]): Promise<readonly string[]> =>
  (await builtInResources(kubernetesVocabulary, { kinds })).map(({ group, version, resource }) =>
    [resource, version, ...(group === '' ? [] : [group])].join('.'),
  )

const always = [
  'configmaps.v1',
  'namespaces.v1',
  'clusterroles.v1.rbac.authorization.k8s.io',
  'clusterrolebindings.v1.rbac.authorization.k8s.io',
  'roles.v1.rbac.authorization.k8s.io',
  'rolebindings.v1.rbac.authorization.k8s.io',
  'customresourcedefinitions.v1.apiextensions.k8s.io',
  'apiservices.v1.apiregistration.k8s.io',
  'tokenreviews.v1.authentication.k8s.io',
  'tokenreviews.v1beta1.authentication.k8s.io',
  'selfsubjectreviews.v1.authentication.k8s.io',
  'subjectaccessreviews.v1.authorization.k8s.io',
  'localsubjectaccessreviews.v1.authorization.k8s.io',
  'selfsubjectaccessreviews.v1.authorization.k8s.io',
  'selfsubjectrulesreviews.v1.authorization.k8s.io',
]

describe('a selection of built-in kinds', () => {
  it('always contains the kinds that a server keeps its own objects in', async () => {
    expect(await namesOf([])).toEqual(always)
  })

  it('adds resources by name and group, in all their versions', async () => {
    const added = (await namesOf(['secrets', 'horizontalpodautoscalers.autoscaling'])).filter(
      (name) => !always.includes(name),
    )
    expect(added).toEqual([
      'secrets.v1',
      'horizontalpodautoscalers.v1.autoscaling',
      'horizontalpodautoscalers.v2.autoscaling',
    ])
  })

  it('adds every resource of a group', async () => {
    const added = (await namesOf(['*.coordination.k8s.io', '*.batch'])).filter((name) => !always.includes(name))
    expect(added).toEqual([
      'cronjobs.v1.batch',
      'jobs.v1.batch',
      'leases.v1.coordination.k8s.io',
      'leasecandidates.v1beta1.coordination.k8s.io',
      'leasecandidates.v1alpha2.coordination.k8s.io',
    ])
  })

  it('is refused with the name that is no built-in resource', async () => {
    await expect(namesOf(['secrets', 'pods.apps'])).rejects.toThrow(
      new TypeError('"pods.apps" is not a built-in resource; name one as "pods", "deployments.apps" or "*.apps"'),
    )
  })

  it('is everything by default', async () => {
    expect(await namesOf('all')).toHaveLength(99)
  })
})
