import type { TypeDescriptions } from './type-descriptions.ts'

/** Types of `coordination/v1`. */
export const descriptions: TypeDescriptions = {
  'coordination.v1.Lease': {
    '': 'Says who holds something for a limited time: leaders are elected with leases, and nodes show with them that they live.',
    spec: 'The holder and the times.',
  },
  'coordination.v1.LeaseSpec': {
    '': 'Who holds a lease and for how long.',
    holderIdentity: 'The holder. Required if there is a preferred holder.',
    leaseDurationSeconds:
      'Seconds after renewTime for which others must wait before they take the lease. Greater than 0.',
    acquireTime: 'When the present holder got the lease.',
    renewTime: 'When the present holder last confirmed that it lives.',
    leaseTransitions: 'How often the lease went from one holder to another.',
    strategy:
      'How a holder is chosen when candidates are compared by the server. Absent where they compete themselves.',
    preferredHolder: 'Who should have the lease. The present holder then lets it go; requires a strategy.',
  },
}
