import type { HostileRequest } from './hostile-request.ts'
import { bodies } from './bodies.ts'
import { identities } from './identities.ts'
import { metadata } from './metadata.ts'
import { patches } from './patches.ts'
import { paths } from './paths.ts'
import { queries } from './queries.ts'
import { transport } from './transport.ts'
import { yaml } from './yaml.ts'

/** Every request, by area. */
export const areas: Readonly<Record<string, readonly HostileRequest[]>> = {
  transport,
  paths,
  queries,
  bodies,
  yaml,
  metadata,
  patches,
  identities,
}
