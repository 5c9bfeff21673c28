import type { Logger, Metrics, Vocabulary } from '@pinnace/meta'
import {
  builtInGates,
  createFeatureGates,
  formatRelease,
  readEmulation,
  type EmulatedReleases,
  type FeatureGates,
} from '@pinnace/versioning'
import type { ServerOptions } from '../server-options.ts'
import type { CreateFacility } from './facility.ts'

/** The emulated release and the feature gates, which are exposed in metrics and shared with forks. */
export const features: CreateFacility = (server, options) => {
  const emulation = readEmulation(options, server.vocabulary.componentPrefix)
  return { provides: { emulation, features: createFeatures(server, options, emulation) } }
}

interface FeaturesContext {
  readonly vocabulary: Vocabulary
  readonly logger: Logger
  readonly metrics: Metrics
}

function createFeatures(
  { vocabulary, logger, metrics }: FeaturesContext,
  { featureGates: settings = {} }: ServerOptions,
  { emulated, minCompatibility }: EmulatedReleases,
): FeatureGates {
  const gates = createFeatureGates({
    gates: builtInGates,
    release: formatRelease(emulated),
    minCompatibility: formatRelease(minCompatibility),
    settings,
  })
  for (const warning of gates.warnings) logger.warn({}, warning)
  // upstream: component-base/metrics/prometheus/feature
  const enabled = metrics.gauge({
    name: `${vocabulary.product}_feature_enabled`,
    help: `This metric records the data about the stage and enablement of a ${shortWord(vocabulary)} feature.`,
    labelNames: ['name', 'stage'],
    stability: 'BETA',
  })
  for (const { name, stage } of gates.known) {
    enabled.set([name, stages[stage]], gates.isEnabled(name) ? 1 : 0)
  }
  return gates
}

/** The first word of the domain of groups. */
function shortWord({ groupDomain }: Vocabulary): string {
  return groupDomain.split('.')[0] ?? ''
}

const stages = { alpha: 'ALPHA', beta: 'BETA', stable: '', deprecated: 'DEPRECATED' } as const
