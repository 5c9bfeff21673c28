import type { Mutable, Verb } from '@pinnace/meta'
import { type ConnectSubresource, type StrategyContext, nameIsDnsSubdomain } from '@pinnace/resources'
import type { Pod, PodSpec } from '@pinnace/types/core-v1-pods'
import type { KindBehavior } from '../../kind-behavior.ts'
import { bumpGeneration, startGeneration } from '../../generation.ts'
import { keepStatus } from '../../status-subresource.ts'
import { podBinding } from './pod-binding.ts'
import { podColumns } from './pod-columns.ts'
import { setPodCondition } from './pod-condition.ts'
import { podEphemeralContainers } from './pod-ephemeral-containers.ts'
import { podEviction } from './pod-eviction.ts'
import { podResize } from './pod-resize.ts'
import { applyAppArmorAnnotations } from '../pod-spec/security/app-armor-fields.ts'
import { defaultPodOnly, defaultPodSpec } from '../pod-spec/default-pod-spec.ts'
import { dropDisabledFields } from '../pod-spec/dropped-fields.ts'
import { dropInitContainerAnnotations } from '../pod-spec/dropped-annotations.ts'
import { applyLabelKeys } from '../pod-spec/scheduling/label-keys.ts'
import type { PodRules } from '../pod-spec/pod-rules.ts'
import { qosClass } from '../pod-spec/resources/qos-class.ts'
import { podStatus, syncPodIps } from './pod-status.ts'
import { validatePodUpdate } from './pod-update.ts'
import { validatePod } from './pod-validation.ts'
import { podWarnings } from './pod-warnings.ts'
import { specOf } from '../../spec-of.ts'

/** Pods: what runs, where, and how it is doing. */
// upstream: registry/core/pod/strategy.go
export function pod(rules: PodRules): KindBehavior<Pod> {
  const defaults = (next: Mutable<Pod>): void => defaultPod(next, rules)
  return {
    validateName: nameIsDnsSubdomain,
    strategy: {
      defaults,
      prepareForCreate: (next, context) => prepareForCreate(next, rules, context),
      prepareForUpdate(next, live) {
        dropDisabledFields(next.spec, live.spec, rules)
        raiseGracePeriod(specOf(next))
        keepStatus(next, live)
        bumpGeneration(next, live)
      },
      validate: (next, errors) => validatePod(next, rules, errors),
      validateUpdate: (next, live, errors) => validatePodUpdate(next, live, rules, errors),
      warnings: (next, live) => (live === undefined ? podWarnings(next, rules) : []),
      allowCreateOnUpdate: false,
      allowUnconditionalUpdate: true,
      gracePeriodSeconds: podGracePeriodSeconds,
    },
    columns: podColumns,
    selectableFields: {
      'spec.nodeName': ({ spec }) => spec?.nodeName ?? '',
      'spec.host': ({ spec }) => spec?.nodeName ?? '',
      'spec.restartPolicy': ({ spec }) => spec?.restartPolicy ?? '',
      'spec.schedulerName': ({ spec }) => spec?.schedulerName ?? '',
      'spec.serviceAccountName': ({ spec }) => spec?.serviceAccountName ?? '',
      'spec.hostNetwork': ({ spec }) => String(spec?.hostNetwork === true),
      'status.phase': ({ status }) => status?.phase ?? '',
      'status.podIP': ({ status }) => status?.podIPs?.[0]?.ip ?? status?.podIP ?? '',
      'status.podIPs': ({ status }) => (status?.podIPs ?? []).map(({ ip }) => ip).join(','),
      'status.nominatedNodeName': ({ status }) => status?.nominatedNodeName ?? '',
    },
    subresources: {
      status: podStatus(rules, defaults),
      ephemeralcontainers: podEphemeralContainers(rules, defaults),
      resize: podResize(rules, defaults),
      binding: podBinding,
      eviction: podEviction,
      log: { ...stream('Pod', ['get']), isRead: true },
      exec: stream('PodExecOptions', ['create', 'get']),
      attach: stream('PodAttachOptions', ['create', 'get']),
      portforward: stream('PodPortForwardOptions', ['create', 'get']),
      proxy: stream('PodProxyOptions', ['create', 'delete', 'get', 'patch', 'update']),
    },
  }
}

function stream(kind: string, verbs: readonly Verb[]): ConnectSubresource {
  return { type: 'connect', verbs, kind: { group: '', version: 'v1', kind } }
}

/** Fills what a pod left out. */
function defaultPod(next: Mutable<Pod>, rules: PodRules): void {
  const spec = (next.spec ??= { containers: [] }) as Mutable<PodSpec>
  spec.containers ??= []
  dropInitContainerAnnotations(next.metadata, rules)
  defaultPodSpec(spec, rules.gates)
  defaultPodOnly(spec, rules.gates)
  if (next.status) syncPodIps(next.status)
}

/** A negative grace period is one second. */
function raiseGracePeriod(spec: Mutable<PodSpec>): void {
  if ((spec.terminationGracePeriodSeconds ?? 0) < 0) spec.terminationGracePeriodSeconds = 1
}

function prepareForCreate(next: Mutable<Pod>, rules: PodRules, context: StrategyContext): void {
  const spec = specOf(next)
  dropDisabledFields(spec, undefined, rules)
  raiseGracePeriod(spec)
  startGeneration(next)
  // upstream: a QoS class that was sent stays.
  next.status = { phase: 'Pending', qosClass: next.status?.qosClass || qosClass(spec) }
  if (spec.schedulingGates?.length) {
    const message = 'Scheduling is blocked due to non-empty scheduling gates'
    const condition = { type: 'PodScheduled', status: 'False', reason: 'SchedulingGated', message }
    setPodCondition(next.status, condition, context.clock)
  }
  if (spec.affinity || spec.topologySpreadConstraints) applyLabelKeys(spec, next.metadata.labels)
  if (next.metadata.annotations) applyAppArmorAnnotations(next, rules, context)
}

/**
 * The grace a pod gets: what was asked for, else its own; none where it is on no node or has ended. One second where it
 * says less than none.
 */
// upstream: registry/core/pod/strategy.go, CheckGracefulDelete
function podGracePeriodSeconds(live: Pod, requested: number | undefined): number {
  const phase = live.status?.phase
  if (!live.spec?.nodeName || phase === 'Failed' || phase === 'Succeeded') return 0
  const period = requested ?? live.spec.terminationGracePeriodSeconds ?? 0
  return period < 0 ? 1 : period
}
