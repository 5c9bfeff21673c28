import { quote } from '@pinnace/meta'
import { someSchema } from '@pinnace/resources/custom-resource'
import { isKnownFormat } from '@pinnace/schema'
import type { CustomResourceDefinition } from '@pinnace/types/apiextensions-v1'

/** The warnings of a CRD: unrecognized formats. */
export function crdWarnings(
  next: CustomResourceDefinition,
  live: CustomResourceDefinition | undefined,
): readonly string[] {
  const before = new Set(live === undefined ? [] : unknownFormats(live))
  const formats = unknownFormats(next).filter((format) => !before.has(format))
  return formats.map((format) => `unrecognized format ${quote(format)}`)
}

// upstream: registry/customresourcedefinition/strategy.go, getUnrecognizedFormatsInSchema – which asks without the type,
// and so warns of int32 and int64; here those are known.
function unknownFormats({ spec }: CustomResourceDefinition): readonly string[] {
  const formats = new Set<string>()
  for (const { schema } of spec.versions) {
    someSchema(schema?.openAPIV3Schema, ({ format = '', type = '' }) => {
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
