import { createFlowControlSeats, type FlowControlSeats } from '../../flow-control/index.ts'
import { createMaxInFlight, defaultSeatLimits } from '../../pipeline/max-in-flight.ts'
import { mandatoryFlowControl } from '../bootstrap/flow-control-objects.ts'
import { createFlowControlMaintenance } from '../bootstrap/maintain-flow-control.ts'
import type { ServerOptions } from '../server-options.ts'
import type { CreateFacility, Facility } from './facility.ts'
import type { ServerState } from './server-state.ts'

/** Limits of requests in flight, for each fork: by priority and fairness, or by one bound for reads and one for writes. */
export const seats: CreateFacility = (server, options) => create(server, options)

function create(server: ServerState, options: ServerOptions): Facility {
  const limits = { ...defaultSeatLimits, ...options.maxInFlight }
  const total = limits.reading + limits.mutating
  const flowControl = usesFlowControl(options) && total > 0 ? createFlowControl(server, total) : undefined
  return {
    provides: { seats: flowControl ?? createMaxInFlight(limits), flowControl },
    fork: (fork) => create(fork, options),
    dispose: () => flowControl?.[Symbol.dispose](),
  }
}

// Tests send as many requests as they like without credentials; catch-all would have 13 seats for them.
function usesFlowControl({ preset, priorityAndFairness }: ServerOptions): boolean {
  return priorityAndFairness ?? preset !== 'testing'
}

/** Undefined for a server without the kinds. */
function createFlowControl(server: ServerState, total: number): FlowControlSeats | undefined {
  const { vocabulary, clock, random, metrics } = server
  const group = vocabulary.group('flowcontrol.apiserver')
  const schemas = server.findDeclared(group, 'v1', 'flowschemas')
  const levels = server.findDeclared(group, 'v1', 'prioritylevelconfigurations')
  if (schemas === undefined || levels === undefined) return undefined
  return createFlowControlSeats({
    clock,
    random,
    metrics,
    headerPrefix: vocabulary.schemaExtensionPrefix,
    seats: total,
    schemas,
    levels,
    find: (...name) => server.find(...name),
    mandatory: mandatoryFlowControl(vocabulary),
    onConfigured: createFlowControlMaintenance(server),
  })
}
