import type { AdmissionAttributes, AdmissionChain } from '@pinnace/admission'

/** Runs both admission phases for a request without an object to store: deletions, reviews, bindings, connections. */
export async function runAdmission(chain: AdmissionChain, attributes: AdmissionAttributes): Promise<void> {
  await chain.admit(attributes)
  await chain.validate(attributes)
}
