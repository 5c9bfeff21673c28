import { defineResource, int32, z, type DefinedObject } from '@pinnace/resources/define'
import type { ResourceDefinition } from '@pinnace/resources'

const widget = z.object({
  spec: z.object({ size: int32().min(1).default(1), color: z.enum(['red', 'blue']) }),
  status: z.object({ ready: z.boolean() }).optional(),
})

/** A custom kind, which is stored, validated, listed, watched and printed like built-in kinds. */
export const Widget: ResourceDefinition<DefinedObject<typeof widget>> = defineResource({
  group: 'example.dev',
  version: 'v1',
  kind: 'Widget',
  scope: 'Namespaced',
  schema: widget,
  columns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }],
  subresources: { status: true },
})
