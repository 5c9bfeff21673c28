import type { TypeDescriptions } from './type-descriptions.ts'

/** Types of `node/v1`. */
export const descriptions: TypeDescriptions = {
  'node.v1.Overhead': {
    '': 'What running a pod costs besides its containers.',
    podFixed: 'Amounts by resource that are added to what each pod requests.',
  },
  'node.v1.RuntimeClass': {
    '': 'A configuration of the container runtime that pods can choose by name.',
    handler: 'The name of the configuration on the nodes, a DNS label. It cannot be changed.',
    overhead: 'What running a pod costs besides its containers. It is entered into pods when they are created.',
    scheduling: 'The nodes that have the configuration. Without it, all are supposed to.',
  },
  'node.v1.Scheduling': {
    '': 'Where pods of a runtime class can run.',
    nodeSelector:
      'Labels that the nodes have. They are added to the node selector of the pod; a contradiction refuses the pod.',
    tolerations: 'Tolerations that are added to those of the pod.',
  },
}
