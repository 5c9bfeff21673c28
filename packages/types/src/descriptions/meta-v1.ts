import type { TypeDescriptions } from './type-descriptions.ts'

/** Types of `meta/v1`. */
export const descriptions: TypeDescriptions = {
  'meta.v1.List': {
    '': 'Holds objects of any kind, each with its own apiVersion and kind.',
    items: 'The objects of this page of the list.',
  },
}
