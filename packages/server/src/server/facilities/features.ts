import type { Logger, Metrics, Vocabulary } from '@pinnace/meta'
import { builtInGates, createFeatureGates, currentRelease, type FeatureGates } from '@pinnace/versioning'
import type { ServerOptions } from '../server-options.ts'
import type { CreateFacility } from './facility.ts'

/** The feature gates, which are exposed in metrics and shared with forks. */
export const features: CreateFacility = (server, options) => ({
  provides: { features: createFeatures(server, options) },
})

interface FeaturesContext {
  readonly vocabulary: Vocabulary
  readonly logger: Logger
  readonly metrics: Metrics
}

function createFeatures(
  { vocabulary, logger, metrics }: FeaturesContext,
  { featureGates: settings = {} }: ServerOptions,
): FeatureGates {
  const gates = createFeatureGates({ gates: builtInGates, release: currentRelease, settings })
  for (const warning of gates.warnings) logger.warn({}, warning)
  // upstream: component-base/metrics/prometheus/feature
  const enabled = metrics.gauge({
    name: `${vocabulary.product}_feature_enabled`,
    help: 'This metric records the data about the stage and enablement of a feature.',
    labelNames: ['name', 'stage'],
    stability: 'BETA',
  })
  for (const { name, stage } of gates.known) {
    enabled.set([name, stages[stage]], gates.isEnabled(name) ? 1 : 0)
  }
  return gates
}

const stages = { alpha: 'ALPHA', beta: 'BETA', stable: '', deprecated: 'DEPRECATED' } as const
