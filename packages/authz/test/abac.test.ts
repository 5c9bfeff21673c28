import { describe, expect, it } from 'vitest'
import { kubernetesVocabulary, platformVocabulary } from '@pinnace/meta'
import { AbacPolicyError, createAbacAuthorizer, createAbacRuleResolver, parseAbacPolicies } from '../src/index.ts'
import { attributes, user } from './support/attributes.ts'

const head = '"apiVersion": "abac.authorization.kubernetes.io/v1beta1", "kind": "Policy"'
const line = (spec: object): string => `{${head}, "spec": ${JSON.stringify(spec)}}`
const parse = (...lines: string[]) => parseAbacPolicies(lines.join('\n'), 'policy.jsonl', kubernetesVocabulary)

const everything = { namespace: '*', resource: '*', apiGroup: '*' }
const alice = user('alice', 'team', 'system:authenticated')

describe('createAbacAuthorizer', () => {
  const cases: readonly (readonly [title: string, spec: object, allowed: string[], refused: string[]])[] = [
    [
      'everything',
      { user: 'alice', ...everything },
      ['get pods@n', 'delete apps:deployments x@n', 'get nodes'],
      ['get /healthz'],
    ],
    [
      'everything, to read',
      { user: 'alice', ...everything, readonly: true },
      ['get pods x@n', 'list pods@n', 'watch nodes'],
      ['create pods@n', 'deletecollection pods@n', 'patch pods x@n'],
    ],
    [
      'a namespace',
      { user: 'alice', ...everything, namespace: 'n' },
      ['get pods@n', 'delete secrets x@n'],
      ['get pods@m', 'get nodes'],
    ],
    ['no namespace', { user: 'alice', ...everything, namespace: '' }, ['get nodes'], ['get pods@n']],
    [
      'a resource',
      { user: 'alice', ...everything, resource: 'pods' },
      ['get pods@n', 'get pods/log x@n', 'get apps:pods'],
      ['get secrets@n'],
    ],
    [
      'a group',
      { user: 'alice', ...everything, apiGroup: 'apps' },
      ['get apps:deployments@n'],
      ['get pods@n', 'get batch:jobs@n'],
    ],
    ['the core group', { user: 'alice', namespace: '*', resource: '*' }, ['get pods@n'], ['get apps:deployments@n']],
    ['nothing', { user: 'alice' }, [], ['get pods@n', 'get /']],
    [
      'a path',
      { user: 'alice', nonResourcePath: '/healthz' },
      ['get /healthz', 'post /healthz'],
      ['get /healthz/x', 'get pods'],
    ],
    ['paths', { user: 'alice', nonResourcePath: '/api/*' }, ['get /api/', 'get /api/v1'], ['get /api', 'get /apis']],
    ['every path', { user: 'alice', nonResourcePath: '*' }, ['get /', 'delete /x'], ['get pods']],
    [
      'every path, to read',
      { user: 'alice', nonResourcePath: '*', readonly: true },
      ['get /x'],
      ['post /x', 'head /x'],
    ],
    ['a user group', { group: 'team', ...everything }, ['get pods@n'], []],
    ['another user group', { group: 'teams', ...everything }, [], ['get pods@n']],
    ['a user and a group', { user: 'alice', group: 'team', ...everything }, ['get pods@n'], []],
    ['a user and another group', { user: 'alice', group: 'x', ...everything }, [], ['get pods@n']],
    ['another user and the group', { user: 'bob', group: 'team', ...everything }, [], ['get pods@n']],
    ['every user', { user: '*', ...everything }, ['get pods@n'], []],
    ['every group', { group: '*', ...everything }, ['get pods@n'], []],
    ['no user', everything, [], ['get pods@n']],
  ]

  it.each(
    cases.flatMap(([title, spec, allowed, refused]) => [
      ...allowed.map((text) => ({ title, spec, text, effect: 'allow' })),
      ...refused.map((text) => ({ title, spec, text, effect: 'noOpinion' })),
    ]),
  )('$title: $text – $effect', ({ spec, text, effect }) => {
    expect(createAbacAuthorizer(parse(line(spec)))(attributes(alice, text))).toMatchObject({ effect })
  })

  it('takes `*` as all authenticated users', () => {
    const authorize = createAbacAuthorizer(parse(line({ user: '*', ...everything })))
    const anonymous = user('system:anonymous', 'system:unauthenticated')
    expect(authorize(attributes(anonymous, 'get pods'))).toEqual({ effect: 'noOpinion', reason: 'No policy matched.' })
  })

  it('tries all lines', () => {
    const authorize = createAbacAuthorizer(
      parse(line({ user: 'bob', ...everything }), '', '  # a comment', line({ user: 'alice', nonResourcePath: '*' })),
    )
    expect(authorize(attributes(alice, 'get /x'))).toEqual({ effect: 'allow', reason: '' })
    expect(authorize(attributes(alice, 'get pods'))).toMatchObject({ effect: 'noOpinion' })
  })

  it('reads lines of the first version', () => {
    const of = (text: string) => createAbacAuthorizer(parse(text))
    expect(of('{"user":"alice"}')(attributes(alice, 'get /x'))).toMatchObject({ effect: 'allow' })
    expect(of('{"user":"alice"}')(attributes(alice, 'delete apps:x y@n'))).toMatchObject({ effect: 'allow' })
    expect(of('{"user":"alice","namespace":"n"}')(attributes(alice, 'get /x'))).toMatchObject({ effect: 'noOpinion' })
    expect(of('{"user":"alice","namespace":"n"}')(attributes(alice, 'get pods@m'))).toMatchObject({
      effect: 'noOpinion',
    })
    expect(of('{"readonly":true,"resource":"pods"}')(attributes(alice, 'get pods@m'))).toMatchObject({
      effect: 'allow',
    })
    expect(of('{"readonly":true,"resource":"pods"}')(attributes(user('x'), 'get pods@m'))).toMatchObject({
      effect: 'noOpinion',
    })
  })
})

describe('parseAbacPolicies', () => {
  it.each([
    ['text', 'not json'],
    ['a list', '[]'],
    ['another kind', '{"apiVersion":"abac.authorization.kubernetes.io/v1beta1","kind":"Role","spec":{}}'],
    ['another version', '{"apiVersion":"abac.authorization.kubernetes.io/v2","kind":"Policy","spec":{}}'],
    ['another vocabulary', '{"apiVersion":"abac.authorization.platform.io/v1beta1","kind":"Policy","spec":{}}'],
    ['a misspelled readonly', line({ user: 'a', ...everything, readOnly: true })],
    ['a readonly that is text', line({ user: 'a', ...everything, readonly: 'true' })],
    ['a user that is a number', line({ user: 1, ...everything })],
    ['a field twice', '{"user":"a","user":"b"}'],
    ['a field of the second version in the first', '{"user":"a","nonResourcePath":"*"}'],
  ])('throws for %s, with the line number', (_, text) => {
    const read = (): unknown => parse('# comment', line({ user: 'alice' }), text)
    expect(read).toThrow(AbacPolicyError)
    expect(read).toThrow(/^error reading policy file policy\.jsonl, line 3: /)
  })

  it('parses the names of the vocabulary and Windows line breaks', () => {
    const text = '{"apiVersion":"abac.authorization.platform.io/v1beta1","kind":"Policy","spec":{"user":"a"}}\r\n\r\n'
    expect(parseAbacPolicies(text, 'x', platformVocabulary)).toHaveLength(1)
  })
})

describe('createAbacRuleResolver', () => {
  it('lists the lines for the user that apply in the namespace', () => {
    const review = createAbacRuleResolver(
      parse(
        line({ user: 'alice', ...everything, readonly: true }),
        line({ user: 'alice', namespace: 'm', resource: 'pods' }),
        line({ group: 'team', namespace: '*', nonResourcePath: '/x' }),
        line({ user: 'bob', ...everything }),
      ),
    )(alice, 'n')
    expect(review).toEqual({
      resourceRules: [{ verbs: ['get', 'list', 'watch'], apiGroups: ['*'], resources: ['*'] }],
      nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['/x'] }],
      incomplete: false,
      evaluationError: '',
    })
  })
})
