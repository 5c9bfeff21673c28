import { defineResource, listMap, z } from '@pinnace/resources/define'

/** A kind of the host: what a program declares about its own objects. */
export const widget = defineResource({
  group: 'example.dev',
  version: 'v1',
  kind: 'Widget',
  scope: 'Namespaced',
  shortNames: ['wd'],
  categories: ['all'],
  schema: z.object({
    spec: z.object({
      size: z.int32().default(1).describe('How big it is.'),
      color: z.string().optional(),
      parts: listMap(z.object({ name: z.string(), count: z.int32() }), ['name']).optional(),
    }),
    status: z.object({ ready: z.boolean().optional() }).optional(),
  }),
  columns: [
    { name: 'Size', type: 'integer', jsonPath: '.spec.size' },
    { name: 'Ready', type: 'boolean', jsonPath: '.status.ready' },
    { name: 'Color', type: 'string', jsonPath: '.spec.color', priority: 1 },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  ],
  subresources: { status: true },
})
