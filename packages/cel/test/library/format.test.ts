import { describe, expect, it } from 'vitest'
import { createEnvironment, format, optionals, strings } from '../../src/index.ts'

const environment = createEnvironment({ libraries: [optionals(), strings({ version: 2 }), format()] })

/** Expressions with their values as `%s` prints them. */
const values: readonly (readonly [expression: string, shown: string])[] = [
  ["'%s'.format([type(format.uuid())])", 'kubernetes.NamedFormat'],
  ["format.dns1123Label().validate('a').hasValue()", 'false'],
  [
    "format.dns1123Subdomain().validate('A.b').value()",
    `["a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"]`,
  ],
  [
    "format.dns1035Label().validate('1a').value()",
    `["a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')"]`,
  ],
  [
    "format.qualifiedName().validate('a/b/c').value()",
    `["a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"]`,
  ],
  [
    "format.qualifiedName().validate('A_/b').value()",
    `["prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"]`,
  ],
  ["format.qualifiedName().validate('/b').value()", '["prefix part must be non-empty"]'],
  [
    "format.qualifiedName().validate('a/').value()",
    `["name part must be non-empty", "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"]`,
  ],
  [
    "format.qualifiedName().validate('').value()",
    `["name part must be non-empty", "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"]`,
  ],
  ["format.dns1123LabelPrefix().validate('a-').hasValue()", 'false'],
  ["format.dns1123SubdomainPrefix().validate('a.b-').hasValue()", 'false'],
  ["format.dns1035LabelPrefix().validate('a-').hasValue()", 'false'],
  [
    "format.labelValue().validate('-a').value()",
    `["a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"]`,
  ],
  ["format.labelValue().validate('').hasValue()", 'false'],
  ["format.uri().validate('a').value()", '["parse \\"a\\": invalid URI for request"]'],
  ["format.uri().validate('http://a').hasValue()", 'false'],
  ["format.uuid().validate('123e4567-e89b-12d3-a456-426614174000').hasValue()", 'false'],
  ["format.uuid().validate('123E4567E89B12D3A456426614174000').hasValue()", 'false'],
  ["format.uuid().validate('x').value()", '["does not match the UUID format"]'],
  ["format.byte().validate('aGVsbG8=').hasValue()", 'false'],
  ["format.byte().validate('*').value()", '["invalid base64"]'],
  ["format.byte().validate('').hasValue()", 'true'],
  ["format.byte().validate('YQ').hasValue()", 'true'],
  ["format.date().validate('2021-01-01').hasValue()", 'false'],
  ["format.date().validate('2021-02-30').value()", '["invalid date"]'],
  ["format.datetime().validate('2021-01-01T00:00:00Z').hasValue()", 'false'],
  ["format.datetime().validate('x').value()", '["invalid datetime"]'],
  ["format.datetime().validate('2021-01-01t00:00:00z').hasValue()", 'false'],
  ["format.datetime().validate('2021-01-01 00:00:00Z').hasValue()", 'true'],
  ["format.datetime().validate('2021-01-01T00:00:00').hasValue()", 'true'],
  ["format.datetime().validate('2021-01-01T25:00:00Z').hasValue()", 'true'],
  ["format.named('dns1123Label').value() == format.dns1123Label()", 'true'],
  [
    "format.dns1123Label().validate('').value()",
    `["a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"]`,
  ],
  [
    "format.dns1123Label().validate('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa').value()",
    '["must be no more than 63 characters"]',
  ],
  [
    "format.dns1123Subdomain().validate('').value()",
    `["a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"]`,
  ],
  [
    "format.dns1035Label().validate('').value()",
    `["a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')"]`,
  ],
  [
    "format.labelValue().validate('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa').value()",
    '["must be no more than 63 bytes"]',
  ],
]

const errors: readonly (readonly [expression: string, message: string])[] = [
  ["format.dns1123LabelPrefix().validate('A-').value()", 'optional.none() dereference'],
]

describe('format', () => {
  it.each(values)('%s is %s', (expression, shown) => {
    const outcome = environment.compile(`'%s'.format([dyn(${expression})])`).evaluate()
    expect(outcome.error).toBeUndefined()
    expect(outcome.value).toBe(shown)
  })

  it.each(errors)('%s fails with %s', (expression, message) => {
    expect(environment.compile(expression).evaluate().error?.message).toBe(message)
  })
})
