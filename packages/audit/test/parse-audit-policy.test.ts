import { kubernetesVocabulary } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { parseAuditPolicy } from '../src/index.ts'

describe('parseAuditPolicy', () => {
  const parse = (rules: unknown): unknown =>
    parseAuditPolicy({ apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules }, kubernetesVocabulary)

  it.each([
    [[{ level: 'Some' }], 'rules[0].level: must be one of None, Metadata, Request, RequestResponse'],
    [[], 'rules: an audit policy needs at least one rule'],
    [[{ level: 'None', typo: 1 }], 'rules[0].typo: unknown field'],
    [[{ level: 'None', users: 'jane' }], 'rules[0].users: must be a list'],
    [
      [{ level: 'None', resources: [{ group: '' }], nonResourceURLs: ['/x'] }],
      'rules[0].nonResourceURLs: rules cannot apply to both regular resources and non-resource URLs',
    ],
    [[{ level: 'None', nonResourceURLs: ['/a*b'] }], 'rules[0].nonResourceURLs: "/a*b" must begin with a slash'],
    [[{ level: 'None', omitStages: ['Never'] }], 'rules[0].omitStages: must be of'],
    [[{ level: 'None', resources: [{ group: 1 }] }], 'rules[0].resources[0].group: must be a string'],
  ])('refuses %j', (rules, message) => {
    expect(() => parse(rules)).toThrow(message)
  })
})
