import type { CelValue, TypeKind } from '../../../values/value.ts'
import type { CallContext } from '../../function.ts'
import { inBase, formatBinary, formatHex } from './integers.ts'
import { doubleOf, formatFixed, formatPlainFixed, formatPlainScientific, formatScientific } from './numbers.ts'
import { formatDecimalNumber, formatPlainText } from './plain-text.ts'
import type { ClauseLetter } from './read-format.ts'
import { formatText } from './text.ts'

/** What one clause does with an argument. */
export interface ClauseStyle {
  /** Kinds of types that it accepts, where the type of the argument is known before it has a value. */
  readonly kinds: readonly TypeKind[]
  /** What is said of an argument that it does not accept. */
  readonly refusal: string
  /** The text; undefined for an argument that it does not accept. */
  readonly format: (value: CelValue, precision: number, context: CallContext) => string | undefined
}

/** How the clauses of a format print. */
export type FormatStyle = Readonly<Record<ClauseLetter, ClauseStyle>>

const textKinds: readonly TypeKind[] = [
  ...([
    'list',
    'map',
    'int',
    'uint',
    'double',
    'bool',
    'string',
    'timestamp',
    'bytes',
    'duration',
    'type',
    'null',
  ] as const),
]
const textRefusal =
  'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps'

const upper = (text: string | undefined): string | undefined => text?.toUpperCase()

const localizedHex: ClauseStyle = {
  kinds: ['int', 'uint', 'string', 'bytes'],
  refusal: 'only integers, byte buffers, and strings can be formatted as hex',
  format: (value) => formatHex(value),
}

/** Numbers as in American texts: `1,234.500000`, `1.500000×10⁰³`. The style of Kubernetes. */
export const localizedStyle: FormatStyle = {
  s: { kinds: textKinds, refusal: textRefusal, format: (value, _precision, context) => formatText(value, context) },
  d: {
    kinds: ['int', 'uint'],
    refusal: 'decimal clause can only be used on integers',
    format: (value) => inBase(value, 10),
  },
  f: {
    kinds: ['double', 'string'],
    refusal: 'fixed-point clause can only be used on doubles',
    format: (value, precision) => mapDouble(value, (number) => formatFixed(number, precision)),
  },
  e: {
    kinds: ['double', 'string'],
    refusal: 'scientific clause can only be used on doubles',
    format: (value, precision) => mapDouble(value, (number) => formatScientific(number, precision)),
  },
  b: {
    kinds: ['int', 'uint', 'bool'],
    refusal: 'only integers and bools can be formatted as binary',
    format: (value) => formatBinary(value),
  },
  x: localizedHex,
  X: { ...localizedHex, format: (value) => upper(formatHex(value)) },
  o: {
    kinds: ['int', 'uint'],
    refusal: 'octal clause can only be used on integers',
    format: (value) => inBase(value, 8),
  },
}

const numberKinds: readonly TypeKind[] = ['int', 'uint', 'double']
const plainHexRefusal = 'only ints, uints, bytes, and strings can be formatted as hex'

/** Numbers as in programs: `1234.500000`, `1.500000e+03`; every clause of a number takes all of them. */
export const plainStyle: FormatStyle = {
  s: {
    kinds: textKinds,
    refusal: textRefusal,
    format: (value, _precision, context) => formatPlainText(value, context),
  },
  d: {
    kinds: numberKinds,
    refusal: 'decimal clause can only be used on ints, uints, and doubles',
    format: (value) => inBase(value, 10) ?? formatDecimalNumber(value),
  },
  f: {
    kinds: numberKinds,
    refusal: 'fixed-point clause can only be used on ints, uints, and doubles',
    format: formatPlainFixed,
  },
  e: {
    kinds: numberKinds,
    refusal: 'scientific clause can only be used on ints, uints, and doubles',
    format: formatPlainScientific,
  },
  b: { ...localizedStyle.b, refusal: 'only ints, uints, and bools can be formatted as binary' },
  x: { ...localizedStyle.x, refusal: plainHexRefusal },
  X: { ...localizedStyle.X, refusal: plainHexRefusal },
  o: { ...localizedStyle.o, refusal: 'octal clause can only be used on ints and uints' },
}

function mapDouble(value: CelValue, format: (number: number) => string): string | undefined {
  const number = doubleOf(value)
  return number === undefined ? undefined : format(number)
}
