import type { MetricOptions } from '@pinnace/meta'
import type { Registry } from 'prom-client'

/** Counts the metrics themselves. */
export interface Bookkeeping {
  /** A metric was created; it may be hidden. */
  created(options: MetricOptions, isShown: boolean): void
}

/** Adds the metrics that count metrics. None can be disabled, and the values of labels are bounded without lists. */
// upstream: component-base/metrics/registry.go and metrics/opts.go
export function createBookkeeping(
  registry: Registry,
  { Counter }: Pick<typeof import('prom-client'), 'Counter'>,
): Bookkeeping {
  const count = (name: string, help: string): InstanceType<typeof Counter> =>
    new Counter({ name, help, registers: [registry] })
  const registered = new Counter({
    name: 'registered_metrics_total',
    help: '[BETA] The count of registered metrics broken by stability level and deprecation version.',
    labelNames: ['stability_level', 'deprecated_version'],
    registers: [registry],
  })
  const hidden = count('hidden_metrics_total', '[BETA] The count of hidden metrics.')
  count('disabled_metrics_total', '[BETA] The count of disabled metrics.')
  count(
    'cardinality_enforcement_unexpected_categorizations_total',
    '[ALPHA] The count of unexpected categorizations during cardinality enforcement.',
  )
  return {
    created({ stability = 'ALPHA', deprecatedVersion = '' }, isShown) {
      if (isShown) registered.inc({ stability_level: stability, deprecated_version: deprecatedVersion })
      else hidden.inc()
    },
  }
}
