import { formatTime, type Mutable, type Vocabulary } from '@pinnace/meta'
import type { PersistentVolume, PersistentVolumeSpec } from '@pinnace/types/core-v1-volumes'
import type { KindBehavior } from '../../kind-behavior.ts'
import { persistentVolumeColumns } from '../../columns/volumes.ts'
import { defaultPhase, keepAllButStatus, keepStatus } from '../../status-subresource.ts'
import { validateVolumeChange } from './persistent-volume-update.ts'
import { validatePersistentVolume } from './persistent-volume-validation.ts'
import { persistentVolumeWarnings } from './persistent-volume-warnings.ts'
import { roundAmounts } from '../pod-spec/containers/default-container.ts'
import { defaultNetworkSource } from '../pod-spec/volumes/default-volume.ts'
import { createPodRules } from '../pod-spec/pod-rules.ts'

/** Persistent volumes: pending until something binds them, and dated when their phase changes. */
// upstream: registry/core/persistentvolume/strategy.go
export function persistentVolume(vocabulary: Vocabulary): KindBehavior<PersistentVolume> {
  const rules = createPodRules(vocabulary)
  return {
    strategy: {
      defaults(next: Mutable<PersistentVolume>) {
        if (next.spec !== undefined) defaultSpec(next.spec)
        defaultPhase(next, 'Pending')
      },
      prepareForCreate(next, { clock }) {
        next.status = { phase: 'Pending', lastPhaseTransitionTime: formatTime(clock.now()) }
      },
      prepareForUpdate: keepStatus,
      validate: (next, errors) => validatePersistentVolume(next, rules, errors),
      validateUpdate(next, live, errors) {
        const before = errors.list.length
        validatePersistentVolume(next, rules, errors)
        // upstream: the volume and its update are validated one after the other, and both begin with the spec.
        if (errors.list.length > before) {
          for (const { reason, field, message } of errors.list.slice(before)) errors.add(reason, field, message)
        }
        validateVolumeChange(next, live, vocabulary, errors)
      },
      warnings: (next) => persistentVolumeWarnings(next, rules),
    },
    subresources: {
      status: {
        type: 'object',
        verbs: ['get', 'patch', 'update'],
        ownedFields: ['status'],
        strategy: {
          resetFields: [['spec']],
          prepareForUpdate(next, live, { clock }) {
            keepAllButStatus(next, live)
            const { phase, lastPhaseTransitionTime: since } = live.status ?? {}
            // upstream: a write without the time keeps it.
            const isKept = next.status?.phase === phase
            const given = next.status?.lastPhaseTransitionTime
            if (given !== undefined && (isKept || given !== since)) return
            const time = isKept ? since : formatTime(clock.now())
            next.status = { ...next.status, ...(time === undefined ? {} : { lastPhaseTransitionTime: time }) }
          },
        },
      },
    },
    columns: persistentVolumeColumns(vocabulary),
  }
}

// upstream: apis/core/v1/defaults.go, SetDefaults_PersistentVolume and those of the sources
function defaultSpec(spec: Mutable<PersistentVolumeSpec>): void {
  spec.persistentVolumeReclaimPolicy ||= 'Retain'
  spec.volumeMode ??= 'Filesystem'
  defaultVolumeSpec(spec)
}

/** Fills what the spec of a volume leaves out, also where it stands in another object. */
export function defaultVolumeSpec(spec: Mutable<PersistentVolumeSpec>): void {
  if (spec.capacity) roundAmounts(spec.capacity)
  if (spec.hostPath) spec.hostPath.type ??= ''
  defaultNetworkSource(spec)
}
