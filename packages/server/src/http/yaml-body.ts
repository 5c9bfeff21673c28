import { StatusError, type Clock, type TimeSlices } from '@pinnace/meta'
import { parseLargeYaml, parseYaml } from '@pinnace/versioning'
import { summarize, type RawBody } from '../request/raw-body.ts'

/** The error of a body that is no JSON or no YAML, with the beginning of the body. */
export type RefuseBody = (reason: string, summary: string, format: 'json' | 'yaml') => Error

/** The last large body of a server that is parsed, or waits for its turn. A memo, not state: clocks are those of servers. */
const lanes = new WeakMap<Clock, Promise<unknown>>()

/** Parses a body in YAML. */
export function yamlBody(bytes: Buffer, refuse: RefuseBody): RawBody {
  try {
    return toBody(bytes, parseYaml(bytes.toString('utf8')))
  } catch (error) {
    throw refused(error, bytes, refuse)
  }
}

/** Parses a large body in YAML, in another thread. Of all such bodies of a server, one is parsed at a time. */
export async function largeYamlBody(
  bytes: Buffer,
  { clock, slices }: { readonly clock: Clock; readonly slices: TimeSlices },
  refuse: RefuseBody,
): Promise<RawBody> {
  const before = lanes.get(clock)
  const parsing = (async () => {
    await before
    // The client may have gone meanwhile.
    await slices.next()
    return parseLargeYaml(bytes.toString('utf8'), slices)
  })()
  lanes.set(
    clock,
    parsing.then(
      () => undefined,
      () => undefined,
    ),
  )
  try {
    return toBody(bytes, await parsing)
  } catch (error) {
    throw refused(error, bytes, refuse)
  }
}

/** The text of a body, for messages. */
export function formsOf(bytes: Buffer): Pick<RawBody, 'summary' | 'text'> {
  return { summary: () => summarize(bytes), text: () => bytes.toString('utf8') }
}

function toBody(bytes: Buffer, { value, strictErrors }: ReturnType<typeof parseYaml>): RawBody {
  return { value, byteLength: bytes.length, strictErrors: () => strictErrors, ...formsOf(bytes) }
}

function refused(error: unknown, bytes: Buffer, refuse: RefuseBody): unknown {
  if (!(error instanceof StatusError) || error.reason !== 'BadRequest') return error
  return refuse(error.message, summarize(bytes), 'yaml')
}
