import { boolean, integer, keyed, listOf, object, ruled, text, type RuledDefinition } from './ruled-definition.ts'

const reference = object({ apiVersion: text(100), kind: text(63) }, ['apiVersion', 'kind'])

/** Compositions of resources. */
export const compositions: RuledDefinition = {
  plural: 'compositions',
  kind: 'Composition',
  spec: ruled(
    object(
      {
        mode: text(20, { default: 'Pipeline' }),
        type: ruled(
          reference,
          { rule: 'self == oldSelf', message: 'type is immutable' },
          {
            rule: "self.apiVersion.split('/').size() == 2",
            message: 'apiVersion must have a group',
            fieldPath: '.apiVersion',
          },
        ),
        pipeline: ruled(
          listOf(
            ruled(
              object(
                {
                  step: text(63),
                  function: object({ name: text(63) }, ['name']),
                  input: {
                    type: 'object',
                    'x-kubernetes-preserve-unknown-fields': true,
                    properties: { kind: text(63) },
                  },
                  credentials: keyed(
                    'name',
                    ruled(
                      object(
                        { name: text(63), source: text(20), secret: object({ name: text(63), namespace: text(63) }) },
                        ['name', 'source'],
                      ),
                      {
                        rule: "self.source == 'Secret' ? has(self.secret) : !has(self.secret)",
                        message: 'secret must be set for source Secret only',
                      },
                    ),
                    4,
                  ),
                },
                ['step', 'function'],
              ),
              {
                rule: "!has(self.input) || !has(self.input.kind) || self.input.kind != ''",
                message: 'input must have a kind',
                fieldPath: '.input.kind',
              },
            ),
            10,
          ),
          { rule: 'self.size() >= 1', message: 'at least one step is required', reason: 'FieldValueRequired' },
          {
            rule: 'self.map(s, s.step).distinct().size() == self.size()',
            message: 'steps must have distinct names',
            reason: 'FieldValueDuplicate',
          },
        ),
        patches: listOf(
          ruled(
            object({
              from: text(100),
              to: text(100),
              transforms: listOf(object({ type: text(20), multiply: integer }, ['type']), 4),
            }),
            { rule: 'has(self.from) || has(self.to)', message: 'from or to is required' },
            {
              rule: "!has(self.transforms) || self.transforms.all(i, t, i == 0 || t.type != 'convert')",
              message: 'convert must be the first transform',
            },
            {
              rule: "!has(self.transforms) || self.transforms.filter(t, t.type == 'math').all(t, has(t.multiply) && t.multiply != 0)",
              messageExpression: "'math transforms of ' + (has(self.from) ? self.from : 'nothing') + ' must multiply'",
            },
          ),
          8,
        ),
        readiness: {
          type: 'object',
          maxProperties: 6,
          additionalProperties: ruled(object({ match: text(63), invert: boolean }), {
            rule: 'has(self.match) != has(self.invert)',
            message: 'either match or invert',
          }),
        },
        connection: ruled(listOf(text(63), 16, { 'x-kubernetes-list-type': 'set' }), {
          rule: "sets.contains(['username', 'password', 'endpoint', 'port'], self)",
          message: 'unknown key',
        }),
        url: ruled(text(200), {
          rule: "isURL(self) && url(self).getScheme() == 'https' && url(self).getHostname() != 'localhost'",
          message: 'must be an https URL',
        }),
        revision: ruled(integer, { rule: 'self >= oldSelf', message: 'cannot fall' }),
      },
      ['type'],
    ),
    {
      rule: "self.mode != 'Pipeline' || has(self.pipeline)",
      message: 'a pipeline is required in mode Pipeline',
      reason: 'FieldValueRequired',
      fieldPath: '.pipeline',
    },
    {
      rule: "self.mode in ['Pipeline', 'Resources']",
      messageExpression: "'unknown mode ' + self.mode",
      fieldPath: '.mode',
    },
    {
      rule: "!has(self.connection) || !has(self.url) || 'endpoint' in self.connection",
      message: 'a URL needs the key endpoint',
    },
  ),
  good: {
    type: { apiVersion: 'example.dev/v1', kind: 'XDatabase' },
    pipeline: [{ step: 'a', function: { name: 'f' }, input: { kind: 'In', any: [1, { b: 2 }] } }],
    revision: 3,
  },
  creates: {
    good: {},
    'no-pipeline': { pipeline: undefined },
    'empty-pipeline': { pipeline: [] },
    'resources-mode': { mode: 'Resources', pipeline: undefined },
    'other-mode': { mode: 'Other' },
    'core-type': { 'type.apiVersion': 'v1' },
    'same-steps': { 'pipeline.-': { step: 'a', function: { name: 'g' } } },
    'two-steps': { 'pipeline.-': { step: 'b', function: { name: 'f' } } },
    'input-without-kind': { 'pipeline.0.input.kind': undefined },
    'input-with-empty-kind': { 'pipeline.0.input.kind': '' },
    credentials: { 'pipeline.0.credentials': [{ name: 'c', source: 'Secret', secret: { name: 's', namespace: 'n' } }] },
    'credentials-without-secret': { 'pipeline.0.credentials': [{ name: 'c', source: 'Secret' }] },
    'empty-patch': { patches: [{}] },
    'late-convert': { patches: [{ from: 'a', transforms: [{ type: 'math', multiply: 2 }, { type: 'convert' }] }] },
    'first-convert': { patches: [{ from: 'a', transforms: [{ type: 'convert' }, { type: 'math', multiply: 2 }] }] },
    'math-without-factor': { patches: [{ to: 'a', transforms: [{ type: 'math' }] }] },
    'math-by-zero': { patches: [{ from: 'spec.x', transforms: [{ type: 'math', multiply: 0 }] }] },
    readiness: { readiness: { a: { match: 'x' } } },
    'bad-readiness': { readiness: { 'a/b': { match: 'x', invert: true } } },
    'unknown-key': { connection: ['username', 'token'] },
    'no-endpoint': { connection: ['username'], url: 'https://a.example' },
    url: { connection: ['endpoint'], url: 'https://a.example/x' },
    'http-url': { url: 'http://a.example' },
    'no-url': { url: 'a b' },
    'local-url': { url: 'https://localhost:1' },
  },
  updates: {
    type: { 'type.kind': 'Other' },
    'less-revision': { revision: 2 },
    'more-revision': { revision: 4 },
    'no-revision': { revision: undefined },
    'duplicate-step': { 'pipeline.-': { step: 'a', function: { name: 'g' } } },
  },
}
