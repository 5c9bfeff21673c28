import { admission } from './admission.ts'
import { aggregation } from './aggregation.ts'
import { audit } from './audit.ts'
import { authentication } from './authentication.ts'
import { authorization, rbacPolicy } from './authorization.ts'
import { bootstrapObjects } from './bootstrap-objects.ts'
import { connections } from './connections.ts'
import { customResources } from './custom-resources.ts'
import { events } from './events.ts'
import { explain } from './explain.ts'
import type { CreateFacility } from './facility.ts'
import { externalAddress } from './external-address.ts'
import { features } from './features.ts'
import { health } from './health.ts'
import { http } from './http.ts'
import { identity } from './identity.ts'
import { inspection } from './inspection.ts'
import { interception } from './interception.ts'
import { metrics } from './metrics.ts'
import { peers } from './peers.ts'
import { requestMetrics } from './request-metrics.ts'
import { seats } from './seats.ts'
import { serving } from './serving.ts'
import { storage } from './storage.ts'

/** The facilities of every server, in the order they are created and started. */
export const facilities: readonly CreateFacility[] = [
  // order: begin
  identity,
  externalAddress,
  events,
  interception,
  metrics,
  features,
  storage,
  serving,
  seats,
  authorization,
  authentication,
  admission,
  audit,
  customResources,
  bootstrapObjects,
  aggregation,
  peers,
  rbacPolicy,
  connections,
  health,
  http,
  inspection,
  explain,
  requestMetrics,
  // order: end
]

/** The facilities that do not depend on {@link ForkOptions}: a fork with other options forks them too. */
export const facilitiesOfContent: ReadonlySet<CreateFacility> = new Set([
  storage,
  authorization,
  admission,
  audit,
  customResources,
  bootstrapObjects,
  peers,
  rbacPolicy,
  connections,
])
