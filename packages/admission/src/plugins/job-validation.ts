import { quote, thenMaybe } from '@pinnace/meta'
import type { Job } from '@pinnace/types/batch-v1'
import type { PodGroup } from '@pinnace/types/scheduling-v1alpha2'
import type { BuiltInPlugin } from '../built-in-plugin.ts'
import { refusal } from '../refusal.ts'

/** Rejects changes of the parallelism of a job whose pods are scheduled together as a gang. */
// upstream: plugin/pkg/admission/job
export const jobValidation: BuiltInPlugin = {
  name: 'JobValidation',
  isDefault: false,
  isDefaultIn: 'kubernetes',
  create({ objects, vocabulary, isEnabled }) {
    const podGroups = { group: vocabulary.group('scheduling'), resource: 'podgroups' }
    // WorkloadWithJob, the other gate of the plugin, cannot be on without this one.
    const isActive = isEnabled?.('GenericWorkload') ?? true
    return {
      name: 'JobValidation',
      handles: (operation) => isActive && operation === 'UPDATE',
      resources: [{ group: 'batch', resource: 'jobs' }],
      validate(attributes) {
        if (attributes.subresource !== '') return
        const next = attributes.object as Job
        const live = attributes.oldObject as Job
        if (next.spec?.parallelism === live.spec?.parallelism) return
        const { namespace } = attributes
        const refuseGang = ({ metadata, spec }: PodGroup): void => {
          if (spec.schedulingPolicy.gang === undefined) return
          const problem = 'cannot change parallelism for a Job referencing gang-scheduled PodGroup'
          throw refusal(attributes, `${problem} ${quote(metadata.name ?? '')}`)
        }
        const named = live.spec?.template.spec?.schedulingGroup?.podGroupName
        if (named !== undefined) {
          return thenMaybe(objects.get<PodGroup>(podGroups, namespace, named), (group) => group && refuseGang(group))
        }
        return thenMaybe(objects.list<PodGroup>(podGroups, namespace), (groups) => {
          for (const group of groups) if (isControlledBy(group, live)) refuseGang(group)
        })
      },
    }
  },
}

function isControlledBy({ metadata }: PodGroup, owner: Job): boolean {
  const controller = metadata.ownerReferences?.find((reference) => reference.controller === true)
  return controller !== undefined && controller.uid === owner.metadata.uid
}
