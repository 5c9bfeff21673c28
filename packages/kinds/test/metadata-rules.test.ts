import { kubernetesVocabulary } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { metadataRulesOf } from '../src/metadata-rules.ts'
import { builtInResources } from '../src/index.ts'

type Counts = [labels: number, finalizers: number, standard: number]

/** How often an update reports a bad label, a finalizer with a bad name, and one that is not a standard name. */
const counts: readonly [Counts, readonly string[]][] = [
  [
    [4, 2, 2],
    [
      'configmaps endpoints namespaces nodes persistentvolumeclaims pods secrets serviceaccounts',
      'controllerrevisions.apps jobs.batch certificatesigningrequests.certificates.k8s.io',
      'certificatesigningrequests.certificates.k8s.io/status certificatesigningrequests.certificates.k8s.io/approval',
      'ingresses.networking.k8s.io ingressclasses.networking.k8s.io ipaddresses.networking.k8s.io',
      'roles.rbac.authorization.k8s.io rolebindings.rbac.authorization.k8s.io clusterroles.rbac.authorization.k8s.io',
      'csistoragecapacities.storage.k8s.io storageclasses.storage.k8s.io volumeattributesclasses.storage.k8s.io',
      'deviceclasses.resource.k8s.io resourceclaims.resource.k8s.io resourceclaimtemplates.resource.k8s.io',
    ],
  ],
  [[4, 3, 2], ['persistentvolumes']],
  [[4, 2, 0], ['apiservices.apiregistration.k8s.io runtimeclasses.node.k8s.io']],
  [
    [3, 1, 1],
    [
      'podtemplates replicationcontrollers replicationcontrollers/status resourcequotas services services/status',
      'namespaces/status nodes/status persistentvolumes/status persistentvolumeclaims/status pods/status',
      'daemonsets.apps deployments.apps replicasets.apps statefulsets.apps statefulsets.apps/status cronjobs.batch',
      'jobs.batch/status horizontalpodautoscalers.autoscaling horizontalpodautoscalers.autoscaling/status',
      'events.events.k8s.io networkpolicies.networking.k8s.io servicecidrs.networking.k8s.io csidrivers.storage.k8s.io',
      'ingresses.networking.k8s.io/status priorityclasses.scheduling.k8s.io resourceslices.resource.k8s.io',
    ],
  ],
  [
    [3, 2, 1],
    [
      'limitranges csinodes.storage.k8s.io volumeattachments.storage.k8s.io endpointslices.discovery.k8s.io',
      'flowschemas.flowcontrol.apiserver.k8s.io prioritylevelconfigurations.flowcontrol.apiserver.k8s.io',
    ],
  ],
  [
    [3, 2, 0],
    [
      'mutatingwebhookconfigurations.admissionregistration.k8s.io',
      'validatingwebhookconfigurations.admissionregistration.k8s.io',
      'mutatingadmissionpolicies.admissionregistration.k8s.io',
      'validatingadmissionpolicies.admissionregistration.k8s.io',
      'mutatingadmissionpolicybindings.admissionregistration.k8s.io',
      'validatingadmissionpolicybindings.admissionregistration.k8s.io',
    ],
  ],
  [
    [3, 1, 0],
    [
      'customresourcedefinitions.apiextensions.k8s.io customresourcedefinitions.apiextensions.k8s.io/status',
      'leases.coordination.k8s.io',
    ],
  ],
  [[2, 1, 0], ['events poddisruptionbudgets.policy poddisruptionbudgets.policy/status cronjobs.batch/status']],
]

const rows = counts.flatMap(([expected, names]) =>
  names.flatMap((line) => line.split(' ')).map((name): [string, Counts] => [name, expected]),
)

describe('metadata on update', () => {
  it.each(rows)('of %s is reported as often as it is checked: %j', async (name, [labels, finalizers, standard]) => {
    const [full = '', subresource] = name.split('/')
    const [resource, ...group] = full.split('.')
    const definition = (await builtInResources(kubernetesVocabulary)).find(
      (one) => one.resource === resource && one.group === group.join('.'),
    )
    const view = subresource === undefined ? undefined : definition?.subresources[subresource]
    const rules = view === undefined ? definition?.strategy.metadata : view.type === 'object' && view.strategy.metadata
    expect(rules).toBeTruthy()
    if (rules === undefined || rules === false) return
    const creates = rules.onUpdate.filter((check) => check === 'create').length
    expect([2 + rules.onUpdate.length, 1 + creates, rules.standardFinalizers ? rules.onUpdate.length : 0]).toEqual([
      labels,
      finalizers,
      standard,
    ])
  })

  it('of a kind without a rule is checked once as a change', () => {
    expect(metadataRulesOf({ group: 'apps', kind: 'Deployment' }).onUpdate).toEqual(['update'])
  })
})
