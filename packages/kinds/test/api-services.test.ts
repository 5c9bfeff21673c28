import { describe, expect, it } from 'vitest'
import { cells, create, update, type Loose } from './write.ts'

const kind = 'apiregistration.k8s.io/v1/APIService'
const bundle = Buffer.from('four').toString('base64')
const local = (spec: object = {}, name = 'v1.example.dev'): object => ({
  metadata: { name },
  spec: { group: 'example.dev', version: 'v1', groupPriorityMinimum: 1000, versionPriority: 15, ...spec },
})
const remote = (spec: object = {}): object => local({ service: { namespace: 'n', name: 's' }, ...spec })

describe('registrations of servers', () => {
  it.each<[string, object, string[]]>([
    ['a local one', local(), []],
    ['a remote one', remote({ caBundle: bundle }), []],
    ['a remote one that is not verified', remote({ insecureSkipTLSVerify: true }), []],
    ['the core group', local({ group: '', version: 'v1' }, 'v1.'), []],
    [
      'another version without a group',
      local({ group: '', version: 'v2' }, 'v2.'),
      ['spec.group: Required value: only v1 may have an empty group and it better be legacy kube'],
    ],
    [
      'another name',
      local({}, 'example'),
      ['metadata.name: Invalid value: "example": must be `spec.version+"."+spec.group`: "v1.example.dev"'],
    ],
    ['a name that is none', local({}, 'a/b'), ['metadata.name: Invalid value: "a/b": may not contain \'/\'']],
    [
      'a version that is no label',
      local({ version: 'V1' }, 'V1.example.dev'),
      [
        "spec.version: Invalid value: \"V1\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
      ],
    ],
    [
      'a group that is no domain',
      local({ group: 'Example' }, 'v1.Example'),
      [
        "spec.group: Invalid value: \"Example\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      ],
    ],
    ['the highest priorities', local({ groupPriorityMinimum: 20_000, versionPriority: 1000 }), []],
    [
      'priorities of nothing',
      local({ groupPriorityMinimum: 0, versionPriority: 0 }),
      [
        'spec.groupPriorityMinimum: Invalid value: 0: must be positive and less than 20000',
        'spec.versionPriority: Invalid value: 0: must be positive and less than 1000',
      ],
    ],
    [
      'priorities that are too high',
      local({ groupPriorityMinimum: 20_001, versionPriority: 1001 }),
      [
        'spec.groupPriorityMinimum: Invalid value: 20001: must be positive and less than 20000',
        'spec.versionPriority: Invalid value: 1001: must be positive and less than 1000',
      ],
    ],
    [
      'a local one with what remote ones have',
      local({ caBundle: bundle, insecureSkipTLSVerify: true }),
      [
        'spec.caBundle: Invalid value: "4 bytes": local APIServices may not have a caBundle',
        'spec.insecureSkipTLSVerify: Invalid value: true: local APIServices may not have insecureSkipTLSVerify',
      ],
    ],
    [
      'a service without names',
      remote({ service: {} }),
      ['spec.service.namespace: Required value', 'spec.service.name: Required value'],
    ],
    [
      'a bundle that is not used',
      remote({ caBundle: bundle, insecureSkipTLSVerify: true }),
      ['spec.insecureSkipTLSVerify: Invalid value: true: may not be true if caBundle is present'],
    ],
  ])('judges %s', (_what, given, errors) => {
    expect(create(kind, given).errors).toEqual(errors)
  })

  it('takes a local one for available at once, whatever its author says, and asks of a remote one later', () => {
    const { conditions } = create(kind, { ...local(), status: { conditions: [] } }).object.status
    expect(conditions).toEqual([
      {
        type: 'Available',
        status: 'True',
        reason: 'Local',
        message: 'Local APIServices are always available',
        lastTransitionTime: expect.any(String),
      },
    ])
    expect(create(kind, remote()).object.status).toEqual({})
  })

  it('reaches a service at port 443 where it does not say', () => {
    expect(create(kind, remote()).object.spec.service.port).toBe(443)
    expect(create(kind, remote({ service: { namespace: 'n', name: 's', port: 8443 } })).object.spec.service.port).toBe(
      8443,
    )
  })

  it('keeps the status on an update, and judges the rest again', () => {
    const live = create(kind, local()).object
    const changed = update(kind, live, (next: Loose) => {
      next.status = {}
      next.spec.versionPriority = 0
    })
    expect(changed.object.status).toEqual(live.status)
    expect(changed.errors).toEqual(['spec.versionPriority: Invalid value: 0: must be positive and less than 1000'])
  })

  it('changes nothing but the status through /status, and refuses answers that are none', () => {
    const live = create(kind, local()).object
    const changed = update(
      kind,
      live,
      (next: Loose) => {
        next.spec.versionPriority = 0
        next.metadata.labels = { a: 'b' }
        next.status.conditions[0].status = 'Maybe'
      },
      { subresource: 'status' },
    )
    expect(changed.object.spec).toEqual(live.spec)
    expect(changed.object.metadata.labels).toBeUndefined()
    expect(changed.errors).toEqual([
      'status.conditions[0].status: Unsupported value: "Maybe": supported values: "True", "False", "Unknown"',
    ])
  })

  it.each<[string, object, object]>([
    ['local', create(kind, local()).object, { Service: 'Local', Available: 'True' }],
    ['remote, not looked at yet', remote(), { Service: 'n/s', Available: 'Unknown' }],
    [
      'remote, not there',
      { ...remote(), status: { conditions: [{ type: 'Available', status: 'False', reason: 'ServiceNotFound' }] } },
      { Service: 'n/s', Available: 'False (ServiceNotFound)' },
    ],
    [
      'remote, without a reason',
      { ...remote(), status: { conditions: [{ type: 'Available', status: 'False' }] } },
      { Service: 'n/s', Available: 'False' },
    ],
  ])('prints one that is %s', (_what, object, expected) => {
    expect(cells(kind, object)).toMatchObject(expected)
  })
})
