import type { Metrics, Vocabulary } from '@pinnace/meta'
import { builtInGates, createFeatureGates, currentRelease, type FeatureGates } from '@pinnace/versioning'
import type { ServerOptions } from './options/server-options.ts'

/** The feature gates of a server, set, warned of, and told in its metrics. */
export function featuresOf(
  { featureGates: settings = {}, logger }: ServerOptions,
  metrics: Metrics,
  { product }: Vocabulary,
): FeatureGates {
  const features = createFeatureGates({ gates: builtInGates, release: currentRelease, settings })
  for (const warning of features.warnings) logger?.warn({}, warning)
  // upstream: component-base/metrics/prometheus/feature
  const enabled = metrics.gauge({
    name: `${product}_feature_enabled`,
    help: 'This metric records the data about the stage and enablement of a feature.',
    labelNames: ['name', 'stage'],
    stability: 'BETA',
  })
  for (const { name, stage } of features.known) {
    enabled.set([name, stages[stage]], features.isEnabled(name) ? 1 : 0)
  }
  return features
}

const stages = { alpha: 'ALPHA', beta: 'BETA', stable: '', deprecated: 'DEPRECATED' } as const
