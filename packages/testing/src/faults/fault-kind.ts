import { defineResource, int32, z, type DefinedResource } from '@pinnace/resources/define'
import type { ApiObject, FieldErrors } from '@pinnace/meta'
import { faultGroup } from './fault-group.ts'
import { faultTypes, toFaultAction, type GivenAction } from './to-fault-action.ts'

const texts = z.array(z.string()).max(100).optional()
const count = int32().min(0).optional()

const match = z
  .object({
    verbs: texts.meta({ description: 'get, list, watch, create and so on.' }),
    resources: texts.meta({ description: 'Plural names: pods, deployments.apps, pods/status.' }),
    namespaces: texts,
    names: texts,
    users: texts,
    userAgents: texts.meta({ description: 'Beginnings of user agents.' }),
    nth: int32().min(1).optional(),
    probability: z.number().min(0).max(1).optional(),
  })
  .optional()

const action = z.object({
  type: z.enum(faultTypes),
  code: int32().min(400).max(599).optional(),
  reason: z.string().optional(),
  message: z.string().max(10_000).optional(),
  retryAfterSeconds: count,
  of: z.enum(['client', 'server']).optional(),
  webhook: z.string().optional(),
  delayMs: count,
  when: z.enum(['before', 'after']).optional(),
  bytesPerSecond: int32().min(1).optional(),
  afterEvents: count,
  events: int32().min(1).optional(),
  everyMs: count,
  all: z.boolean().optional(),
  jumpMs: int32().optional(),
})

const fault = z.object({
  spec: z.object({
    match,
    do: action,
    times: int32().min(1).optional(),
    seed: int32().optional(),
  }),
  status: z
    .object({
      count: int32().meta({ description: 'How often the fault has happened.' }),
      error: z.string().optional().meta({ description: 'Why the fault is not in effect.' }),
    })
    .optional(),
})

/** An object of the kind Fault. */
export interface FaultObject extends ApiObject {
  readonly spec: {
    readonly match?: FaultObjectMatch | undefined
    readonly do: GivenAction
    readonly times?: number | undefined
    readonly seed?: number | undefined
  }
  readonly status?: { readonly count: number; readonly error?: string | undefined } | undefined
}

/** The requests that an object of the kind Fault is for. */
export interface FaultObjectMatch {
  readonly verbs?: string[] | undefined
  readonly resources?: string[] | undefined
  readonly namespaces?: string[] | undefined
  readonly names?: string[] | undefined
  readonly users?: string[] | undefined
  readonly userAgents?: string[] | undefined
  readonly nth?: number | undefined
  readonly probability?: number | undefined
}

/** The kind Fault, with which clients in every language add faults to a server. */
export const faultKind: DefinedResource<FaultObject> = defineResource({
  group: faultGroup,
  version: 'v1alpha1',
  kind: 'Fault',
  scope: 'Cluster',
  schema: fault,
  subresources: { status: true },
  columns: [
    { name: 'Type', type: 'string', jsonPath: '.spec.do.type' },
    { name: 'Count', type: 'integer', jsonPath: '.status.count' },
    { name: 'Error', type: 'string', jsonPath: '.status.error', priority: 1 },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  ],
  validate: (next, errors) => assertAction(next, errors),
})

function assertAction({ spec }: FaultObject, errors: FieldErrors): void {
  try {
    toFaultAction(spec.do)
  } catch (error) {
    errors.invalid('spec.do', spec.do.type, error instanceof Error ? error.message : String(error))
  }
}
