import type { ApiObject, Mutable } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import type { AdmissionAttributes } from '../../src/index.ts'
import { jobValidation } from '../../src/plugins/job-validation.ts'
import { judgeOf } from '../support/judge.ts'

const group = (name: string, schedulingPolicy: object, controller?: object): ApiObject =>
  ({
    metadata: { name, namespace: 'default', ...(controller && { ownerReferences: [controller] }) },
    spec: { schedulingPolicy },
  }) as unknown as ApiObject
const gang = { gang: { minCount: 2 } }
const stored = [
  group('gang', gang),
  group('basic', { basic: {} }),
  group('owned', gang, { uid: 'owner', controller: true }),
  group('followed', gang, { uid: 'follower' }),
  group('loose', { basic: {} }, { uid: 'loose', controller: true }),
].map((object) => ({ group: 'scheduling.k8s.io', resource: 'podgroups', object }))

type Asked = Partial<AdmissionAttributes> & { readonly isOn?: boolean; readonly parallelism?: number }

const change = async (uid: string, podGroupName: string | undefined, over: Asked = {}): Promise<string | undefined> => {
  const { isOn = true, parallelism = 1, ...rest } = over
  const isEnabled = (gate: string): boolean => gate !== 'GenericWorkload' || isOn
  const { judge } = await judgeOf(jobValidation, { stored, isEnabled })
  const job = (count: number): Mutable<ApiObject> =>
    ({
      metadata: { name: 'j', namespace: 'default', uid },
      spec: { parallelism: count, template: { spec: { ...(podGroupName && { schedulingGroup: { podGroupName } }) } } },
    }) as unknown as Mutable<ApiObject>
  const { refusal } = await judge({
    operation: 'UPDATE',
    resource: { group: 'batch', version: 'v1', resource: 'jobs' },
    namespace: 'default',
    name: 'j',
    object: job(parallelism),
    oldObject: job(2),
    ...rest,
  })
  return refusal?.message
}

describe('JobValidation', () => {
  const refused = (name: string): string =>
    `jobs.batch "j" is forbidden: cannot change parallelism for a Job referencing gang-scheduled PodGroup "${name}"`

  // The message is that of kube-apiserver 1.36.3.
  it.each<[what: string, message: string | undefined, ...Parameters<typeof change>]>([
    ['a gang', refused('gang'), 'x', 'gang'],
    ['a group that is no gang', undefined, 'x', 'basic'],
    ['a group that does not exist', undefined, 'x', 'none'],
    ['a gang that it controls', refused('owned'), 'owner', undefined],
    ['another group, and controls a gang', undefined, 'owner', 'basic'],
    ['a gang that it owns as one of several', undefined, 'follower', undefined],
    ['a group that it controls and that is no gang', undefined, 'loose', undefined],
    ['a gang, with the same parallelism', undefined, 'x', 'gang', { parallelism: 2 }],
    ['a gang, in its status', undefined, 'x', 'gang', { subresource: 'status' }],
    ['a gang, without the gate', undefined, 'x', 'gang', { isOn: false }],
  ])('judges a job of %s: %s', async (_what, message, ...given) => {
    expect(await change(...given)).toBe(message)
  })
})
