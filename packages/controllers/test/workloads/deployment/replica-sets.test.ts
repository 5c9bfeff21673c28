import { platformVocabulary, type ApiObject } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { contentHash } from '../../../src/workloads/content-hash.ts'
import {
  currentAnnotations,
  deploymentNames,
  numberIn,
} from '../../../src/workloads/deployment/deployment-annotations.ts'
import {
  byAge,
  isSameTemplate,
  maxRevision,
  replicasOf,
  splitReplicaSets,
  totalAvailable,
  totalReplicas,
  withoutHash,
} from '../../../src/workloads/deployment/replica-sets.ts'
import { replicaSetsBeyondHistory } from '../../../src/workloads/deployment/revision-history.ts'
import { isRollbackRequested, planRollback } from '../../../src/workloads/deployment/rollback.ts'
import { currentReplicaSet } from '../../../src/workloads/deployment/sync-replica-sets.ts'
import { names, namesOf, replicaSet, secondsAgo, storedDeployment, templateOf } from '../objects.ts'

function revised(name: string, revision: number | undefined, options: Parameters<typeof replicaSet>[1] = {}) {
  const annotations = revision === undefined ? {} : { [names.revision]: String(revision) }
  return replicaSet(name, { annotations, ...options })
}

describe('the replica sets of a deployment', () => {
  it('are split by the template, whose hash label does not count', () => {
    const sets = [replicaSet('a', { tag: 2 }), replicaSet('b', { tag: 1 })]
    const { current, old } = splitReplicaSets(storedDeployment(), sets, names)
    expect(current?.metadata.name).toBe('b')
    expect(namesOf(old)).toEqual(['a'])
  })

  it('are all old when none has the template', () => {
    const { current, old } = splitReplicaSets(storedDeployment(), [replicaSet('a', { tag: 2 })], names)
    expect(current).toBeUndefined()
    expect(namesOf(old)).toEqual(['a'])
  })

  it('have the oldest of several with the template as the current one', () => {
    const sets = [
      replicaSet('newer', { tag: 1, created: secondsAgo(10) }),
      replicaSet('older', { tag: 1, created: secondsAgo(20) }),
    ]
    const { current, old } = splitReplicaSets(storedDeployment(), sets, names)
    expect(current?.metadata.name).toBe('older')
    expect(namesOf(old)).toEqual(['newer'])
  })

  it('are sorted by creation time, then by name', () => {
    const sets = [
      replicaSet('c', { created: secondsAgo(10) }),
      replicaSet('b', { created: secondsAgo(10) }),
      replicaSet('a', { created: secondsAgo(5) }),
    ]
    expect(namesOf(byAge(sets))).toEqual(['b', 'c', 'a'])
    expect(namesOf(sets)).toEqual(['c', 'b', 'a'])
  })

  it('have totals of replicas and available pods', () => {
    const sets = [replicaSet('a', { replicas: 3, available: 1 }), replicaSet('b', { replicas: 2 })]
    expect([totalReplicas(sets), totalAvailable(sets)]).toEqual([5, 3])
    expect([totalReplicas([]), totalAvailable([]), replicasOf({})]).toEqual([0, 0, 0])
  })

  it('have the highest revision', () => {
    expect(maxRevision([revised('a', 3), revised('b', 12), revised('c', undefined)], names)).toBe(12n)
    expect(maxRevision([], names)).toBe(0n)
  })
})

describe('a pod template', () => {
  it('is compared without the hash label', () => {
    const labeled = templateOf(1, { app: 'web', 'pod-template-hash': 'x' })
    expect(isSameTemplate(labeled, templateOf(1), names)).toBe(true)
    expect(isSameTemplate(labeled, templateOf(2), names)).toBe(false)
    expect(isSameTemplate(templateOf(1, { app: 'other' }), templateOf(1), names)).toBe(false)
    expect(isSameTemplate(undefined, { metadata: { labels: {} } }, names)).toBe(true)
  })

  it('loses the hash label and keeps everything else', () => {
    const template = { ...templateOf(1, { app: 'web', 'pod-template-hash': 'x' }) }
    expect(
      withoutHash({ ...template, metadata: { ...template.metadata, annotations: { a: 'b' } } }, names.hashLabel),
    ).toEqual({
      ...templateOf(1),
      metadata: { labels: { app: 'web' }, annotations: { a: 'b' } },
    })
  })

  it('has a hash that does not depend on the order of its fields', () => {
    expect(contentHash({ a: 1, b: { c: [1, 2], d: 'x' } }, undefined)).toBe(
      contentHash({ b: { d: 'x', c: [1, 2] }, a: 1 }, undefined),
    )
    expect(contentHash({ a: 1, b: undefined }, undefined)).toBe(contentHash({ a: 1 }, undefined))
  })

  it('has another hash for other content, another order of a list, and after a collision', () => {
    const hashes = [
      contentHash({ a: [1, 2] }, undefined),
      contentHash({ a: [2, 1] }, undefined),
      contentHash({ a: [1, 2] }, 0),
      contentHash({ a: [1, 2] }, 1),
      contentHash({ a: 12n }, undefined),
      contentHash(null, undefined),
    ]
    expect(new Set(hashes).size).toBe(hashes.length)
    for (const hash of hashes) expect(hash).toMatch(/^[bcdfghjklmnpqrstvwxz2456789]{1,10}$/)
  })
})

describe('annotations of a replica set', () => {
  const of = (annotations: Readonly<Record<string, string>>): Pick<ApiObject, 'metadata'> => ({
    metadata: { annotations },
  })

  it.each<[text: string, expected: number | undefined]>([
    ['7', 7],
    ['-3', -3],
    ['007', 7],
    ['', undefined],
    ['1.5', undefined],
    ['x', undefined],
    ['1234567890123456', undefined],
  ])('are read as an integer: %j', (text, expected) => {
    expect(numberIn(of({ key: text }), 'key')).toBe(expected)
  })

  it('are undefined as an integer when absent', () => {
    expect(numberIn({ metadata: {} }, 'key')).toBeUndefined()
  })

  it('are those of the deployment, without those that are not copied', () => {
    const deployment = of({
      team: 'a',
      'kubectl.kubernetes.io/last-applied-configuration': '{}',
      [names.rollbackTo]: '1',
      [names.revision]: '9',
    })
    expect(currentAnnotations(deployment, of({ own: 'x' }), 2n, names)).toEqual({
      own: 'x',
      team: 'a',
      [names.revision]: '2',
    })
  })

  it('keep a revision that is as high or higher', () => {
    expect(currentAnnotations(of({}), of({ [names.revision]: '5' }), 5n, names)).toEqual({ [names.revision]: '5' })
    expect(currentAnnotations(of({}), of({ [names.revision]: '6' }), 5n, names)).toEqual({ [names.revision]: '6' })
  })

  it('record the earlier revisions of a template that is used again', () => {
    const once = currentAnnotations(of({}), of({ [names.revision]: '1' }), 3n, names)
    expect(once).toEqual({ [names.revision]: '3', [names.revisionHistory]: '1' })
    expect(currentAnnotations(of({}), of(once), 5n, names)[names.revisionHistory]).toBe('1,3')
  })

  it('have names of the vocabulary', () => {
    const platform = deploymentNames(platformVocabulary)
    expect(platform.revision).toBe('deployment.platform.io/revision')
    expect(platform.notCopied.has(platform.maxReplicas)).toBe(true)
    expect(platform.notCopied.has(platform.hashLabel)).toBe(false)
  })
})

describe('the revision history of a deployment', () => {
  const beyond = (limit: number | undefined, ...sets: readonly ReturnType<typeof replicaSet>[]): readonly string[] => {
    const spec = limit === undefined ? {} : { revisionHistoryLimit: limit }
    return namesOf(replicaSetsBeyondHistory(storedDeployment(spec), sets, names))
  }

  it('drops the lowest revisions beyond the limit', () => {
    expect(beyond(1, revised('c', 3), revised('a', 1), revised('b', 2))).toEqual(['a', 'b'])
  })

  it('drops everything with a limit of zero, and nothing within the limit', () => {
    expect(beyond(0, revised('a', 1), revised('b', 2))).toEqual(['a', 'b'])
    expect(beyond(2, revised('a', 1), revised('b', 2))).toEqual([])
  })

  it('keeps ten without a limit', () => {
    const sets = Array.from({ length: 12 }, (_, index) => revised(`s${index}`, index + 1))
    expect(beyond(undefined, ...sets)).toEqual(['s0', 's1'])
  })

  it('keeps replica sets that have or want pods, or whose controller has not seen them', () => {
    expect(beyond(0, revised('a', 1, { replicas: 1 }))).toEqual([])
    expect(beyond(0, revised('a', 1, { replicas: 0, existing: 1 }))).toEqual([])
    expect(beyond(0, revised('a', 1, { generation: 2 }))).toEqual([])
  })

  it('does not count replica sets that are being deleted', () => {
    expect(beyond(1, revised('a', 1, { terminating: true }), revised('b', 2))).toEqual([])
  })

  it('drops the oldest of equal revisions first', () => {
    const sets = [revised('young', 1, { created: secondsAgo(1) }), revised('old', 1, { created: secondsAgo(9) })]
    expect(beyond(1, ...sets)).toEqual(['old'])
  })
})

describe('a rollback', () => {
  const requesting = (revision: string, tag = 3): ReturnType<typeof storedDeployment> =>
    storedDeployment({ template: templateOf(tag) }, { metadata: { annotations: { [names.rollbackTo]: revision } } })
  const sets = [revised('one', 1, { tag: 1 }), revised('two', 2, { tag: 2 }), revised('three', 3, { tag: 3 })]

  it('is requested by an annotation with a number', () => {
    expect(isRollbackRequested(requesting('0'), names)).toBe(true)
    expect(isRollbackRequested(requesting('last'), names)).toBe(false)
    expect(isRollbackRequested(storedDeployment(), names)).toBe(false)
  })

  it.each<[revision: string, tag: number]>([
    ['0', 2],
    ['1', 1],
    ['2', 2],
  ])('to revision %s takes the template of image %i', (revision, tag) => {
    const { template, event } = planRollback(requesting(revision), sets, names)
    expect(template).toEqual(templateOf(tag))
    expect(event).toMatchObject({
      type: 'Normal',
      reason: 'DeploymentRollback',
      note: `Rolled back deployment "web" to revision ${tag}`,
    })
  })

  it.each<[revision: string, known: typeof sets, reason: string, note: string]>([
    ['7', sets, 'DeploymentRollbackRevisionNotFound', 'Unable to find the revision to rollback to.'],
    ['0', sets.slice(0, 1), 'DeploymentRollbackRevisionNotFound', 'Unable to find last revision.'],
    [
      '3',
      sets,
      'DeploymentRollbackTemplateUnchanged',
      'The rollback revision contains the same template as current deployment "web"',
    ],
  ])('to revision %s of %j is refused', (revision, known, reason, note) => {
    const { template, event } = planRollback(requesting(revision), known, names)
    expect(template).toEqual(templateOf(3))
    expect(event).toEqual({ type: 'Warning', reason, note })
  })
})

describe('the replica set that a deployment creates', () => {
  const create = (
    spec: Parameters<typeof storedDeployment>[0],
    old: readonly ReturnType<typeof replicaSet>[] = [],
    status = {},
  ) => currentReplicaSet(storedDeployment(spec, { status }), old, names)

  it('is named after the hash of the template, and selects by it', () => {
    const { metadata, spec } = create({})
    const hash = metadata.labels?.[names.hashLabel] ?? ''
    expect(metadata.name).toBe(`web-${hash}`)
    expect(spec.selector.matchLabels).toEqual({ app: 'web', [names.hashLabel]: hash })
    expect(spec.template?.metadata?.labels).toEqual({ app: 'web', [names.hashLabel]: hash })
    expect(metadata.ownerReferences).toEqual([
      {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        name: 'web',
        uid: 'uid-web',
        controller: true,
        blockOwnerDeletion: true,
      },
    ])
  })

  it('has another name for another template and after a collision', () => {
    const hashes = [create({}), create({ template: templateOf(2) }), create({}, [], { collisionCount: 1 })]
    expect(new Set(namesOf(hashes)).size).toBe(3)
    expect(create({}).metadata.name).toBe(create({ replicas: 3 }).metadata.name)
  })

  it('has the next revision, the size annotations and the room that old pods leave', () => {
    const { metadata, spec } = create({}, [revised('old', 4, { replicas: 10 })])
    expect(metadata.annotations).toEqual({
      [names.revision]: '5',
      [names.desiredReplicas]: '10',
      [names.maxReplicas]: '13',
    })
    expect(spec.replicas).toBe(3)
  })

  it('has the minReadySeconds of the deployment only if that has some', () => {
    expect(create({ minReadySeconds: 5 }).spec.minReadySeconds).toBe(5)
    expect('minReadySeconds' in create({}).spec).toBe(false)
  })
})
