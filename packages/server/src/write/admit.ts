import type { AdmissionAttributes } from '@pinnace/admission'
import type { Write } from './change.ts'

/** Lets the mutating plugins change what is about to be stored. */
export function mutatingAdmission(change: Write): Promise<void> | void {
  return change.core.admission.admit(attributesOf(change))
}

/** Lets the validating plugins refuse it. */
export function validatingAdmission(change: Write): Promise<void> | void {
  return change.core.admission.validate(attributesOf(change))
}

function attributesOf({ call, live, next, proposal }: Write): AdmissionAttributes {
  return {
    operation: live === undefined ? 'CREATE' : 'UPDATE',
    kind: call.served.gvk,
    resource: call.served.gvr,
    subresource: call.subresource,
    namespace: call.namespace,
    name: next.metadata.name ?? '',
    user: call.user,
    object: next,
    oldObject: live?.object,
    dryRun: proposal.options.dryRun,
    warn: (text) => call.warn(text),
  }
}
