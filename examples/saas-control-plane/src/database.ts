import { defineResource, int32, z, type DefinedObject, type ResourceDefinition } from 'pinnace'

const database = z.object({
  spec: z.object({ engine: z.enum(['postgresql', 'mysql']), sizeGb: int32().min(1).default(10) }),
  status: z.object({ phase: z.enum(['Provisioning', 'Ready']), endpoint: z.string() }).optional(),
})

/** What customers buy. */
export const Database: ResourceDefinition<DefinedObject<typeof database>> = defineResource({
  group: 'saas.example.dev',
  version: 'v1',
  kind: 'Database',
  scope: 'Namespaced',
  shortNames: ['db'],
  schema: database,
  columns: [
    { name: 'Engine', type: 'string', jsonPath: '.spec.engine' },
    { name: 'Size', type: 'integer', jsonPath: '.spec.sizeGb' },
    { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
  ],
  immutable: ['.spec.engine'],
  subresources: { status: true },
})
