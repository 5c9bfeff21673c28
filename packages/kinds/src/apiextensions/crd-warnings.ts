import { quote, type Vocabulary } from '@pinnace/meta'
import { schemaExtensions, someSchema } from '@pinnace/resources/custom-resource'
import { isKnownFormat } from '@pinnace/schema'
import type { CustomResourceDefinition } from '@pinnace/types/apiextensions-v1'
import { unevaluatedRules } from './expression-rules.ts'

// What is said of more rules than these may be too long for the headers of an answer: their number is said first.
const namedAlone = 8

/** The warnings of a CRD: rules that are not evaluated and unrecognized formats. */
export function crdWarnings(
  next: CustomResourceDefinition,
  live: CustomResourceDefinition | undefined,
  { schemaExtensionPrefix }: Vocabulary,
): readonly string[] {
  const names = schemaExtensions(schemaExtensionPrefix)
  const before = new Set(live === undefined ? [] : unknownFormats(live))
  const formats = unknownFormats(next).filter((format) => !before.has(format))
  const rules = next.spec.versions.flatMap(({ schema }, index) =>
    schema?.openAPIV3Schema === undefined
      ? []
      : unevaluatedRules(schema.openAPIV3Schema, `spec.versions[${index}].schema.openAPIV3Schema`, names),
  )
  const count = rules.length > namedAlone ? [`${rules.length} rules are not evaluated by this server, among them:`] : []
  return [...formats.map((format) => `unrecognized format ${quote(format)}`), ...count, ...rules]
}

// upstream: registry/customresourcedefinition/strategy.go, getUnrecognizedFormatsInSchema – which asks without the type,
// and so warns of int32 and int64; here those are known.
function unknownFormats({ spec }: CustomResourceDefinition): readonly string[] {
  const formats = new Set<string>()
  for (const { schema } of spec.versions) {
    someSchema(schema?.openAPIV3Schema, '', ({ format = '', type = '' }) => {
      if (format !== '' && !isFormatOf(format, type)) formats.add(format)
      return false
    })
  }
  return [...formats]
}

function isFormatOf(format: string, type: string): boolean {
  if (type === 'integer') return format === 'int32' || format === 'int64'
  if (type === 'number') return format === 'float' || format === 'double'
  return (type === '' || type === 'string') && isKnownFormat(format)
}
