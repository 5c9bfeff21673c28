import type { TypeDescriptions } from './type-descriptions.ts'

/** Types of `apps/v1`. */
export const descriptions: TypeDescriptions = {
  'apps.v1.Deployment': {
    '': 'Keeps a number of identical pods running and replaces them step by step when their template changes. It does so through replica sets, one for each version of the template.',
    spec: 'The pods that should run and how they are replaced.',
    status: 'How far the rollout has come, as the deployment controller last saw it.',
  },
}
