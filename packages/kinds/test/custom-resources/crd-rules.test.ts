import { describe, expect, it } from 'vitest'
import { create, update, type Loose } from '../write.ts'
import { createCrd } from './crd.ts'

const kind = 'apiextensions.k8s.io/v1/CustomResourceDefinition'
const label =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')"
const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const columnTypes = 'must be one of boolean,date,integer,number,string'
const columnFormats = 'must be one of byte,date,date-time,double,float,int32,int64,password'

const errorsOf = (change: (crd: Loose) => void): readonly string[] => create(kind, createCrd(change)).errors
const v2 = (more: object = {}): Loose => ({
  name: 'v2',
  served: true,
  storage: false,
  schema: { openAPIV3Schema: { type: 'object', properties: { a: { type: 'string' } } } },
  ...more,
})
const shown = (name: string, storage: boolean): string =>
  `{"Name":"${name}","Served":true,"Storage":${storage},"Deprecated":false,"DeprecationWarning":null,"Schema":null,"Subresources":null,"AdditionalPrinterColumns":null,"SelectableFields":null}`

describe('names of a CRD', () => {
  it.each<[string, (crd: Loose) => void, string[]]>([
    [
      'a name that is not its own',
      (c) => (c.metadata.name = 'w.example.dev'),
      ['metadata.name: Invalid value: "w.example.dev": must be spec.names.plural+"."+spec.group'],
    ],
    [
      'no group',
      (c) => ((c.spec.group = ''), (c.metadata.name = 'widgets.')),
      [`metadata.name: Invalid value: "widgets.": ${subdomain}`, 'spec.group: Required value'],
    ],
    [
      'a group without a dot',
      (c) => ((c.spec.group = 'example'), (c.metadata.name = 'widgets.example')),
      ['spec.group: Invalid value: "example": should be a domain with at least one dot'],
    ],
    [
      'a group that is no domain',
      (c) => ((c.spec.group = 'Example.dev'), (c.metadata.name = 'widgets.Example.dev')),
      [
        `metadata.name: Invalid value: "widgets.Example.dev": ${subdomain}`,
        `spec.group: Invalid value: "Example.dev": ${subdomain}`,
      ],
    ],
    ['no scope', (c) => delete c.spec.scope, ['spec.scope: Required value']],
    [
      'another scope',
      (c) => (c.spec.scope = 'Global'),
      ['spec.scope: Unsupported value: "Global": supported values: "Cluster", "Namespaced"'],
    ],
    [
      'no plural',
      (c) => ((c.spec.names.plural = ''), (c.metadata.name = '.example.dev')),
      [`metadata.name: Invalid value: ".example.dev": ${subdomain}`, 'spec.names.plural: Required value'],
    ],
    [
      'no kind',
      (c) => (c.spec.names.kind = ''),
      ['spec.names.singular: Required value', 'spec.names.kind: Required value', 'spec.names.listKind: Required value'],
    ],
    [
      'a plural in capitals',
      (c) => ((c.spec.names.plural = 'Widgets'), (c.metadata.name = 'Widgets.example.dev')),
      [
        `metadata.name: Invalid value: "Widgets.example.dev": ${subdomain}`,
        `spec.names.plural: Invalid value: "Widgets": ${label}`,
      ],
    ],
    [
      'a singular that begins with a digit',
      (c) => (c.spec.names.singular = '1widget'),
      [`spec.names.singular: Invalid value: "1widget": ${label}`],
    ],
    [
      'a kind with an underscore',
      (c) => ((c.spec.names.kind = 'Wid_get'), (c.spec.names.singular = 'widget'), (c.spec.names.listKind = 'L')),
      [`spec.names.kind: Invalid value: "Wid_get": may have mixed case, but should otherwise match: ${label}`],
    ],
    [
      'a list kind with a dot',
      (c) => (c.spec.names.listKind = 'Widget.List'),
      [`spec.names.listKind: Invalid value: "Widget.List": may have mixed case, but should otherwise match: ${label}`],
    ],
    [
      'one name for kind and list kind',
      (c) => (c.spec.names.listKind = 'Widget'),
      ['spec.names.listKind: Invalid value: "Widget": kind and listKind may not be the same'],
    ],
    [
      'a short name in capitals',
      (c) => (c.spec.names.shortNames = ['ok', 'WD']),
      [`spec.names.shortNames[1]: Invalid value: "WD": ${label}`],
    ],
    [
      'an empty short name',
      (c) => (c.spec.names.shortNames = ['']),
      [`spec.names.shortNames[0]: Invalid value: "": ${label}`],
    ],
    [
      'a category with a dot',
      (c) => (c.spec.names.categories = ['a.b']),
      [`spec.names.categories[0]: Invalid value: "a.b": ${label}`],
    ],
  ])('refuse %s', (_, change, errors) => {
    expect(errorsOf(change)).toEqual(errors)
  })

  it('fill in a singular, a list kind and a conversion', () => {
    const { object, errors } = create(kind, createCrd())
    expect(errors).toEqual([])
    expect(object.spec.names).toMatchObject({ singular: 'widget', listKind: 'WidgetList' })
    expect(object.spec.conversion).toEqual({ strategy: 'None' })
  })
})

describe('versions of a CRD', () => {
  it.each<[string, (crd: Loose) => void, string[]]>([
    [
      'none',
      (c) => (c.spec.versions = []),
      [
        'spec.versions: Invalid value: []: must have exactly one version marked as storage version',
        'status.storedVersions: Invalid value: null: must have at least one stored version',
      ],
    ],
    [
      'none that is stored',
      (c) => (c.spec.versions[0].storage = false),
      [
        `spec.versions: Invalid value: [${shown('v1', false)}]: must have exactly one version marked as storage version`,
        'status.storedVersions: Invalid value: null: must have at least one stored version',
      ],
    ],
    [
      'two that are stored',
      (c) => c.spec.versions.push({ ...c.spec.versions[0], name: 'v2' }),
      [
        `spec.versions: Invalid value: [${shown('v1', true)},${shown('v2', true)}]: must have exactly one version marked as storage version`,
        'status.storedVersions: Invalid value: ["v1"]: must have the storage version v2',
      ],
    ],
    [
      'two of one name',
      (c) => c.spec.versions.push({ ...c.spec.versions[0], storage: false }),
      [`spec.versions: Invalid value: [${shown('v1', true)},${shown('v1', false)}]: must contain unique version names`],
    ],
    [
      'a name that is none',
      (c) => (c.spec.versions[0].name = 'V1'),
      [`spec.versions[0].name: Invalid value: "V1": ${label}`, `spec.version: Invalid value: "V1": ${label}`],
    ],
    [
      'a second name that is none',
      (c) => c.spec.versions.push(v2({ name: '2' })),
      [`spec.versions[1].name: Invalid value: "2": ${label}`],
    ],
    ['no schema', (c) => delete c.spec.versions[0].schema, ['spec.versions[0].schema.openAPIV3Schema: Required value']],
    [
      'an empty schema',
      (c) => (c.spec.versions[0].schema = {}),
      ['spec.versions[0].schema.openAPIV3Schema: Required value'],
    ],
    [
      'a second without a schema',
      (c) => c.spec.versions.push(v2({ schema: undefined })),
      ['spec.versions[1].schema.openAPIV3Schema: Required value'],
    ],
    [
      'a warning where nothing is deprecated',
      (c) => (c.spec.versions[0].deprecationWarning = 'x'),
      ['spec.versions[0].deprecationWarning: Invalid value: "x": can only be set for deprecated versions'],
    ],
    [
      'an empty warning',
      (c) => Object.assign(c.spec.versions[0], { deprecated: true, deprecationWarning: '' }),
      ['spec.versions[0].deprecationWarning: Invalid value: "": must not be an empty string'],
    ],
    [
      'a long warning',
      (c) => Object.assign(c.spec.versions[0], { deprecated: true, deprecationWarning: 'x'.repeat(257) }),
      [`spec.versions[0].deprecationWarning: Invalid value: "${'x'.repeat(257)}": must be <= 256 characters long`],
    ],
    [
      'a warning of two lines',
      (c) => Object.assign(c.spec.versions[0], { deprecated: true, deprecationWarning: 'é\nb' }),
      [
        'spec.versions[0].deprecationWarning: Invalid value: "é\\nb": must only contain printable UTF-8 characters; non-printable character found at index 2',
      ],
    ],
    [
      'preserveUnknownFields',
      (c) => (c.spec.preserveUnknownFields = true),
      [
        'spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
      ],
    ],
  ])('refuse %s', (_, change, errors) => {
    expect(errorsOf(change)).toEqual(errors)
  })

  it('are called by themselves where their schemas differ, and as one where they are the same', () => {
    const bad = { openAPIV3Schema: { type: 'object', nullable: true } }
    const detail = 'openAPIV3Schema.nullable: Forbidden: nullable cannot be true at the root'
    expect(errorsOf((c) => (c.spec.versions[0].schema = bad))).toEqual([`spec.validation.${detail}`])
    expect(errorsOf((c) => c.spec.versions.push(v2({ schema: bad })))).toEqual([`spec.versions[1].schema.${detail}`])
    expect(
      errorsOf((c) => {
        c.spec.versions[0].schema = bad
        c.spec.versions.push(v2({ schema: bad }))
      }),
    ).toEqual([`spec.validation.${detail}`])
  })
})

describe('the parts of a version', () => {
  const first = (more: object) => (crd: Loose) => void Object.assign(crd.spec.versions[0], more)
  const column = (more: object) =>
    first({ additionalPrinterColumns: [{ name: 'A', type: 'string', jsonPath: '.a', ...more }] })
  const scale = (more: object) =>
    first({ subresources: { scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n', ...more } } })
  const selectable = (...paths: string[]) =>
    first({
      schema: {
        openAPIV3Schema: {
          type: 'object',
          properties: {
            spec: {
              type: 'object',
              properties: {
                text: { type: 'string' },
                number: { type: 'number' },
                map: { type: 'object', additionalProperties: { type: 'string' } },
                list: { type: 'array', items: { type: 'string' } },
                object: { type: 'object', properties: { in: { type: 'boolean' } } },
                ...Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`f${index}`, { type: 'integer' }])),
              },
            },
          },
        },
      },
      selectableFields: paths.map((jsonPath) => ({ jsonPath })),
    })
  const columnAt = 'spec.additionalPrinterColumns[0]'
  const fieldAt = 'spec.selectableFields[0].jsonPath'

  it.each<[string, (crd: Loose) => void, string[]]>([
    ['a column without a name', column({ name: '' }), [`${columnAt}.name: Required value`]],
    ['a column without a type', column({ type: '' }), [`${columnAt}.type: Required value: ${columnTypes}`]],
    ['a column of another type', column({ type: 'int' }), [`${columnAt}.type: Invalid value: "int": ${columnTypes}`]],
    [
      'a column of another format',
      column({ format: 'hex' }),
      [`${columnAt}.format: Invalid value: "hex": ${columnFormats}`],
    ],
    ['a column without a path', column({ jsonPath: '' }), [`${columnAt}.JSONPath: Required value`]],
    [
      'a column whose path has no dot',
      column({ jsonPath: 'spec.a' }),
      [`${columnAt}.JSONPath: Invalid value: "spec.a": must be a simple json path starting with .`],
    ],
    [
      'a scale without its paths',
      scale({ specReplicasPath: '', statusReplicasPath: '' }),
      [
        'spec.subresources.scale.specReplicasPath: Required value',
        'spec.subresources.scale.statusReplicasPath: Required value',
      ],
    ],
    [
      'a scale that reads the status for the spec',
      scale({ specReplicasPath: '.status.n' }),
      ['spec.subresources.scale.specReplicasPath: Invalid value: ".status.n": should be a json path under .spec'],
    ],
    [
      'a scale whose path has no dot',
      scale({ specReplicasPath: 'spec.n' }),
      ['spec.subresources.scale.specReplicasPath: Invalid value: "spec.n": must be a simple json path starting with .'],
    ],
    [
      'a scale of the whole spec',
      scale({ specReplicasPath: '.spec' }),
      ['spec.subresources.scale.specReplicasPath: Invalid value: ".spec": should be a json path under .spec'],
    ],
    [
      'a scale that reads the spec for the status',
      scale({ statusReplicasPath: '.spec.n' }),
      ['spec.subresources.scale.statusReplicasPath: Invalid value: ".spec.n": should be a json path under .status'],
    ],
    [
      'a scale with a selector outside of status',
      scale({ labelSelectorPath: '.metadata.labels' }),
      [
        'spec.subresources.scale.labelSelectorPath: Invalid value: ".metadata.labels": should be a json path under either .spec or .status',
      ],
    ],
    ['a selectable field without a path', selectable(''), [`${fieldAt}: Required value`]],
    [
      'a selectable field that is not there',
      selectable('.spec.nope'),
      [`${fieldAt}: Invalid value: ".spec.nope": is an invalid path: does not refer to a valid field`],
    ],
    [
      'a selectable field in brackets',
      selectable(".spec['text']"),
      [`${fieldAt}: Invalid value: ".spec['text']": is an invalid path: array notation is not allowed`],
    ],
    [
      'a selectable field without a dot',
      selectable('spec'),
      [`${fieldAt}: Invalid value: "spec": is an invalid path: expected [ or . but got: spec`],
    ],
    [
      'a selectable field that ends early',
      selectable('.spec.'),
      [`${fieldAt}: Invalid value: ".spec.": is an invalid path: unexpected end of JSON path`],
    ],
    [
      'a selectable object',
      selectable('.spec.object'),
      [
        `${fieldAt}: Invalid value: ".spec.object": must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.`,
      ],
    ],
    [
      'a selectable number',
      selectable('.spec.number'),
      [
        `${fieldAt}: Invalid value: ".spec.number": must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.`,
      ],
    ],
    [
      'a selectable field twice',
      selectable('.spec.text', '.spec.text'),
      ['spec.selectableFields[1].jsonPath: Duplicate value: ".spec.text"'],
    ],
    [
      'nine selectable fields',
      selectable(...Array.from({ length: 9 }, (_, index) => `.spec.f${index}`)),
      ['spec.selectableFields: Too many: 9: must have at most 8 items'],
    ],
  ])('refuse %s', (_, change, errors) => {
    expect(errorsOf(change)).toEqual(errors)
  })

  it.each<[string, (crd: Loose) => void]>([
    [
      'a column of every type',
      first({
        additionalPrinterColumns: ['boolean', 'date', 'integer', 'number', 'string'].map((type) => ({
          name: type,
          type,
          jsonPath: '.a',
        })),
      }),
    ],
    ['a column with a filter', column({ jsonPath: '.status.conditions[?(@.type=="Ready")].status' })],
    ['a scale with a selector in the spec', scale({ labelSelectorPath: '.spec.selector' })],
    ['selectable fields of objects and of maps', selectable('.spec.object.in', '.spec.map.key', '.spec.text')],
    ['a status', first({ subresources: { status: {} } })],
    ['a deprecated version', first({ deprecated: true, deprecationWarning: 'use v2' })],
  ])('accept %s', (_, change) => {
    expect(errorsOf(change)).toEqual([])
  })
})

describe('a conversion', () => {
  const convert = (conversion: object) => (crd: Loose) => void (crd.spec.conversion = conversion)
  const hook = (clientConfig: object | undefined, versions: readonly string[] = ['v1']) =>
    convert({
      strategy: 'Webhook',
      webhook: { ...(clientConfig && { clientConfig }), conversionReviewVersions: versions },
    })
  const url = { url: 'https://example.dev/convert' }
  const at = 'spec.conversion'

  it.each<[string, (crd: Loose) => void, string[]]>([
    ['without a strategy', convert({ strategy: '' }), [`${at}.strategy: Required value`]],
    [
      'of another strategy',
      convert({ strategy: 'Magic' }),
      [`${at}.strategy: Unsupported value: "Magic": supported values: "None", "Webhook"`],
    ],
    [
      'by name, with a webhook',
      convert({ strategy: 'None', webhook: { clientConfig: url, conversionReviewVersions: ['v1'] } }),
      [
        `${at}.webhookClientConfig: Forbidden: should not be set when strategy is not set to Webhook`,
        `${at}.conversionReviewVersions: Forbidden: should not be set when strategy is not set to Webhook`,
      ],
    ],
    [
      'by a webhook that is nowhere',
      hook(undefined),
      [`${at}.webhookClientConfig: Required value: required when strategy is set to Webhook`],
    ],
    [
      'by a webhook without an address',
      hook({}),
      [`${at}.webhookClientConfig: Required value: exactly one of url or service is required`],
    ],
    [
      'by a webhook with two addresses',
      hook({ ...url, service: { namespace: 'a', name: 'b' } }),
      [`${at}.webhookClientConfig: Required value: exactly one of url or service is required`],
    ],
    [
      'over plain HTTP',
      hook({ url: 'http://example.dev' }),
      [
        `${at}.webhookClientConfig.url: Invalid value: "http": 'https' is the only allowed URL scheme; desired format: https://host[/path]`,
      ],
    ],
    [
      'to an address with a query',
      hook({ url: 'https://example.dev/?a=b' }),
      [`${at}.webhookClientConfig.url: Invalid value: "a=b": query parameters are not permitted in the URL`],
    ],
    [
      'to an address with a user',
      hook({ url: 'https://a@example.dev/' }),
      [`${at}.webhookClientConfig.url: Invalid value: "a": user information is not permitted in the URL`],
    ],
    [
      'to a service without a name',
      hook({ service: { namespace: 'a', name: '' } }),
      [`${at}.webhookClientConfig.service.namespace: Required value`],
    ],
    [
      'to a service at port 0',
      hook({ service: { namespace: 'a', name: 'b', port: 0 } }),
      [
        `${at}.webhookClientConfig.service.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive`,
      ],
    ],
    ['without versions of reviews', hook(url, []), [`${at}.conversionReviewVersions: Required value`]],
    [
      'with a version of reviews twice',
      hook(url, ['v1', 'v1']),
      [`${at}.conversionReviewVersions[1]: Invalid value: "v1": duplicate version`],
    ],
    [
      'with a version of reviews that is none',
      hook(url, ['v1', 'V2']),
      [`${at}.conversionReviewVersions[1]: Invalid value: "V2": ${label}`],
    ],
    [
      'with unknown versions of reviews',
      hook(url, ['v2', 'v3']),
      [`${at}.conversionReviewVersions: Invalid value: ["v2","v3"]: must include at least one of v1, v1beta1`],
    ],
  ])('is refused %s', (_, change, errors) => {
    expect(errorsOf(change)).toEqual(errors)
  })

  it('fills in the port of a service', () => {
    const { object, errors } = create(kind, createCrd(hook({ service: { namespace: 'a', name: 'b' } })))
    expect(errors).toEqual([])
    expect(object.spec.conversion.webhook.clientConfig.service.port).toBe(443)
  })

  it('may have a bundle that is none until it is established, and not after', () => {
    const bundle = Buffer.from('no certificate').toString('base64')
    const made = create(kind, createCrd(hook({ ...url, caBundle: bundle })))
    expect(made.errors).toEqual([])
    const plain = create(kind, createCrd(hook(url))).object
    const { errors } = update(
      kind,
      { ...plain, metadata: { ...plain.metadata, resourceVersion: '1' } },
      (crd: Loose) => (crd.spec.conversion.webhook.clientConfig.caBundle = bundle),
    )
    expect(errors).toEqual([
      `${at}.webhookClientConfig.caBundle: Invalid value: "${bundle}": unable to load root certificates: unable to parse bytes as PEM block`,
    ])
  })
})

describe('a CRD in a group of the product', () => {
  const approved =
    (annotation?: string, group = 'things.k8s.io') =>
    (crd: Loose) => {
      crd.metadata.name = `widgets.${group}`
      crd.spec.group = group
      if (annotation !== undefined) crd.metadata.annotations = { 'api-approved.kubernetes.io': annotation }
    }
  const at = 'metadata.annotations[api-approved.kubernetes.io]'
  const needed = 'protected groups must have approval annotation "api-approved.kubernetes.io"'
  const see = 'see https://github.com/kubernetes/enhancements/pull/1111'

  it.each<[string, (crd: Loose) => void, string[]]>([
    ['without an approval', approved(), [`${at}: Required value: ${needed}, ${see}`]],
    ['with an empty approval', approved(''), [`${at}: Required value: ${needed}, ${see}`]],
    [
      'with an approval that is no address',
      approved('yes'),
      [`${at}: Invalid value: "yes": ${needed} with either a URL or a reason starting with "unapproved", ${see}`],
    ],
    [
      'with a path for an approval',
      approved('/pull/1'),
      [`${at}: Invalid value: "/pull/1": ${needed} with either a URL or a reason starting with "unapproved", ${see}`],
    ],
    ['of the other domain', approved(undefined, 'kubernetes.io'), [`${at}: Required value: ${needed}, ${see}`]],
  ])('is refused %s', (_, change, errors) => {
    expect(errorsOf(change)).toEqual(errors)
  })

  it.each<[string, (crd: Loose) => void, string, string, string]>([
    [
      'with an address',
      approved('https://example.dev/1'),
      'True',
      'ApprovedAnnotation',
      'approved in https://example.dev/1',
    ],
    [
      'that says it is not',
      approved('unapproved, a test'),
      'False',
      'UnapprovedAnnotation',
      'not approved: "unapproved, a test"',
    ],
  ])('is accepted %s, and says so', (_, change, status, reason, message) => {
    const { object, errors } = create(kind, createCrd(change))
    expect(errors).toEqual([])
    const condition = object.status.conditions.find(
      ({ type }: Loose) => type === 'KubernetesAPIApprovalPolicyConformant',
    )
    expect(condition).toMatchObject({ status, reason, message })
  })

  it('is not required in another group', () => {
    expect(errorsOf(approved(undefined, 'k8s.example.dev'))).toEqual([])
  })
})

describe('a CRD that changes', () => {
  const live = (): Loose => {
    const { object } = create(kind, createCrd())
    return { ...object, metadata: { ...object.metadata, resourceVersion: '1' } }
  }

  it.each<[string, (crd: Loose) => void, string[]]>([
    ['its scope', (c) => (c.spec.scope = 'Cluster'), ['spec.scope: Invalid value: "Cluster": field is immutable']],
    [
      'its kind',
      (c) => (c.spec.names.kind = 'Gadget'),
      ['spec.names.kind: Invalid value: "Gadget": field is immutable'],
    ],
    [
      'its plural',
      (c) => (c.spec.names.plural = 'gadgets'),
      ['spec.names.plural: Invalid value: "gadgets": field is immutable'],
    ],
    [
      'its group',
      (c) => (c.spec.group = 'example.org'),
      ['spec.group: Invalid value: "example.org": field is immutable'],
    ],
    [
      'the only version',
      (c) => (c.spec.versions = [{ ...v2(), storage: true }]),
      [
        'status.storedVersions[0]: Invalid value: "v1": missing from spec.versions; v1 was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in v1 and removes v1 from status.storedVersions',
      ],
    ],
  ])('may not change %s', (_, change, errors) => {
    expect(update(kind, live(), change).errors).toEqual(errors)
  })

  it('may change its scope and its kind while it is not established', () => {
    const found = live()
    found.status.conditions = []
    const { errors } = update(kind, found, (crd: Loose) => {
      crd.spec.scope = 'Cluster'
      crd.spec.names = { plural: 'widgets', kind: 'Gadget' }
    })
    expect(errors).toEqual([])
  })

  it.each<[string, (crd: Loose) => void, number]>([
    ['a schema', (c) => (c.spec.versions[0].schema.openAPIV3Schema.description = 'x'), 2],
    ['a label', (c) => (c.metadata.labels = { a: 'b' }), 1],
    ['its status', (c) => (c.status = {}), 1],
  ])('counts a change of %s as it should', (_, change, generation) => {
    expect(update(kind, live(), change).object.metadata.generation).toBe(generation)
  })

  it('remembers every version that was ever stored', () => {
    const { object, errors } = update(kind, live(), (crd: Loose) => {
      crd.spec.versions[0].storage = false
      crd.spec.versions.push(v2({ storage: true }))
    })
    expect([errors, object.status.storedVersions]).toEqual([[], ['v1', 'v2']])
  })

  it('changes nothing but its status through /status', () => {
    const { object } = update(
      kind,
      live(),
      (crd: Loose) => ((crd.spec.scope = 'Cluster'), (crd.status.storedVersions = ['v1', 'v0'])),
      { subresource: 'status' },
    )
    expect([object.spec.scope, object.status.storedVersions]).toEqual(['Namespaced', ['v1', 'v0']])
  })
})

describe('a CRD with several faults', () => {
  it('names the strategy that unknown fields rule out, and their default, in the order of kube-apiserver', () => {
    const errors = errorsOf((crd) => {
      crd.spec.preserveUnknownFields = true
      crd.spec.conversion = { strategy: 'x' }
      crd.spec.versions[0].schema.openAPIV3Schema.properties = { a: { type: 'string', default: 'x' } }
    })
    expect(errors.map((line) => line.slice(0, 70))).toEqual(
      [
        'spec.preserveUnknownFields: Invalid value: true: must be false in order',
        'spec.conversion.strategy: Invalid value: "x": must be None if spec.pre',
        'spec.conversion.strategy: Unsupported value: "x": supported values: "N',
        'spec.preserveUnknownFields: Invalid value: true: cannot set to true, s',
      ].map((line) => line.slice(0, 70)),
    )
  })

  it('has no errors of paths in a schema that cannot be read', () => {
    const errors = errorsOf((crd) => {
      const [version] = crd.spec.versions
      version.selectableFields = [{ jsonPath: '.a' }]
      version.schema.openAPIV3Schema.id = 'x'
      version.schema.openAPIV3Schema.properties = { a: { type: 'string' } }
      version.schema.openAPIV3Schema['x-kubernetes-validations'] = [{ rule: 'true', fieldPath: '.none' }]
    })
    expect(errors.filter((line) => line.includes('fieldPath'))).toEqual([])
    expect(errors).toContain('spec.schema.openAPIV3Schema: Invalid value: "": OpenAPIV3Schema \'id\' is not supported')
  })
})
