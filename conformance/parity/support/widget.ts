import { defineResource, z } from '@pinnace/resources/define'

/** A kind of the host, beside the built-in ones and those of CRDs. */
export const Widget = defineResource({
  group: 'example.dev',
  version: 'v1',
  kind: 'Widget',
  scope: 'Namespaced',
  schema: z.object({
    spec: z.object({ size: z.int32().max(10).default(1), note: z.string().optional() }),
    status: z.object({ ready: z.boolean().optional() }).optional(),
  }),
  columns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }],
  subresources: { status: true },
})
