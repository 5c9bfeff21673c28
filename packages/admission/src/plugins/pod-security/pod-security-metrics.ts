import type { Metrics } from '@pinnace/meta'
import type { AdmissionAttributes } from '../../admission-attributes.ts'
import { newestMinor } from './check-table.ts'
import { formatVersion, type LevelVersion } from './level.ts'
import type { Mode } from './namespace-policy.ts'

/** The metrics of the plugin. */
export interface PodSecurityMetrics {
  evaluated(decision: 'allow' | 'deny', policy: LevelVersion, mode: Mode, attributes: AdmissionAttributes): void
  exempted(attributes: AdmissionAttributes): void
  /** @param isFatal nothing was evaluated; else an invalid policy was replaced by a stricter one */
  failed(isFatal: boolean, attributes: AdmissionAttributes): void
}

/** Creates the metrics of the plugin. */
// upstream: pod-security-admission/metrics/metrics.go
export function createPodSecurityMetrics(metrics: Metrics): PodSecurityMetrics {
  const request = ['request_operation', 'resource', 'subresource']
  const evaluations = metrics.counter({
    name: 'pod_security_evaluations_total',
    help: 'Number of policy evaluations that occurred, not counting ignored or exempt requests.',
    labelNames: ['decision', 'policy_level', 'policy_version', 'mode', ...request],
  })
  const exemptions = metrics.counter({
    name: 'pod_security_exemptions_total',
    help: 'Number of exempt requests, not counting ignored or out of scope requests.',
    labelNames: request,
  })
  const errors = metrics.counter({
    name: 'pod_security_errors_total',
    help: 'Number of errors preventing normal evaluation. Non-fatal errors may result in the latest restricted profile being used for evaluation.',
    labelNames: ['fatal', ...request],
  })
  // upstream: PrometheusRecorder.Reset – what is usual is written before it happens.
  for (const operation of ['create', 'update']) {
    evaluations.add(['allow', 'privileged', 'latest', 'enforce', operation, 'pod', ''], 0)
    for (const kind of ['pod', 'controller']) exemptions.add([operation, kind, ''], 0)
  }
  return {
    evaluated(decision, policy, mode, attributes) {
      evaluations.add([decision, policy.level, versionLabel(policy), mode, ...requestLabels(attributes)])
    },
    exempted: (attributes) => exemptions.add(requestLabels(attributes)),
    failed: (isFatal, attributes) => errors.add([String(isFatal), ...requestLabels(attributes)]),
  }
}

// Bounded: privileged has no version, and all future versions share one label.
function versionLabel({ level, minor }: LevelVersion): string {
  if (minor === Infinity || level === 'privileged') return 'latest'
  return minor > newestMinor ? 'future' : formatVersion(minor)
}

function requestLabels({ operation, resource, subresource }: AdmissionAttributes): readonly string[] {
  const isCore = resource.group === ''
  const kind =
    isCore && resource.resource === 'pods'
      ? 'pod'
      : isCore && resource.resource === 'namespaces'
        ? 'namespace'
        : 'controller'
  return [operation.toLowerCase(), kind, subresource]
}
