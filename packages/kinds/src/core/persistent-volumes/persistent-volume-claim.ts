import type { Mutable, Vocabulary } from '@pinnace/meta'
import type { PersistentVolumeClaim, PersistentVolumeClaimSpec } from '@pinnace/types/core-v1-volumes'
import type { KindBehavior } from '../../kind-behavior.ts'
import { persistentVolumeClaimColumns } from '../../columns/volumes.ts'
import { defaultPhase, keepAllButStatus, keepStatus } from '../../status-subresource.ts'
import { normalizeDataSource } from './claim-data-source.ts'
import { validateClaimStatus } from './claim-status.ts'
import { validateClaimChange } from './claim-update.ts'
import { classAnnotationWarnings } from './persistent-volume-warnings.ts'
import { isFraction } from '../pod-spec/resources/quantities.ts'
import { validateClaimSpec } from '../pod-spec/volumes/claim-template.ts'
import { defaultClaimSpec } from '../pod-spec/volumes/default-volume.ts'
import { createPodRules } from '../pod-spec/pod-rules.ts'

/** Persistent volume claims: pending until a volume is found. */
// upstream: registry/core/persistentvolumeclaim/strategy.go
export function persistentVolumeClaim(vocabulary: Vocabulary): KindBehavior<PersistentVolumeClaim> {
  const { groupDomain, labelDomain } = vocabulary
  const rules = createPodRules(vocabulary)
  return {
    strategy: {
      defaults(next: Mutable<PersistentVolumeClaim>) {
        if (next.spec !== undefined) defaultClaimSpec(next.spec)
        defaultPhase(next, 'Pending')
      },
      prepareForCreate(next) {
        next.status = { phase: 'Pending' }
        if (next.spec) normalizeDataSource(next.spec, undefined, groupDomain)
      },
      prepareForUpdate(next, live) {
        keepStatus(next, live)
        if (next.spec) normalizeDataSource(next.spec, live.spec, groupDomain)
      },
      validate: ({ spec = {} }, errors) => validateClaimSpec(spec, 'spec', errors, { rules }),
      validateUpdate(next, live, errors) {
        validateClaimSpec(next.spec ?? {}, 'spec', errors, { rules, anyApiGroup: hasApiGroup(live.spec) })
        validateClaimChange(next, live, labelDomain, errors)
      },
      warnings: (next) => claimWarnings(next, labelDomain),
    },
    subresources: {
      status: {
        type: 'object',
        verbs: ['get', 'patch', 'update'],
        ownedFields: ['status'],
        strategy: {
          resetFields: [['spec']],
          prepareForUpdate: keepAllButStatus,
          validateUpdate: (next, _, errors) => validateClaimStatus(next, rules, errors),
        },
      },
    },
    columns: persistentVolumeClaimColumns(vocabulary),
  }
}

function hasApiGroup(spec: PersistentVolumeClaimSpec | undefined): boolean {
  return typeof spec?.dataSource?.apiGroup === 'string' || typeof spec?.dataSourceRef?.apiGroup === 'string'
}

// upstream: pkg/api/persistentvolumeclaim/util.go, GetWarningsForPersistentVolumeClaim
function claimWarnings({ metadata, spec }: PersistentVolumeClaim, labelDomain: string): readonly string[] {
  const warnings = classAnnotationWarnings(metadata.annotations, labelDomain)
  for (const list of ['requests', 'limits'] as const) {
    const storage = spec?.resources?.[list]?.['storage']
    if (storage === undefined || !isFraction(storage)) continue
    const field = `spec.resources.${list}[storage]`
    warnings.push(`${field}: fractional byte value ${JSON.stringify(storage)} is invalid, must be an integer`)
  }
  return warnings
}
