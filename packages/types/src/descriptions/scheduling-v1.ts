import type { TypeDescriptions } from './type-descriptions.ts'

/** Types of `scheduling/v1`. */
export const descriptions: TypeDescriptions = {
  'scheduling.v1.PriorityClass': {
    '': 'Gives a name to a priority. Pods with a higher one are scheduled first and can displace others.',
    value: 'The priority, up to 1,000,000,000; larger ones are reserved for the system. It cannot be changed.',
    globalDefault:
      'Whether pods without a class get this one. Of several such classes, the one with the smallest value counts.',
    description: 'When the class is meant to be used, for people.',
    preemptionPolicy:
      'PreemptLowerPriority (the default) lets a pod displace others, Never lets it only be scheduled before them. It cannot be changed.',
  },
}
