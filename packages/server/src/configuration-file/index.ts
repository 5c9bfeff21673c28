export { createConfigurationMetrics, hashOf } from './configuration-metrics.ts'
export { openConfiguration, type ConfigurationSource, type OpenConfiguration } from './open-configuration.ts'
