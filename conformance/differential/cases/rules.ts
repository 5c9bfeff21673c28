import type { Case, Step } from './case.ts'
import { set } from './mutate.ts'
import { compositions } from './ruled/compositions.ts'
import { credentials } from './ruled/credentials.ts'
import { pools } from './ruled/pools.ts'
import { queues } from './ruled/queues.ts'
import { routes } from './ruled/routes.ts'
import type { Changes, RuledDefinition } from './ruled/ruled-definition.ts'

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

/** CRDs with many rules. */
export const ruledDefinitions: readonly RuledDefinition[] = [routes, queues, pools, compositions, credentials]

/** Creates a CRD with rules and an object that keeps them. */
export function makeRuled(group: string, definition: RuledDefinition): Case {
  const { plural, good } = definition
  return {
    name: `make ${plural}`,
    kind: 'crd',
    steps: [
      { method: 'POST', path: crds, body: crdOf(group, definition) },
      {
        method: 'POST',
        path: `/apis/${group}/v1/${plural}`,
        afterMs: 4000,
        body: objectOf(group, definition, 'p', good),
      },
    ],
  }
}

/** Objects that keep and break the rules of a CRD; nothing is stored. Field managers say what is changed. */
export function ruledObjects(group: string, definition: RuledDefinition): Case {
  const { plural, good, creates, updates } = definition
  const collection = `/apis/${group}/v1/${plural}`
  const created = Object.entries(creates).map(([name, changes]): Step => ({
    method: 'POST',
    path: `${collection}?dryRun=All&fieldManager=${name}`,
    body: objectOf(group, definition, 'p-new', change(good, changes)),
  }))
  const updated = Object.entries(updates).map(([name, changes]): Step => ({
    method: 'PATCH',
    path: `${collection}/p?dryRun=All&fieldManager=${name}`,
    type: 'application/json-patch+json',
    body: Object.entries(changes).map(([path, value]) => operation(good, path, value)),
  }))
  return { name: `rules of ${plural}`, kind: 'crd', steps: [...created, ...updated] }
}

/** CRDs whose rules are wrong, or may cost too much. */
export function badRules(group: string): Case {
  const text = { type: 'string', maxLength: 10 }
  const ruled = (schema: object, ...rules: readonly object[]): object => ({
    ...schema,
    'x-kubernetes-validations': rules,
  })
  const list = { type: 'array', items: { type: 'string' } }
  const schemas: Readonly<Record<string, object>> = {
    'unknown-field': ruled({ type: 'object', properties: { a: text } }, { rule: 'self.b == 1' }),
    'no-condition': ruled(text, { rule: 'self' }),
    syntax: ruled(text, { rule: 'self ==' }),
    constant: ruled(text, { rule: "int('x') == 1" }),
    message: ruled(text, { rule: "self == 'x'", messageExpression: '1' }),
    'empty-rule': ruled(text, { rule: ' ' }),
    'unused-old-self': ruled(text, { rule: "self == 'x'", optionalOldSelf: true }),
    'old-self-in-list': { type: 'array', maxItems: 3, items: ruled(text, { rule: 'self == oldSelf' }) },
    cost: { type: 'array', maxItems: 1_000_000, items: ruled(text, { rule: 'self + self == self' }) },
    'quadratic-cost': ruled(
      { type: 'object', properties: { list } },
      { rule: 'self.list.all(x, self.list.exists(y, y == x))' },
    ),
    'total-cost': ruled({
      type: 'array',
      maxItems: 900_000,
      items: ruled(
        text,
        ...Array.from({ length: 12 }, (_, index) => ({ rule: `self.size() < ${index} || self != 'x' || self != 'y'` })),
      ),
    }),
    'message-cost': ruled(
      { type: 'object', properties: { list } },
      { rule: 'true', messageExpression: "self.list.join(', ')" },
    ),
    'bad-default': ruled({ type: 'integer', default: 3 }, { rule: 'self > 5', message: 'too small' }),
    reason: ruled(text, { rule: 'true', reason: 'Other' }),
    path: ruled(text, { rule: 'true', fieldPath: '.a' }),
  }
  const steps = Object.entries(schemas).map(([name, a]): Step => ({
    method: 'POST',
    path: `${crds}?dryRun=All&fieldManager=${name}`,
    body: crdOf(group, { ...routes, plural: 'bads', kind: 'Bad', spec: { type: 'object', properties: { a } } }),
  }))
  return { name: 'bad rules', kind: 'crd', steps }
}

function crdOf(group: string, { plural, kind, spec, status, rules = [] }: RuledDefinition): object {
  const properties = { spec, ...(status === undefined ? {} : { status }) }
  const root = { type: 'object', properties, ...(rules.length === 0 ? {} : { 'x-kubernetes-validations': rules }) }
  const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: root } }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: { group, scope: 'Cluster', names: { plural, kind }, versions: [version] },
  }
}

function objectOf(group: string, { kind }: RuledDefinition, name: string, spec: unknown): object {
  return { apiVersion: `${group}/v1`, kind, metadata: { name }, spec }
}

function change(good: RuledDefinition['good'], changes: Changes): unknown {
  return Object.entries(changes).reduce<unknown>((object, [path, value]) => {
    const steps = stepsOf(path)
    if (steps.at(-1) !== '-') return set(object, steps, value)
    const list = steps.slice(0, -1)
    return set(object, list, [...((at(object, list) as readonly unknown[] | undefined) ?? []), value])
  }, good)
}

function operation(good: unknown, path: string, value: unknown): object {
  const steps = stepsOf(path)
  const pointer = `/spec/${steps.map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`
  if (value === undefined) return { op: 'remove', path: pointer }
  return { op: at(good, steps) === undefined ? 'add' : 'replace', path: pointer, value }
}

function stepsOf(path: string): readonly (string | number)[] {
  return path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))
}

function at(object: unknown, steps: readonly (string | number)[]): unknown {
  return steps.reduce<unknown>(
    (value, step) => (value as Readonly<Record<string | number, unknown>> | undefined)?.[step],
    object,
  )
}
