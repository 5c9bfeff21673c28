import type { TypeDescriptions } from './type-descriptions.ts'

/** Types of `coordination/v1beta1`. */
export const descriptions: TypeDescriptions = {
  'coordination.v1beta1.LeaseCandidate': {
    '': 'Says that a component wants to hold a lease, so that the server can choose the holder among the candidates.',
    spec: 'The lease and the versions of the component.',
  },
  'coordination.v1beta1.LeaseCandidateSpec': {
    '': 'A component that wants to hold a lease.',
    leaseName: 'The lease in the same namespace that it wants to hold. It cannot be changed.',
    pingTime: 'When the server last asked whether the component is still there. It answers with a later renewTime.',
    renewTime: 'When the component last wrote this object.',
    binaryVersion: 'The version of the component, as a semantic version without a leading v.',
    emulationVersion:
      'The version that the component behaves as, a semantic version that is not newer than binaryVersion. Required for the strategy OldestEmulationVersion.',
    strategy:
      'How the component would choose the holder. If candidates disagree, the strategy of the one with the newest binaryVersion counts.',
  },
}
