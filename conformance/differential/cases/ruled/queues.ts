import { integer, keyed, listOf, object, ruled, text, type RuledDefinition } from './ruled-definition.ts'

const quota = ruled(
  object(
    {
      name: text(63),
      nominal: { 'x-kubernetes-int-or-string': true, maxLength: 20 },
      borrowing: integer,
      lending: integer,
    },
    ['name', 'nominal'],
  ),
  {
    rule: 'type(self.nominal) == int ? self.nominal >= 0 : quantity(self.nominal).compareTo(quantity("0")) >= 0',
    message: 'nominal must not be negative',
    fieldPath: '.nominal',
  },
  {
    rule: '!has(self.lending) || type(self.nominal) != int || self.lending <= self.nominal',
    messageExpression: "self.lending > 6 ? 'lending far exceeds nominal' : 'lending exceeds nominal'",
  },
)

const group = ruled(
  object(
    {
      covered: listOf(text(63), 8, { 'x-kubernetes-list-type': 'set' }),
      flavors: keyed('name', object({ name: text(63), resources: keyed('name', quota, 8) }, ['name', 'resources']), 8),
    },
    ['covered', 'flavors'],
  ),
  {
    rule: 'self.flavors.all(f, f.resources.size() == self.covered.size())',
    message: 'flavors must have the same number of resources as covered',
  },
  { rule: 'self.flavors.all(f, f.resources.all(r, r.name in self.covered))', message: 'resources must be covered' },
)

/** Queues of workloads with quotas. */
export const queues: RuledDefinition = {
  plural: 'queues',
  kind: 'Queue',
  spec: ruled(
    object({
      cohort: ruled(text(63), { rule: "self.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$')", message: 'must be a label' }),
      strategy: ruled(text(30, { enum: ['StrictFIFO', 'BestEffortFIFO'], default: 'BestEffortFIFO' }), {
        rule: 'self == oldSelf',
        message: 'field is immutable',
      }),
      groups: ruled(listOf(group, 4), {
        rule: 'self.map(g, g.covered.size()).sum() <= 8',
        message: 'at most 8 resources in all groups',
      }),
      preemption: ruled(
        object({
          reclaim: text(20, { default: 'Never' }),
          borrow: object({ policy: text(20, { default: 'Never' }), threshold: integer }),
        }),
        {
          rule: "!(self.reclaim == 'Never' && has(self.borrow) && self.borrow.policy != 'Never')",
          message: 'reclaim=Never and borrow.policy!=Never',
        },
      ),
      window: object({ start: { type: 'string', format: 'date-time' }, end: { type: 'string', format: 'date-time' } }),
      stop: { type: 'string', maxLength: 20, default: 'None' },
    }),
    {
      rule: '!has(self.cohort) && has(self.groups) ? self.groups.all(g, g.flavors.all(f, f.resources.all(r, !has(r.borrowing)))) : true',
      message: 'borrowing must be nil when cohort is empty',
    },
    {
      rule: '!has(self.window) || !has(self.window.start) || !has(self.window.end) || self.window.start < self.window.end',
      message: 'window must not be empty',
    },
    {
      rule: "!has(oldSelf.stop) || oldSelf.stop != 'Hold' || self.stop != 'None'",
      message: 'a held queue must be drained first',
      reason: 'FieldValueForbidden',
      fieldPath: '.stop',
    },
  ),
  status: object({ pending: integer, admitted: integer }),
  rules: [
    {
      rule: '!has(self.status) || !has(self.status.pending) || self.status.pending >= 0',
      message: 'pending must not be negative',
    },
  ],
  good: {
    cohort: 'team',
    groups: [
      { covered: ['cpu'], flavors: [{ name: 'default', resources: [{ name: 'cpu', nominal: 5, borrowing: 2 }] }] },
    ],
  },
  creates: {
    good: {},
    'text-nominal': { 'groups.0.flavors.0.resources.0.nominal': '500m' },
    'negative-nominal': { 'groups.0.flavors.0.resources.0.nominal': -1 },
    'negative-text': { 'groups.0.flavors.0.resources.0.nominal': '-500m' },
    'no-quantity': { 'groups.0.flavors.0.resources.0.nominal': 'many' },
    'large-lending': { 'groups.0.flavors.0.resources.0.lending': 6 },
    'no-cohort': { cohort: undefined },
    'bad-cohort': { cohort: 'Team_1' },
    'not-covered': { 'groups.0.flavors.0.resources.0.name': 'memory' },
    'fewer-resources': { 'groups.0.covered': ['cpu', 'memory'] },
    'two-groups': {
      'groups.-': { covered: ['gpu'], flavors: [{ name: 'g', resources: [{ name: 'gpu', nominal: 1 }] }] },
    },
    'too-many': { 'groups.0.covered': ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'] },
    preemption: { preemption: { borrow: { policy: 'LowerPriority' } } },
    'preemption-any': { preemption: { reclaim: 'Any', borrow: { policy: 'LowerPriority' } } },
    window: { window: { start: '2026-01-01T00:00:00Z', end: '2026-01-02T00:00:00Z' } },
    'empty-window': { window: { start: '2026-01-02T00:00:00Z', end: '2026-01-02T00:00:00.000Z' } },
    'no-time': { window: { start: 'today' } },
    'bad-enum': { strategy: 'Random' },
  },
  updates: {
    strategy: { strategy: 'StrictFIFO' },
    'same-strategy': { strategy: 'BestEffortFIFO' },
    hold: { stop: 'Hold' },
    'more-nominal': { 'groups.0.flavors.0.resources.0.nominal': 9 },
    'no-cohort': { cohort: undefined },
    'lending-beyond': { 'groups.0.flavors.0.resources.0.lending': 7 },
  },
}
