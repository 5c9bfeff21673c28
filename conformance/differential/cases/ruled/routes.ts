import { boolean, integer, listOf, object, ruled, text, type RuledDefinition } from './ruled-definition.ts'

const reference = ruled(
  object(
    {
      group: text(63, { default: '' }),
      kind: text(63, { default: 'Service' }),
      name: text(63),
      namespace: text(63),
      port: integer,
      weight: { type: 'integer', default: 1 },
    },
    ['name'],
  ),
  {
    rule: "(size(self.group) == 0 && self.kind == 'Service') ? has(self.port) : true",
    message: 'Must have port for Service reference',
  },
)

const path = ruled(
  object({
    type: text(20, { enum: ['Exact', 'PathPrefix', 'RegularExpression'], default: 'PathPrefix' }),
    value: text(256, { default: '/' }),
  }),
  {
    rule: "self.type in ['Exact', 'PathPrefix'] ? self.value.startsWith('/') : true",
    message: "value must be an absolute path and start with '/'",
  },
  {
    rule: "self.type in ['Exact', 'PathPrefix'] ? !self.value.contains('//') : true",
    message: "must not contain '//'",
    fieldPath: '.value',
  },
  {
    rule: "self.type in ['Exact', 'PathPrefix'] ? !self.value.endsWith('/..') : true",
    message: "must not end with '/..'",
  },
  {
    rule: "self.type == 'RegularExpression' || self.value.matches('^(?:[-A-Za-z0-9/._~!$&()*+,;=:@]|[%][0-9a-fA-F]{2})+$')",
    messageExpression: "'value ' + self.value + ' has characters that must be encoded'",
  },
)

const filter = ruled(
  object(
    {
      type: text(30, { enum: ['RequestRedirect', 'URLRewrite', 'RequestMirror', 'HeaderModifier'] }),
      redirect: object({
        hostname: text(253),
        port: integer,
        path: object({ type: text(20), full: text(256), prefix: text(256) }),
      }),
      rewrite: object({ hostname: text(253) }),
      mirror: ruled(
        object({
          percent: integer,
          fraction: object({ numerator: integer, denominator: { type: 'integer', default: 100 } }),
        }),
        {
          rule: '!(has(self.percent) && has(self.fraction))',
          message: 'Only one of percent or fraction may be specified',
        },
      ),
    },
    ['type'],
  ),
  {
    rule: "!(has(self.redirect) && self.type != 'RequestRedirect')",
    message: 'redirect must be nil if the type is not RequestRedirect',
  },
  {
    rule: "!(!has(self.redirect) && self.type == 'RequestRedirect')",
    message: 'redirect must be specified for RequestRedirect',
    reason: 'FieldValueRequired',
    fieldPath: '.redirect',
  },
  {
    rule: "!(has(self.rewrite) && self.type != 'URLRewrite')",
    message: 'rewrite must be nil if the type is not URLRewrite',
  },
  {
    rule: "!(!has(self.mirror) && self.type == 'RequestMirror')",
    message: 'mirror must be specified for RequestMirror',
  },
)

const rule = ruled(
  object({
    name: text(63),
    matches: listOf(
      object({ path, headers: listOf(object({ name: text(64), value: text(128) }, ['name', 'value']), 8) }),
      8,
    ),
    filters: ruled(
      listOf(filter, 8),
      {
        rule: "!(self.exists(f, f.type == 'RequestRedirect') && self.exists(f, f.type == 'URLRewrite'))",
        message: 'May specify either redirect or rewrite, but not both',
        reason: 'FieldValueForbidden',
      },
      {
        rule: "self.filter(f, f.type == 'RequestRedirect').size() <= 1",
        message: 'redirect filter cannot be repeated',
      },
    ),
    backends: listOf(reference, 8),
    timeouts: ruled(object({ request: text(20), backend: text(20) }), {
      rule: "!(has(self.request) && has(self.backend) && duration(self.request) != duration('0s') && duration(self.backend) > duration(self.request))",
      message: 'backend timeout cannot be longer than request timeout',
    }),
  }),
  {
    rule: '(has(self.backends) && size(self.backends) > 0) ? (!has(self.filters) || self.filters.all(f, !has(f.redirect))) : true',
    message: 'redirect filter must not be used together with backends',
  },
)

/** Routes of a gateway. */
export const routes: RuledDefinition = {
  plural: 'routes',
  kind: 'Route',
  spec: object({
    hostnames: listOf(ruled(text(253), { rule: "!self.matches('^[0-9.]+$')", message: 'must not be an address' }), 4),
    parents: ruled(listOf(object({ name: text(63), section: text(63), port: integer }, ['name']), 8), {
      rule: 'self.all(p, self.exists_one(q, q.name == p.name && (has(q.section) ? q.section : "") == (has(p.section) ? p.section : "")))',
      message: 'section must be unique when parents includes 2 or more references to the same parent',
    }),
    useDefaults: boolean,
    rules: ruled(listOf(rule, 8), {
      rule: 'self.all(a, !has(a.name) || self.exists_one(b, has(b.name) && b.name == a.name))',
      message: 'Rule name must be unique within the route',
    }),
  }),
  good: {
    hostnames: ['a.example.com'],
    parents: [{ name: 'gw' }],
    rules: [
      { name: 'one', matches: [{ path: { type: 'Exact', value: '/a' } }], backends: [{ name: 'svc', port: 80 }] },
    ],
  },
  creates: {
    good: {},
    address: { 'hostnames.0': '10.0.0.1' },
    'no-port': { 'rules.0.backends.0.port': undefined },
    'other-kind': { 'rules.0.backends.0': { group: 'x.dev', kind: 'Import', name: 'a' } },
    'relative-path': { 'rules.0.matches.0.path.value': 'a' },
    'double-slash': { 'rules.0.matches.0.path.value': '/a//b' },
    'dots-at-end': { 'rules.0.matches.0.path.value': '/a/..' },
    'odd-character': { 'rules.0.matches.0.path.value': '/a b' },
    encoded: { 'rules.0.matches.0.path.value': '/a%20b' },
    'regular-expression': { 'rules.0.matches.0.path': { type: 'RegularExpression', value: 'a b//' } },
    'unknown-type': { 'rules.0.matches.0.path.type': 'Glob' },
    'redirect-with-backends': { 'rules.0.filters': [{ type: 'RequestRedirect', redirect: { port: 8080 } }] },
    'redirect-without': { 'rules.0.backends': undefined, 'rules.0.filters': [{ type: 'RequestRedirect' }] },
    'wrong-union': { 'rules.0.filters': [{ type: 'HeaderModifier', rewrite: { hostname: 'x' } }] },
    'both-filters': {
      'rules.0.backends': [],
      'rules.0.filters': [
        { type: 'RequestRedirect', redirect: {} },
        { type: 'URLRewrite', rewrite: {} },
      ],
    },
    'redirect-twice': {
      'rules.0.backends': [],
      'rules.0.filters': [
        { type: 'RequestRedirect', redirect: {} },
        { type: 'RequestRedirect', redirect: {} },
      ],
    },
    'mirror-both': {
      'rules.0.filters': [{ type: 'RequestMirror', mirror: { percent: 5, fraction: { numerator: 1 } } }],
    },
    'mirror-none': { 'rules.0.filters': [{ type: 'RequestMirror' }] },
    'long-backend-timeout': { 'rules.0.timeouts': { request: '10s', backend: '1m' } },
    'no-request-timeout': { 'rules.0.timeouts': { request: '0s', backend: '1m' } },
    'bad-timeout': { 'rules.0.timeouts': { request: 'ten', backend: '1m' } },
    'same-parent': { 'parents.-': { name: 'gw' } },
    'same-parent-sections': { 'parents.-': { name: 'gw', section: 'b' } },
    'same-name': { 'rules.-': { name: 'one' } },
    'no-names': { 'rules.-': {}, 'rules.0.name': undefined },
  },
  updates: {
    'more-parents': { 'parents.-': { name: 'other' } },
    'bad-path': { 'rules.0.matches.0.path.value': 'x' },
    'remove-port': { 'rules.0.backends.0.port': undefined },
    'wrong-type': { 'rules.0.backends.0.port': 'x' },
  },
}
