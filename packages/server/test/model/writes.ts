import { call, type Answer } from '../support/call.ts'
import { showContent, toState, type State } from './model.ts'
import type { Content, Operation } from './operations.ts'
import { must } from './properties.ts'
import { describeAnswer, type Expected, type Run } from './run-state.ts'

type WriteOperation = Extract<
  Operation,
  { op: 'create' | 'update' | 'patch' | 'release' | 'delete' | 'deleteCollection' | 'race' }
>

const finalizers = ['example.dev/hold']
const patchTypes = {
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  json: 'application/json-patch+json',
}

/** Does one write, and checks its answer and what it made. */
export async function writes(run: Run, operation: WriteOperation): Promise<void> {
  switch (operation.op) {
    case 'create':
      return create(run, operation)
    case 'update':
      return update(run, operation)
    case 'patch':
      return patch(run, operation)
    case 'release':
      return release(run, operation)
    case 'delete':
      return remove(run, operation)
    case 'deleteCollection':
      return removeCollection(run, operation)
    case 'race':
      return race(run, operation)
  }
}

const collection = (namespace: string): string => `/api/v1/namespaces/${namespace}/configmaps`
const labelsOf = ({ tier }: Content): Record<string, string> => (typeof tier === 'string' ? { tier } : {})
// One key always stays, so that a patch finds the data.
const dataOf = ({ values }: Content): Record<string, string> => ({ keep: 'k', ...(values as Record<string, string>) })

function refused(answer: Answer, status: number): void {
  must('outcome', answer.status === status, () => `${describeAnswer(answer)} instead of ${status}`)
}

/** Checks an answer that says it is done, and what became of it. */
async function done(
  run: Run,
  answer: Answer,
  code: number,
  before: State | undefined,
  after: Omit<State, 'version'>,
): Promise<void> {
  must('outcome', answer.status === code, () => `${describeAnswer(answer)} instead of ${code}`)
  const answered = toState(answer.json)
  const content = { ...after, uid: before?.uid ?? answered.uid, version: 0n }
  must(
    'acknowledged',
    showContent(answered) === showContent(content),
    () => `the answer is ${showContent(answered)}, not ${showContent(content)}`,
  )
  const isGone = before?.deleting === true && !after.held
  if (before !== undefined && !isGone && showContent(before) === showContent(content)) {
    must('unchanged', answered.version === before.version, () => `${before.version} became ${answered.version}`)
    return run.settle([])
  }
  if (!isGone) {
    must(
      'ownVersion',
      answered.version > run.model.newest,
      () => `${answered.version} is not higher than ${run.model.newest}`,
    )
    return run.settle([{ before, after, answered }])
  }
  // What is gone is shown as it was stored.
  return run.settle([{ before, after: undefined }])
}

async function create(run: Run, { at, content, held, dryRun }: Extract<Operation, { op: 'create' }>): Promise<void> {
  const before = run.model.get(at.namespace, at.name)
  const metadata = { name: at.name, labels: labelsOf(content), ...(held ? { finalizers } : {}) }
  const answer = await call(run.server, 'POST', `${collection(at.namespace)}${dryRun ? '?dryRun=All' : ''}`, {
    body: { metadata, data: dataOf(content) },
  })
  if (before !== undefined) refused(answer, 409)
  else if (dryRun) must('outcome', answer.status === 201, () => describeAnswer(answer))
  else
    return done(run, answer, 201, undefined, {
      ...at,
      labels: labelsOf(content),
      data: dataOf(content),
      held,
      deleting: false,
      uid: '',
    })
  return run.settle([])
}

async function update(run: Run, { at, content, from, dryRun }: Extract<Operation, { op: 'update' }>): Promise<void> {
  const before = run.model.get(at.namespace, at.name)
  const version =
    from === 'none'
      ? {}
      : { resourceVersion: from === 'newest' ? String(before?.version ?? 1n) : staleVersion(run, before) }
  const metadata = {
    name: at.name,
    labels: labelsOf(content),
    ...version,
    ...(before?.held === true ? { finalizers } : {}),
  }
  const query = dryRun ? '?dryRun=All' : ''
  const answer = await call(run.server, 'PUT', `${collection(at.namespace)}/${at.name}${query}`, {
    body: { metadata, data: dataOf(content) },
  })
  if (before === undefined) refused(answer, 404)
  else if (from === 'stale') refused(answer, 409)
  else if (dryRun) must('outcome', answer.status === 200, () => describeAnswer(answer))
  else return done(run, answer, 200, before, { ...before, labels: labelsOf(content), data: dataOf(content) })
  return run.settle([])
}

/** The version before the one that is stored. */
function staleVersion({ model }: Run, before: State | undefined): string {
  if (before === undefined) return '1'
  const earlier = model.changes.findLast(({ after, version }) => version < before.version && after?.uid === before.uid)
  return String(earlier?.version ?? before.version - 1n)
}

async function patch(run: Run, { at, content, type }: Extract<Operation, { op: 'patch' }>): Promise<void> {
  const before = run.model.get(at.namespace, at.name)
  const tier = content.tier === undefined ? {} : { labels: { tier: content.tier } }
  const merge = { metadata: tier, data: content.values }
  const body = type === 'json' ? toOperations(before, content) : merge
  const headers = { 'content-type': patchTypes[type] }
  const answer = await call(run.server, 'PATCH', `${collection(at.namespace)}/${at.name}`, { body, headers })
  if (before === undefined) {
    refused(answer, 404)
    return run.settle([])
  }
  const isImpossible =
    type === 'json' &&
    Object.entries(content.values).some(([key, value]) => value === null && !Object.hasOwn(before.data, key))
  if (isImpossible) {
    refused(answer, 422)
    return run.settle([])
  }
  const labels = content.tier === undefined ? before.labels : labelsOf(content)
  const after = { ...before, labels, data: merged(before.data, content.values) }
  return done(run, answer, 200, before, after)
}

function toOperations(before: State | undefined, { tier, values }: Content): readonly object[] {
  const labels =
    tier === undefined ? [] : [{ op: 'add', path: '/metadata/labels', value: typeof tier === 'string' ? { tier } : {} }]
  const data = Object.entries(values).map(([key, value]) =>
    value === null ? { op: 'remove', path: `/data/${key}` } : { op: 'add', path: `/data/${key}`, value },
  )
  return [{ op: 'test', path: '/data/keep', value: before?.data['keep'] ?? 'k' }, ...labels, ...data]
}

function merged(data: State['data'], values: Content['values']): Record<string, string> {
  const result = new Map(Object.entries(data))
  for (const [key, value] of Object.entries(values)) {
    if (value === null) result.delete(key)
    else result.set(key, value)
  }
  return Object.fromEntries(result)
}

async function release(run: Run, { at }: Extract<Operation, { op: 'release' }>): Promise<void> {
  const before = run.model.get(at.namespace, at.name)
  const headers = { 'content-type': patchTypes.merge }
  const answer = await call(run.server, 'PATCH', `${collection(at.namespace)}/${at.name}`, {
    body: { metadata: { finalizers: null } },
    headers,
  })
  if (before !== undefined) return done(run, answer, 200, before, { ...before, held: false })
  refused(answer, 404)
  return run.settle([])
}

async function remove(run: Run, { at, only }: Extract<Operation, { op: 'delete' }>): Promise<void> {
  const before = run.model.get(at.namespace, at.name)
  const preconditions =
    only === 'right' && before !== undefined
      ? { uid: before.uid, resourceVersion: String(before.version) }
      : only === 'other uid'
        ? { uid: 'another' }
        : only === 'stale'
          ? { resourceVersion: staleVersion(run, before) }
          : undefined
  const body = preconditions === undefined ? undefined : { kind: 'DeleteOptions', apiVersion: 'v1', preconditions }
  const answer = await call(run.server, 'DELETE', `${collection(at.namespace)}/${at.name}`, { body })
  if (before === undefined) refused(answer, 404)
  else if (only === 'other uid' || only === 'stale') refused(answer, 409)
  else {
    must('outcome', answer.status === 200, () => describeAnswer(answer))
    return run.settle(deletionOf(before))
  }
  return run.settle([])
}

/** What deleting an object makes of it: nothing, while something holds it and it is being deleted already. */
function deletionOf(before: State): readonly Expected[] {
  if (!before.held) return [{ before, after: undefined }]
  return before.deleting ? [] : [{ before, after: { ...before, deleting: true } }]
}

async function removeCollection(run: Run, { scope }: Extract<Operation, { op: 'deleteCollection' }>): Promise<void> {
  const selector = scope.tier === undefined ? '' : `?labelSelector=tier%3D${scope.tier}`
  const expected = run.model.at(run.model.newest, scope).flatMap(deletionOf)
  const answer = await call(run.server, 'DELETE', `${collection(scope.namespace)}${selector}`)
  must('outcome', answer.status === 200, () => describeAnswer(answer))
  return run.settle(expected)
}

/** Several clients who have read the same version write at once; where nothing is there, all create. */
async function race(run: Run, { at, writers }: Extract<Operation, { op: 'race' }>): Promise<void> {
  const before = run.model.get(at.namespace, at.name)
  const target = collection(at.namespace)
  const attempts = Array.from({ length: writers }, () => {
    const data = { keep: 'k', race: String(run.unique()) }
    if (before === undefined)
      return { data, answer: call(run.server, 'POST', target, { body: { metadata: { name: at.name }, data } }) }
    const metadata = {
      name: at.name,
      labels: before.labels,
      resourceVersion: String(before.version),
      ...(before.held ? { finalizers } : {}),
    }
    return { data, answer: call(run.server, 'PUT', `${target}/${at.name}`, { body: { metadata, data } }) }
  })
  const outcomes = await Promise.all(attempts.map(async ({ data, answer }) => ({ data, answer: await answer })))
  const winners = outcomes.filter(({ answer }) => answer.status < 300)
  const texts = () => outcomes.map(({ answer }) => describeAnswer(answer)).join(', ')
  must('oneWinner', winners.length === 1, texts)
  must('oneWinner', outcomes.filter(({ answer }) => answer.status === 409).length === writers - 1, texts)
  const [{ data, answer }] = winners as [(typeof winners)[number]]
  const after = before ?? { ...at, labels: {}, held: false, deleting: false, uid: '' }
  return done(run, answer, before === undefined ? 201 : 200, before, { ...after, data })
}
