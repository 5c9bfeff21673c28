import type { AdmissionAttributes, AdmissionChain } from '@pinnace/admission'

/** Runs both phases for a request that stores nothing itself: deletions, reviews, bindings, connections. */
export async function runAdmission(chain: AdmissionChain, attributes: AdmissionAttributes): Promise<void> {
  await chain.admit(attributes)
  await chain.validate(attributes)
}
