import { describe, expect, it } from 'vitest'
import { create, type Loose } from '../write.ts'
import { createCrd } from './crd.ts'

const kind = 'apiextensions.k8s.io/v1/CustomResourceDefinition'

/** A schema in messages: what is not named has no value. */
function shown(values: Readonly<Record<string, unknown>>): string {
  const before = { ID: '', Schema: '', Ref: null, Description: '', Type: '', Nullable: false, Format: '', Title: '' }
  const bounds = {
    Default: null,
    Maximum: null,
    ExclusiveMaximum: false,
    Minimum: null,
    ExclusiveMinimum: false,
    MaxLength: null,
    MinLength: null,
    Pattern: '',
    MaxItems: null,
    MinItems: null,
    UniqueItems: false,
    MultipleOf: null,
    Enum: null,
    MaxProperties: null,
    MinProperties: null,
    Required: null,
  }
  const inner = ['Items', 'AllOf', 'OneOf', 'AnyOf', 'Not', 'Properties', 'AdditionalProperties', 'PatternProperties']
  const outer = ['Dependencies', 'AdditionalItems', 'Definitions', 'ExternalDocs', 'Example', 'XPreserveUnknownFields']
  const nothing = Object.fromEntries([...inner, ...outer].map((name) => [name, null]))
  const flags = { XEmbeddedResource: false, XIntOrString: false }
  const lists = { XListMapKeys: null, XListType: null, XMapType: null, XValidations: null }
  const all: Record<string, unknown> = { ...before, ...bounds, ...nothing, ...flags, ...lists, ...values }
  return `{${Object.entries(all)
    .map(
      ([name, value]) =>
        `${JSON.stringify(name)}:${typeof value === 'symbol' ? value.description : JSON.stringify(value)}`,
    )
    .join(',')}}`
}

const raw = (text: string): symbol => Symbol(text)
const text = shown({ Type: 'string' })

function errorsOf(schema: Loose): readonly string[] {
  return create(
    kind,
    createCrd((crd) => {
      crd.spec.versions[0].schema.openAPIV3Schema = schema
      crd.spec.versions[0].subresources = { status: {} }
    }),
  ).errors
}

describe('a schema in a message', () => {
  it('has every field of the internal struct, with nested schemas', () => {
    const [first] = errorsOf({
      type: 'object',
      default: { z: 1, a: [{ d: 1, c: 2 }] },
      enum: ['x', { q: 1, p: 2 }],
      items: { type: 'string' },
      not: { type: 'string' },
      allOf: [{ type: 'string' }],
      properties: { b: { type: 'string' }, a: { type: 'string' } },
      additionalProperties: false,
      additionalItems: { type: 'string' },
      dependencies: { c: { type: 'string' }, a: ['b'] },
      externalDocs: { url: 'u' },
      'x-kubernetes-list-map-keys': ['k'],
      'x-kubernetes-preserve-unknown-fields': true,
    })
    const expected = shown({
      Type: 'object',
      Default: { a: [{ c: 2, d: 1 }], z: 1 },
      Enum: ['x', { p: 2, q: 1 }],
      Items: raw(`{"Schema":${text},"JSONSchemas":null}`),
      AllOf: raw(`[${text}]`),
      Not: raw(text),
      Properties: raw(`{"a":${text},"b":${text}}`),
      AdditionalProperties: { Allows: false, Schema: null },
      Dependencies: raw(`{"a":{"Schema":null,"Property":["b"]},"c":{"Schema":${text},"Property":null}}`),
      AdditionalItems: raw(`{"Allows":true,"Schema":${text}}`),
      ExternalDocs: { Description: '', URL: 'u' },
      XPreserveUnknownFields: true,
      XListMapKeys: ['k'],
    })
    expect(first).toContain(
      `spec.versions[0].schema.openAPIV3Schema: Invalid value: ${expected}: only [Description Type `.replace(
        'versions[0].schema',
        first!.startsWith('spec.validation') ? 'validation' : 'versions[0].schema',
      ),
    )
  })

  it('has several items as a list of schemas', () => {
    const items = { type: 'array', items: [{ type: 'string' }], 'x-kubernetes-list-type': 'map' }
    const messages = errorsOf({ type: 'object', properties: { a: items } })
    expect(messages.join('\n')).toContain(
      `Invalid value: {"Schema":null,"JSONSchemas":[${text}]}: must only have a single schema if x-kubernetes-list-type is map`,
    )
  })

  it('is part of a version with what the version does not share', () => {
    const { errors } = create(
      kind,
      createCrd((crd) => {
        Object.assign(crd.spec.versions[0], {
          subresources: { status: {}, scale: { specReplicasPath: '.spec.r', statusReplicasPath: '.status.r' } },
          additionalPrinterColumns: [{ name: 'n', type: 'string', jsonPath: '.x' }],
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: { x: { type: 'string', 'x-kubernetes-validations': [{ rule: 'true' }] } },
            },
          },
        })
        crd.spec.versions.push({
          name: 'v2',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object' } },
        })
      }),
    )
    const rule = {
      Rule: 'true',
      Message: '',
      MessageExpression: '',
      Reason: null,
      FieldPath: '',
      OptionalOldSelf: null,
    }
    const schema = shown({
      Type: 'object',
      Properties: raw(`{"x":${shown({ Type: 'string', XValidations: [rule] })}}`),
    })
    expect(errors.join('\n')).toContain(
      `"Schema":{"OpenAPIV3Schema":${schema}},"Subresources":{"Status":{},"Scale":{"SpecReplicasPath":".spec.r","StatusReplicasPath":".status.r","LabelSelectorPath":null}},"AdditionalPrinterColumns":[{"Name":"n","Type":"string","Format":"","Description":"","Priority":0,"JSONPath":".x"}],"SelectableFields":null}`,
    )
  })
})
