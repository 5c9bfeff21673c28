import { Buffer } from 'node:buffer'
import { formatPem, parseCertificateRequest } from '@pinnace/x509'
import { describe, expect, it } from 'vitest'
import { certificateError } from '../../src/certificates/validate-certificate.ts'
import { cells, create, definitionOf, update, type Loose } from '../write.ts'

// CN=ed, made and signed by OpenSSL with an Ed25519 key; the certificate is signed with the key itself.
const requestDer =
  'MIGMMEACAQAwDTELMAkGA1UEAwwCZWQwKjAFBgMrZXADIQCYm0RVP+6rMGA4M1845vJloc64ElQFC4xMWzm214EW6qAAMAUGAytlcANBAOHCxV26+PRxlWq8UPauHmnVLD3WcrrUA5KCOUAPTxpT6c9vneC0WucYhqwd+8NbeNzHQB2DiJ0nYVrMdHJCtQc='
const certificateDer =
  'MIIBLjCB4aADAgECAhQ57e9do92mj/YTGPud6T4/VTFGKDAFBgMrZXAwDTELMAkGA1UEAwwCZWQwHhcNMjYxMTIxMjAyMTI1WhcNMzYxMTE4MjAyMTI1WjANMQswCQYDVQQDDAJlZDAqMAUGAytlcAMhAJibRFU/7qswYDgzXzjm8mWhzrgSVAULjExbObbXgRbqo1MwUTAdBgNVHQ4EFgQUfSZJV7x2QlGV5ATmoCBN2L+32TYwHwYDVR0jBBgwFoAUfSZJV7x2QlGV5ATmoCBN2L+32TYwDwYDVR0TAQH/BAUwAwEB/zAFBgMrZXADQQA4Q1ND9NawezvNoljuLrbUzYznvxrVTaefSJXlaT57zXVlIRmmCEWvo4I3SC0ssyXgl4rTKLEbf84vKkq3cOAK'

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const requestPem = formatPem('CERTIFICATE REQUEST', Buffer.from(requestDer, 'base64'))
const request = base64(requestPem)
const certificatePem = formatPem('CERTIFICATE', Buffer.from(certificateDer, 'base64'))
const certificate = base64(certificatePem)

const kind = 'certificates.k8s.io/v1/CertificateSigningRequest'
const given = (spec: object = {}): Loose => ({
  metadata: { name: 'a' },
  spec: { request, signerName: 'example.com/x', usages: ['client auth'], ...spec },
})
const now = '2026-01-01T00:00:00Z'
const approved = { type: 'Approved', status: 'True', reason: 'Sure' }
const dated = { ...approved, lastUpdateTime: now, lastTransitionTime: now }
const stored = (status: object = {}): Loose => ({ ...create(kind, given()).object, status })

const allUsages =
  'supported values: "any", "cert sign", "client auth", "code signing", "content commitment", "crl sign", "data encipherment", "decipher only", "digital signature", "email protection", "encipher only", "ipsec end system", "ipsec tunnel", "ipsec user", "key agreement", "key encipherment", "microsoft sgc", "netscape sgc", "ocsp signing", "s/mime", "server auth", "signing", "timestamping"'
const label =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"

describe('a certificate signing request that is made', () => {
  it('says who asked, whatever the client says', () => {
    const user = { username: 'alice', uid: 'u', groups: ['g'], extra: { k: ['v'] } }
    const claimed = { username: 'root', uid: 'x', groups: ['system:masters'], extra: { a: ['b'] } }
    const { object, errors } = create(kind, { ...given(claimed), status: { certificate } }, { user })
    expect(errors).toEqual([])
    expect(object.spec).toEqual({
      request,
      signerName: 'example.com/x',
      usages: ['client auth'],
      username: 'alice',
      uid: 'u',
      groups: ['g'],
      extra: { k: ['v'] },
    })
    expect(object.status).toEqual({})
  })

  it('says nothing of a uid, groups and extra its user has not', () => {
    const { object } = create(kind, given({ uid: 'x', groups: ['y'], extra: { a: ['b'] } }), {
      user: { username: 'bob', uid: '', groups: [], extra: {} },
    })
    expect(object.spec).toEqual({
      request,
      signerName: 'example.com/x',
      usages: ['client auth'],
      username: 'bob',
    })
  })

  const long = `${'a'.repeat(63)}.`.repeat(4)

  it.each<[what: string, spec: object, errors: readonly string[]]>([
    ['all that is needed', {}, []],
    ['every usage', { usages: [...usagesOf(allUsages)] }, []],
    ['ten minutes', { expirationSeconds: 600 }, []],
    [
      'less than ten minutes',
      { expirationSeconds: 599 },
      ['spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 600 seconds (10 minutes)'],
    ],
    ['no usages', { usages: [] }, ['spec.usages: Required value']],
    [
      'an unknown usage',
      { usages: ['client auth', 'tea'] },
      [`spec.usages[1]: Unsupported value: "tea": ${allUsages}`],
    ],
    [
      'a usage twice',
      { usages: ['client auth', 'server auth', 'client auth'] },
      ['spec.usages[2]: Duplicate value: "client auth"'],
    ],
    [
      'a request that is no PEM',
      { request: base64('x') },
      [`spec.request: Invalid value: "${base64('x')}": PEM block type must be CERTIFICATE REQUEST`],
    ],
    [
      'a certificate for a request',
      { request: certificate },
      [`spec.request: Invalid value: "${certificate}": PEM block type must be CERTIFICATE REQUEST`],
    ],
    [
      'two requests',
      { request: base64(requestPem + requestPem) },
      [`spec.request: Invalid value: "${base64(requestPem + requestPem)}": exactly one PEM block is allowed`],
    ],
    [
      'a request not signed with its key',
      { request: forged() },
      [`spec.request: Invalid value: "${forged()}": x509: Ed25519 verification failure`],
    ],
    ['no signer', { signerName: '' }, ['spec.signerName: Required value']],
    [
      'the legacy signer',
      { signerName: 'kubernetes.io/legacy-unknown' },
      [
        'spec.signerName: Invalid value: "kubernetes.io/legacy-unknown": the legacy signerName is not allowed via this API version',
      ],
    ],
    [
      'a signer without a path',
      { signerName: 'example.com' },
      [
        `spec.signerName: Invalid value: "example.com": must be a fully qualified domain and path of the form 'example.com/signer-name'`,
      ],
    ],
    [
      'a signer with two paths',
      { signerName: 'example.com/a/b' },
      [
        `spec.signerName: Invalid value: "example.com/a/b": must be a fully qualified domain and path of the form 'example.com/signer-name'`,
      ],
    ],
    [
      'a signer of one label',
      { signerName: 'example/a' },
      ['spec.signerName: Invalid value: "example": should be a domain with at least two segments separated by dots'],
    ],
    [
      'a signer in capitals',
      { signerName: 'Example.Com/A' },
      [
        `spec.signerName: Invalid value: "Example.Com": validating label "Example": ${label}`,
        `spec.signerName: Invalid value: "A": validating label "A": ${subdomain}`,
      ],
    ],
    [
      'a signer too long',
      { signerName: `${long}com/${'a'.repeat(253)}.${'b'.repeat(63)}` },
      [
        'spec.signerName: Too long: may not be more than 253 bytes',
        'spec.signerName: Too long: may not be more than 571 bytes',
      ],
    ],
    [
      'nothing right',
      { request: '', usages: [], signerName: '' },
      [
        'spec.request: Invalid value: "": PEM block type must be CERTIFICATE REQUEST',
        'spec.usages: Required value',
        'spec.signerName: Required value',
      ],
    ],
  ])('is judged with %s', (_, spec, errors) => {
    expect(create(kind, given(spec)).errors).toEqual(errors)
  })

  it.each([
    ['A_b:c', []],
    ['a/b', [`metadata.name: Invalid value: "a/b": may not contain '/'`]],
  ])('may be called %s as far as a path can hold it', (name, errors) => {
    expect(create(kind, { ...given(), metadata: { name } }).errors).toEqual(errors)
  })
})

describe('a certificate signing request that is there', () => {
  const change = (view: string | undefined, status: object, live: object = {}): ReturnType<typeof update> =>
    update(kind, stored(live), (next) => void (next.status = status), view === undefined ? {} : { subresource: view })

  it('keeps its spec and its status, but not its labels', () => {
    const { object, errors } = update(kind, stored({ certificate }), (next) => {
      next.spec = { ...next.spec, usages: ['any'], signerName: 'a.b/c' }
      next.status = { conditions: [approved] }
      next.metadata.labels = { a: 'b' }
    })
    expect(errors).toEqual([])
    expect(object.spec).toEqual(stored().spec)
    expect(object.status).toEqual({ certificate })
    expect(object.metadata.labels).toEqual({ a: 'b' })
  })

  it.each(['status', 'approval'])('keeps its spec through /%s', (subresource) => {
    const { object, errors } = update(kind, stored(), (next) => void (next.spec.usages = ['any']), { subresource })
    expect(errors).toEqual([])
    expect(object.spec).toEqual(stored().spec)
  })

  it('is approved through /approval, which dates the decision and sets nothing else', () => {
    const { object, errors } = change('approval', { conditions: [approved], certificate })
    expect(errors).toEqual([])
    expect(object.status).toEqual({ conditions: [dated] })
  })

  it('keeps the dates a client gives, and that of the transition while the status stays', () => {
    const before = { ...approved, lastUpdateTime: '2020-01-01T00:00:00Z', lastTransitionTime: '2020-01-01T00:00:00Z' }
    const again = { ...approved, reason: 'Still', lastUpdateTime: '2021-01-01T00:00:00Z' }
    expect(change('approval', { conditions: [again] }, { conditions: [before] }).object.status.conditions).toEqual([
      { ...again, lastTransitionTime: '2020-01-01T00:00:00Z' },
    ])
  })

  it('is given its certificate through /status, which leaves the decision as it stands', () => {
    const other = { ...dated, message: 'changed' }
    const failed = { type: 'Failed', status: 'True' }
    const { object, errors } = change('status', { conditions: [other, failed], certificate }, { conditions: [dated] })
    expect(errors).toEqual([])
    expect(object.status).toEqual({
      certificate,
      conditions: [dated, { ...failed, lastUpdateTime: now, lastTransitionTime: now }],
    })
  })

  const denied = { type: 'Denied', status: 'True' }
  const failed = { type: 'Failed', status: 'True' }
  const two = [denied, approved]

  it.each<[what: string, view: string, status: object, live: object, errors: readonly string[]]>([
    [
      'approving through /status',
      'status',
      { conditions: [approved] },
      {},
      ['status.conditions: Forbidden: updates may not add a condition of type "Approved"'],
    ],
    [
      'denying through /status',
      'status',
      { conditions: [denied] },
      {},
      ['status.conditions: Forbidden: updates may not add a condition of type "Denied"'],
    ],
    [
      'forgetting the decision through /status',
      'status',
      { certificate },
      { conditions: [dated] },
      ['status.conditions: Forbidden: updates may not remove a condition of type "Approved"'],
    ],
    [
      'taking an approval back',
      'approval',
      { conditions: [] },
      { conditions: [dated] },
      ['status.conditions: Forbidden: updates may not remove a condition of type "Approved"'],
    ],
    [
      'taking a denial back',
      'approval',
      {},
      { conditions: [denied] },
      ['status.conditions: Forbidden: updates may not remove a condition of type "Denied"'],
    ],
    [
      'taking a failure back',
      'status',
      {},
      { conditions: [failed] },
      ['status.conditions: Forbidden: updates may not remove a condition of type "Failed"'],
    ],
    [
      'approving what is denied',
      'approval',
      { conditions: two },
      { conditions: [denied] },
      ['status.conditions[1].type: Invalid value: "Approved": Approved and Denied conditions are mutually exclusive'],
    ],
    [
      'denying what is approved',
      'approval',
      { conditions: [approved, denied] },
      { conditions: [approved] },
      ['status.conditions[1].type: Invalid value: "Denied": Approved and Denied conditions are mutually exclusive'],
    ],
    ['what was decided both ways long ago', 'approval', { conditions: two }, { conditions: two }, []],
    [
      'an approval that is not',
      'approval',
      { conditions: [{ type: 'Approved', status: 'False' }] },
      {},
      ['status.conditions[0].status: Unsupported value: "False": supported values: "True"'],
    ],
    [
      'a failure that is unknown',
      'status',
      { conditions: [{ type: 'Failed', status: 'Unknown' }] },
      {},
      ['status.conditions[0].status: Unsupported value: "Unknown": supported values: "True"'],
    ],
    ['a condition of another type that is not', 'status', { conditions: [{ type: 'Other', status: 'False' }] }, {}, []],
    [
      'a condition of another type that is maybe',
      'status',
      { conditions: [{ type: 'Other', status: 'Maybe' }] },
      {},
      ['status.conditions[0].status: Unsupported value: "Maybe": supported values: "False", "True", "Unknown"'],
    ],
    [
      'a condition without type and status',
      'approval',
      { conditions: [{ type: '', status: '' }] },
      {},
      ['status.conditions[0].type: Required value', 'status.conditions[0].status: Required value'],
    ],
    [
      'a condition twice',
      'approval',
      { conditions: [approved, approved] },
      {},
      ['status.conditions[1].type: Duplicate value: "Approved"'],
    ],
    [
      'conditions that stood twice before',
      'approval',
      { conditions: [failed, failed] },
      { conditions: [failed, failed] },
      [],
    ],
    [
      'another certificate',
      'status',
      { certificate: base64(certificatePem + certificatePem) },
      { certificate },
      ['status.certificate: Forbidden: updates may not modify existing certificate content'],
    ],
    [
      'no certificate any more',
      'status',
      {},
      { certificate },
      ['status.certificate: Forbidden: updates may not modify existing certificate content'],
    ],
    [
      'a certificate that is none',
      'status',
      { certificate: base64('x') },
      {},
      ['status.certificate: Invalid value: "<certificate data>": must contain at least one CERTIFICATE PEM block'],
    ],
    ['a certificate that was none before', 'status', { certificate: 'AAAA' }, { certificate: 'AAAA' }, []],
  ])('is judged with %s', (_, view, status, live, errors) => {
    expect(change(view, status, live).errors).toEqual(errors)
  })

  it('may keep the legacy signer, unknown usages and usages twice', () => {
    const live = {
      ...stored(),
      spec: given({ signerName: 'kubernetes.io/legacy-unknown', usages: ['tea', 'tea'] }).spec,
    }
    expect(update(kind, live, () => {}).errors).toEqual([])
    expect(update(kind, live, () => {}, { subresource: 'approval' }).errors).toEqual([])
  })

  it('has the endpoints approval and status, and can be found by its signer', () => {
    const { subresources, selectableFields } = definitionOf(kind)
    expect(Object.entries(subresources).map(([name, { verbs }]) => [name, ...verbs])).toEqual([
      ['status', 'get', 'patch', 'update'],
      ['approval', 'get', 'patch', 'update'],
    ])
    expect(selectableFields['spec.signerName']!(given())).toBe('example.com/x')
  })
})

describe('an issued certificate', () => {
  const two = Buffer.concat([Buffer.from(certificateDer, 'base64'), Buffer.from(certificateDer, 'base64')])

  it.each<[what: string, text: string, error: string | undefined]>([
    ['one block', certificatePem, undefined],
    ['a chain', certificatePem + certificatePem, undefined],
    ['text around its blocks', `subject: x\n${certificatePem}\n# end`, undefined],
    ['two certificates in a block', formatPem('CERTIFICATE', two), undefined],
    ['nothing', '', undefined],
    ['text only', 'x', 'must contain at least one CERTIFICATE PEM block'],
    [
      'a key',
      formatPem('PRIVATE KEY', Buffer.from('x')),
      'only CERTIFICATE PEM blocks are allowed, found "PRIVATE KEY"',
    ],
    [
      'a key after a certificate',
      certificatePem + formatPem('PRIVATE KEY', Buffer.from('x')),
      'only CERTIFICATE PEM blocks are allowed, found "PRIVATE KEY"',
    ],
    ['headers', certificatePem.replace('-----\n', '-----\nA: b\n\n'), 'no PEM block headers are permitted'],
    [
      'an empty block',
      formatPem('CERTIFICATE', Buffer.alloc(0)),
      'found CERTIFICATE PEM block containing 0 certificates',
    ],
    ['bytes that are no certificate', formatPem('CERTIFICATE', Buffer.from('x')), 'x509: malformed certificate'],
    ['a request', formatPem('CERTIFICATE', Buffer.from(requestDer, 'base64')), 'x509: malformed certificate'],
    ['half a certificate', formatPem('CERTIFICATE', two.subarray(0, 200)), 'x509: malformed certificate'],
  ])('may be %s or may not', (_, text, error) => {
    expect(certificateError(base64(text))).toBe(error)
  })
})

describe('a list of certificate signing requests', () => {
  it('prints what was decided', () => {
    const print = (status: object): string => cells(kind, { ...given(), status }).Condition
    expect(print({})).toBe('Pending')
    expect(print({ conditions: [approved] })).toBe('Approved')
    expect(print({ conditions: [approved], certificate })).toBe('Approved,Issued')
    expect(
      print({
        conditions: [
          { type: 'Denied', status: 'True' },
          { type: 'Failed', status: 'True' },
        ],
      }),
    ).toBe('Denied,Failed')
  })

  it('prints who asked whom, for how long', () => {
    const made = { ...given({ username: 'jane', expirationSeconds: 3600 }) }
    expect(cells(kind, made)).toMatchObject({
      Name: 'a',
      SignerName: 'example.com/x',
      Requestor: 'jane',
      RequestedDuration: '60m',
      Condition: 'Pending',
    })
    expect(cells(kind, given())).toMatchObject({ Requestor: '', RequestedDuration: '<none>' })
  })
})

function usagesOf(message: string): Set<string> {
  return new Set([...message.matchAll(/"([^"]+)"/g)].map((match) => match[1]!))
}

function forged(): string {
  const { der } = parseCertificateRequest(requestPem)
  const bent = Buffer.from(der)
  bent[bent.length - 1]! ^= 1
  return base64(formatPem('CERTIFICATE REQUEST', bent))
}
