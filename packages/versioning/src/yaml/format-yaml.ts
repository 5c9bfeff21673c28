import {
  DEFAULT_SCALAR_STYLE_RULES,
  defineScalarTag,
  DUMP_SCHEMA,
  dump,
  SCALAR_STYLE,
  type ScalarLayout,
  type Schema,
} from 'js-yaml'

import { resolvePlainScalar } from './yaml-scalar.ts'

/**
 * Writes a JSON value as YAML the way Kubernetes' command-line client prints it: keys sorted, block style, lists not
 * indented, text quoted only where it would read as something else.
 */
export function formatYaml(value: unknown): string {
  return dump(value, {
    schema: (schema ??= createSchema()),
    sortKeys: true,
    seqNoIndent: true,
    lineWidth: -1,
    noRefs: true,
    scalarStyleRules: styleRules,
  })
}

let schema: Schema | undefined

/** Everything that could be read as another type is quoted, and bigint is a whole number. */
function createSchema(): Schema {
  const integers = DUMP_SCHEMA.tags.find(({ tagName }) => tagName === 'tag:yaml.org,2002:int')
  if (integers?.nodeKind !== 'scalar') throw new TypeError('the integer tag is a scalar')
  return DUMP_SCHEMA.withTags(
    defineScalarTag<unknown>('tag:yaml.org,2002:int', {
      implicit: true,
      implicitFirstChars: integers.implicitFirstChars,
      resolve: integers.resolve,
      identify: (data) => typeof data === 'bigint' || integers.identify(data),
      represent: (data) => String(data),
    }),
  )
}

const plainBit = 1 << SCALAR_STYLE.PLAIN
const singleBit = 1 << SCALAR_STYLE.SINGLE_QUOTED

/** Text that would read as another type gets double quotes, text that is no plain scalar single ones. */
function quoteAsOriginal(layout: ScalarLayout): void {
  if (layout.style !== SCALAR_STYLE.PLAIN) return
  if ((layout.allowedStylesMask & plainBit) !== 0) {
    // Text the library takes for plain and our reader for a number (`0X0`) is quoted too.
    const { tag, value } = layout.node
    if (tag.endsWith(':str') && typeof resolvePlainScalar(value) !== 'string') layout.style = SCALAR_STYLE.DOUBLE_QUOTED
    return
  }
  const readsAsText = layout.presenterOptions.schema
    .resolveImplicitScalarTag(layout.node.value)
    .tag.tagName.endsWith(':str')
  const single = readsAsText && (layout.allowedStylesMask & singleBit) !== 0
  layout.style = single ? SCALAR_STYLE.SINGLE_QUOTED : SCALAR_STYLE.DOUBLE_QUOTED
}

const rules = DEFAULT_SCALAR_STYLE_RULES
const styleRules = [
  rules.doubleQuoteForInvisibles,
  rules.doubleQuoteWhitespaceOnly,
  rules.tryLongOrMultilineAsBlock,
  quoteAsOriginal,
  rules.fallbackToDoubleQuoted,
] as const
