import type { FieldErrors } from '@pinnace/meta'
import { extensionOf, type SchemaExtensions, followPath } from '@pinnace/resources/custom-resource'
import type { JSONSchemaProps, ValidationRule } from '@pinnace/types/apiextensions-v1'
import { unsupportedKeyword } from './unsupported-keyword.ts'

const reasons: readonly string[] = [
  'FieldValueDuplicate',
  'FieldValueForbidden',
  'FieldValueInvalid',
  'FieldValueRequired',
]

/** The rules in the expression language that stand at a schema itself. */
function rulesOf(schema: JSONSchemaProps, { validations }: SchemaExtensions): readonly ValidationRule[] {
  return (extensionOf(schema, validations) as readonly ValidationRule[] | undefined) ?? []
}

/** Adds what is wrong with the form of rules. */
// upstream: apiextensions/validation, ValidateCustomResourceDefinitionOpenAPISchema
export function validateRules(schema: JSONSchemaProps, at: string, names: SchemaExtensions, errors: FieldErrors): void {
  for (const [index, rule] of rulesOf(schema, names).entries()) {
    const field = `${at}.${names.validations}[${index}]`
    const { message = '', messageExpression = '', reason, fieldPath = '' } = rule
    const text = (rule.rule ?? '').trim()
    if (text === '') errors.required(`${field}.rule`, 'rule is not specified')
    else if (message !== '' && message.trim() === '') {
      errors.invalid(`${field}.message`, message, 'message must be non-empty if specified')
    } else if (hasLineBreak(message.trim())) {
      errors.invalid(`${field}.message`, message, 'message must not contain line breaks')
    } else if (hasLineBreak(text) && message.trim() === '') {
      errors.required(`${field}.message`, 'message must be specified if rule contains line breaks')
    }
    if (messageExpression !== '' && messageExpression.trim() === '') {
      errors.required(`${field}.messageExpression`, 'messageExpression must be non-empty if specified')
    }
    if (reason !== undefined && !reasons.includes(reason)) errors.notSupported(`${field}.reason`, reason, reasons)
    if (fieldPath !== '' && fieldPath.trim() === '') {
      errors.invalid(`${field}.fieldPath`, fieldPath, 'fieldPath must be non-empty if specified')
    }
    if (hasLineBreak(fieldPath))
      errors.invalid(`${field}.fieldPath`, fieldPath, 'fieldPath must not contain line breaks')
    if (fieldPath !== '' && !isValidPath(fieldPath, schema, names)) {
      errors.invalid(`${field}.fieldPath`, fieldPath, 'must be a valid path')
    }
  }
}

/** Paths within a schema that cannot be structural are not judged. */
// upstream: apiextensions/validation, pathValid
function isValidPath(path: string, schema: JSONSchemaProps, names: SchemaExtensions): boolean {
  return followPath(path, schema, true).problem === undefined || unsupportedKeyword(schema, names) !== undefined
}

function hasLineBreak(text: string): boolean {
  return /[\n\r]/.test(text)
}
