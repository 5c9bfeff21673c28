import { opaqueType, optionalType, listType, stringType } from '../../values/type.ts'
import { ArrayList, CelOpaque, CelOptional, type CelType, type CelValue } from '../../values/value.ts'
import { declareFunction, memberOverload, overload } from '../function.ts'
import type { Library } from '../library.ts'
import { namedFormats, type NamedFormat } from './named-formats.ts'

/** A named format as a value. */
export class CelFormat extends CelOpaque {
  readonly format: NamedFormat

  constructor(format: NamedFormat) {
    super()
    this.format = format
  }

  get type(): CelType {
    return formatLibraryType
  }

  equals(other: CelValue): boolean {
    return other instanceof CelFormat && other.format === this.format
  }
}

const formatLibraryType: CelType<CelFormat> = opaqueType<CelFormat>('kubernetes.NamedFormat')
const values: ReadonlyMap<string, CelFormat> = new Map(
  Array.from(namedFormats, ([name, format]) => [name, new CelFormat(format)]),
)

/** `format.dns1123Label()` and the other formats, `format.named(name)` and `validate`. Needs optional values. */
export function format(): Library {
  return {
    name: 'format',
    functions: [
      ...Array.from(values, ([name, value]) =>
        declareFunction(
          `format.${name}`,
          overload(`format.${name}`, [], formatLibraryType, () => value),
        ),
      ),
      declareFunction(
        'format.named',
        overload('format-named', [stringType], optionalType(formatLibraryType), (name) => optionalOf(values.get(name))),
      ),
      declareFunction(
        'validate',
        memberOverload(
          'format-validate',
          [formatLibraryType, stringType],
          optionalType(listType(stringType)),
          (value, text) => {
            const messages = value.format.validate(text)
            return optionalOf(messages.length === 0 ? undefined : new ArrayList(messages))
          },
        ),
      ),
    ],
  }
}

function optionalOf(value: CelValue | undefined): CelOptional {
  return value === undefined ? CelOptional.none : CelOptional.of(value)
}
