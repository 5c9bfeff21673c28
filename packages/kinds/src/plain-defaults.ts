import type { ApiObject, Mutable } from '@pinnace/meta'
import type {
  MatchResources,
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from '@pinnace/types/admissionregistration-v1'
import type { FlowSchema, PriorityLevelConfiguration } from '@pinnace/types/flowcontrol-v1'
import type { CSIDriver } from '@pinnace/types/storage-v1'
import { defaultRules } from './admissionregistration/webhook-defaults.ts'

type Fill = (next: Mutable<ApiObject>) => void

/** What kinds without other rules fill in, by the name of their type. */
// upstream: apis/*/v1/defaults.go
export const plainDefaults: Readonly<Record<string, Fill>> = {
  'admissionregistration.v1.MutatingAdmissionPolicy': fill<MutatingAdmissionPolicy>(({ spec }) => {
    if (spec === undefined) return
    spec.failurePolicy ??= 'Fail'
    fillMatch(spec.matchConstraints)
  }),
  'admissionregistration.v1.MutatingAdmissionPolicyBinding': fill<MutatingAdmissionPolicyBinding>(({ spec }) =>
    fillMatch(spec?.matchResources),
  ),
  'admissionregistration.v1.ValidatingAdmissionPolicy': fill<ValidatingAdmissionPolicy>(({ spec }) => {
    if (spec === undefined) return
    spec.failurePolicy ??= 'Fail'
    fillMatch(spec.matchConstraints)
  }),
  'admissionregistration.v1.ValidatingAdmissionPolicyBinding': fill<ValidatingAdmissionPolicyBinding>(({ spec }) =>
    fillMatch(spec?.matchResources),
  ),
  'flowcontrol.v1.FlowSchema': fill<FlowSchema>(({ spec }) => {
    if (spec !== undefined) spec.matchingPrecedence ||= 1000
  }),
  'flowcontrol.v1.PriorityLevelConfiguration': fill<PriorityLevelConfiguration>(fillPriorityLevel),
  'storage.v1.CSIDriver': fill<CSIDriver>(({ spec }) => {
    spec.attachRequired ??= true
    spec.podInfoOnMount ??= false
    spec.storageCapacity ??= false
    spec.fsGroupPolicy ??= 'ReadWriteOnceWithFSType'
    if ((spec.volumeLifecycleModes ?? []).length === 0) spec.volumeLifecycleModes = ['Persistent']
    spec.requiresRepublish ??= false
    spec.seLinuxMount ??= false
  }),
}

function fill<T extends ApiObject>(change: (next: Mutable<T>) => void): Fill {
  return change as unknown as Fill
}

function fillMatch(match: Mutable<MatchResources> | undefined): void {
  if (match === undefined) return
  match.matchPolicy ??= 'Equivalent'
  match.namespaceSelector ??= {}
  match.objectSelector ??= {}
  defaultRules(match.resourceRules)
  defaultRules(match.excludeResourceRules)
}

// upstream: apis/flowcontrol/v1/defaults.go
function fillPriorityLevel({ spec }: Mutable<PriorityLevelConfiguration>): void {
  if (spec?.exempt !== undefined) {
    spec.exempt.nominalConcurrencyShares ??= 0
    spec.exempt.lendablePercent ??= 0
  }
  if (spec?.limited === undefined) return
  spec.limited.nominalConcurrencyShares ??= 30
  spec.limited.lendablePercent ??= 0
  const queuing = spec.limited.limitResponse?.queuing
  if (queuing === undefined) return
  queuing.queues ||= 64
  queuing.handSize ||= 8
  queuing.queueLengthLimit ||= 50
}
