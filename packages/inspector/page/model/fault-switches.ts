import type { InspectedFault } from '../../src/test-time.ts'

/** A fault that the page offers as a switch. */
export interface FaultSwitch {
  readonly title: string
  readonly description: string
  /** What is sent to the server. */
  readonly fault: { readonly match?: Readonly<Record<string, unknown>>; readonly do: Readonly<Record<string, unknown>> }
}

const writes = { verb: ['create', 'update', 'patch', 'delete'] }
const reads = { verb: ['get', 'list'] }

/** The faults that are offered, in the order of the page. */
export const faultSwitches: readonly FaultSwitch[] = [
  {
    title: 'Writes conflict',
    description: 'Updates and patches are answered with 409',
    fault: { match: { verb: ['update', 'patch'] }, do: { type: 'conflict' } },
  },
  {
    title: 'Server is unavailable',
    description: 'Every request is answered with 503',
    fault: { do: { type: 'status', code: 503 } },
  },
  {
    title: 'Too many requests',
    description: 'Every request is answered with 429 and Retry-After',
    fault: { do: { type: 'status', code: 429, retryAfterSeconds: 1 } },
  },
  {
    title: 'Client certificates have expired',
    description: 'Requests with a client certificate are rejected with 401',
    fault: { do: { type: 'expiredCertificate' } },
  },
  {
    title: 'Webhook times out',
    description: 'Admission webhooks do not answer, and their failure policies decide',
    fault: { do: { type: 'webhookTimeout' } },
  },
  {
    title: 'Answers are lost',
    description: 'Writes are executed, then the connection is closed',
    fault: { match: writes, do: { type: 'reset', when: 'after' } },
  },
  {
    title: 'Connections are refused',
    description: 'Connections are closed before a request is executed',
    fault: { do: { type: 'reset', when: 'before' } },
  },
  {
    title: 'Writes hang',
    description: 'Writes wait until the switch is off, or for their deadline',
    fault: { match: writes, do: { type: 'hang' } },
  },
  {
    title: 'Requests are slow',
    description: 'Every request is executed one second of the clock later',
    fault: { do: { type: 'delay', delayMs: 1000 } },
  },
  {
    title: 'Reads are stale',
    description: 'Gets and lists are answered as of now',
    fault: { match: reads, do: { type: 'staleReads', all: true } },
  },
  {
    title: 'Watches end',
    description: 'New watches end after their first event',
    fault: { match: { verb: 'watch' }, do: { type: 'closeWatch', afterEvents: 1 } },
  },
  {
    title: 'Watches are late',
    description: 'Events of new watches arrive ten seconds of the clock later',
    fault: { match: { verb: 'watch' }, do: { type: 'delayWatch', delayMs: 10_000 } },
  },
  {
    title: 'Events arrive twice',
    description: 'New watches receive each event twice',
    fault: { match: { verb: 'watch' }, do: { type: 'repeatEvents' } },
  },
  {
    title: 'History is compacted',
    description: 'Watches and pages from before now are answered with 410',
    fault: { do: { type: 'compact' } },
  },
]

/** The fault of a switch that is on; undefined for one that is off. */
export function faultOf({ fault }: FaultSwitch, faults: readonly InspectedFault[]): InspectedFault | undefined {
  const wanted = canonical(fault)
  return faults.find(({ options }) => canonical(JSON.parse(options)) === wanted)
}

/** The faults that no switch stands for: those of the test. */
export function otherFaults(faults: readonly InspectedFault[]): readonly InspectedFault[] {
  const offered = new Set(faultSwitches.map(({ fault }) => canonical(fault)))
  return faults.filter(({ options }) => !offered.has(canonical(JSON.parse(options))))
}

/** The text of a fault: without an empty match, members in order. */
function canonical(fault: unknown): string {
  const { match = {}, do: action } = fault as FaultSwitch['fault']
  return JSON.stringify([sorted(match), sorted(action)])
}

function sorted(members: Readonly<Record<string, unknown>>): unknown {
  return Object.entries(members).toSorted(([one], [other]) => (one < other ? -1 : 1))
}
