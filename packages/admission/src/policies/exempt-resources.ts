import type { DomainGroup, Vocabulary } from '@pinnace/meta'
import type { AdmissionAttributes } from '../admission-attributes.ts'

const exempt: Readonly<Partial<Record<DomainGroup, readonly string[]>>> = {
  authentication: ['selfsubjectreviews', 'tokenreviews'],
  authorization: [
    'localsubjectaccessreviews',
    'selfsubjectaccessreviews',
    'selfsubjectrulesreviews',
    'subjectaccessreviews',
  ],
  admissionregistration: [
    'mutatingadmissionpolicies',
    'mutatingadmissionpolicybindings',
    'mutatingwebhookconfigurations',
    'validatingadmissionpolicies',
    'validatingadmissionpolicybindings',
    'validatingwebhookconfigurations',
  ],
}

const groups: readonly DomainGroup[] = ['admissionregistration', 'authentication', 'authorization']

/** Whether policies never see a request: a policy must not prevent its own deletion, nor what authorizers need. */
// upstream: pkg/kubeapiserver/admission/exclusion/resources.go
export function exemptResources(vocabulary: Pick<Vocabulary, 'group'>): (attributes: AdmissionAttributes) => boolean {
  const byGroup = new Map<string, ReadonlySet<string>>(
    groups.map((group) => [vocabulary.group(group), new Set(exempt[group])]),
  )
  return ({ resource }) => byGroup.get(resource.group)?.has(resource.resource) === true
}
