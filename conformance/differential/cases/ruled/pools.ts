import { integer, keyed, object, ruled, text, type RuledDefinition } from './ruled-definition.ts'

const immutable = { rule: 'self == oldSelf', message: 'Value is immutable' }

/** Pools of machines. */
export const pools: RuledDefinition = {
  plural: 'pools',
  kind: 'Pool',
  spec: ruled(
    object(
      {
        clusterName: ruled(text(63), immutable),
        version: ruled(
          text(64),
          { rule: "self.startsWith('v')", message: 'must begin with v' },
          { rule: "!self.startsWith('v') || isSemver(self.substring(1))", message: 'must be a semantic version' },
          {
            rule: '!isSemver(self, true) || !isSemver(oldSelf, true) || semver(self, true).major() >= semver(oldSelf, true).major()',
            message: 'major version must not fall',
          },
        ),
        replicas: ruled({ ...integer, default: 1 }, 'self >= 0'),
        maxUnhealthy: ruled(
          { 'x-kubernetes-int-or-string': true, maxLength: 8 },
          {
            rule: "type(self) == int ? self >= 0 : self.matches('^[0-9]{1,3}%$')",
            message: 'must be a number or a percentage',
          },
        ),
        range: ruled(text(20, { pattern: '^\\[[0-9]+-[0-9]+\\]$' }), {
          rule: "int(self.find('[0-9]+')) <= int(self.findAll('[0-9]+')[1])",
          message: 'range must not be empty',
        }),
        bootstrap: ruled(
          object({
            config: object({ name: text(63) }, ['name']),
            secret: ruled(text(253), {
              rule: 'optional.none() == oldSelf || self == oldSelf.value()',
              optionalOldSelf: true,
              message: 'secret cannot change',
            }),
          }),
          {
            rule: '[has(self.config), has(self.secret)].exists_one(x, x)',
            message: 'exactly one of config and secret must be set',
          },
        ),
        infrastructure: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
          ...ruled(
            {},
            {
              rule: "self.apiVersion.startsWith('infra.') && self.metadata.name.size() > 0",
              message: 'must be an infrastructure template with a name',
            },
          ),
        },
        variables: keyed(
          'name',
          ruled(
            object({ name: text(63), value: text(63), 'defined-from': text(63) }, ['name']),
            { rule: "self.name != 'builtin'", message: 'reserved', fieldPath: '.name' },
            {
              rule: "!has(self.defined__dash__from) || self.defined__dash__from.startsWith('patch')",
              message: 'unknown source',
              fieldPath: "['defined-from']",
            },
            { rule: '!has(oldSelf.value) || has(self.value)', message: 'a value cannot be removed' },
          ),
          8,
        ),
        labels: ruled(
          { type: 'object', maxProperties: 8, additionalProperties: text(63) },
          {
            rule: 'self.all(k, !format.qualifiedName().validate(k).hasValue())',
            message: 'keys must be qualified names',
          },
          {
            rule: 'self.all(k, v, !format.labelValue().validate(v).hasValue())',
            message: 'values must be label values',
          },
        ),
        drain: object({
          timeout: { type: 'string', format: 'duration' },
          volumes: { type: 'string', format: 'duration' },
        }),
        namespace: text(63),
      },
      ['clusterName'],
    ),
    {
      rule: "!has(self.drain) || !has(self.drain.timeout) || self.drain.timeout <= duration('1h')",
      messageExpression: "self.drain.timeout > duration('2h') ? 'drain takes hours' : 'drain takes more than an hour'",
      fieldPath: '.drain.timeout',
    },
    {
      rule: "!has(self.__namespace__) || self.__namespace__ == ''",
      message: 'namespace is not used',
      reason: 'FieldValueForbidden',
      fieldPath: '.namespace',
    },
    {
      rule: "!has(self.version) || !has(self.bootstrap) || !has(self.bootstrap.secret) || self.bootstrap.secret.endsWith(self.version.replace('.', '-'))",
      message: 'secret must be that of the version',
    },
  ),
  rules: [{ rule: "self.metadata.name.startsWith('p')", message: 'name must begin with p' }],
  good: {
    clusterName: 'c1',
    version: 'v1.36.3',
    bootstrap: { config: { name: 'b' } },
    variables: [{ name: 'cni', value: 'x' }],
    infrastructure: { apiVersion: 'infra.example.dev/v1', kind: 'Template', metadata: { name: 't' }, spec: { a: 1 } },
  },
  creates: {
    good: {},
    'version-without-v': { version: '1.36.3' },
    'version-of-two-parts': { version: 'v1.36' },
    'negative-replicas': { replicas: -1 },
    percentage: { maxUnhealthy: '40%' },
    'bad-percentage': { maxUnhealthy: '40' },
    'negative-number': { maxUnhealthy: -1 },
    range: { range: '[2-5]' },
    'empty-range': { range: '[5-2]' },
    'bad-range': { range: '5-2' },
    'no-bootstrap': { bootstrap: {} },
    'both-bootstraps': { 'bootstrap.secret': 's-v1-36-3' },
    'secret-bootstrap': { bootstrap: { secret: 's-v1-36-3' } },
    'other-secret': { bootstrap: { secret: 's' } },
    'other-template': { 'infrastructure.apiVersion': 'v1' },
    'nameless-template': { 'infrastructure.metadata': {} },
    'untyped-template': { 'infrastructure.kind': undefined },
    builtin: { 'variables.0.name': 'builtin' },
    'unknown-source': { 'variables.0.defined-from': 'x' },
    'patch-source': { 'variables.0.defined-from': 'patch-a' },
    labels: { labels: { 'a.b/c': 'd' } },
    'bad-key': { labels: { 'a b': 'd' } },
    'bad-value': { labels: { a: 'd e' } },
    drain: { drain: { timeout: '30m' } },
    'long-drain': { drain: { timeout: '90m' } },
    namespace: { namespace: 'x' },
  },
  updates: {
    'other-cluster': { clusterName: 'c2' },
    upgrade: { version: 'v2.0.0' },
    downgrade: { version: 'v0.9.0' },
    'to-secret': { bootstrap: { secret: 's-v1-36-3' } },
    'remove-value': { 'variables.0.value': undefined },
    'other-variable': { 'variables.0': { name: 'dns' } },
    'more-variables': { 'variables.-': { name: 'dns' } },
  },
}
