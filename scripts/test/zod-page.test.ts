import { describe, expect, it } from 'vitest'
import { kubernetesVocabulary } from '../../packages/meta/src/vocabulary.ts'
import { fromZod } from '../../packages/resources/src/define/zod-schema.ts'
import * as define from '../../packages/resources/src/define/define.ts'
import { toOpenApi } from '../../packages/schema/src/open-api.ts'
import { readPart, writePart } from '../pages.mjs'

const page = 'docs/guide/zod.md'

/** The expressions of the table, which are its first column. */
function expressionsOf(part: string): readonly string[] {
  return Array.from(part.matchAll(/^\| `([^`]+)` \|/gm), ([, text = '']) => text)
}

function rowOf(expression: string): string {
  const type: define.z.ZodType = new Function(...Object.keys(define), `return ${expression}`)(...Object.values(define))
  try {
    const { schema, needsZod } = fromZod(define.z.object({ x: type }))
    const { root } = toOpenApi(schema, {
      version: 3,
      vocabulary: kubernetesVocabulary,
      name: 'root',
      refName: (name) => name,
    })
    const { x } = Object(root).properties
    return `| \`${expression}\` | \`${JSON.stringify(x)}\` | ${needsZod ? 'schema and zod' : 'schema'} |`
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return `| \`${expression}\` | **refused** | ${error.message.replace(/^schema\.x(?:\[\])?: /, '')} |`
  }
}

describe(page, () => {
  it('says of every zod type what the code makes of it', () => {
    const before = readPart(page, 'zod')
    const expressions = expressionsOf(before)
    expect(expressions.length).toBeGreaterThan(60)
    const text = ['| zod | published as | judged by |', '|---|---|---|', ...expressions.map(rowOf)].join('\n')
    if (process.env['PINNACE_WRITE_DOCS'] === '1') writePart(page, 'zod', text)
    expect(readPart(page, 'zod')).toBe(text)
  })

  it('has every type that zod exports a constructor of and users write', () => {
    const text = expressionsOf(readPart(page, 'zod')).join('\n')
    const types = ['string', 'number', 'boolean', 'object', 'array', 'record', 'tuple', 'union', 'discriminatedUnion']
    const others = ['enum', 'literal', 'lazy', 'date', 'bigint', 'map', 'set', 'custom', 'unknown', 'null', 'coerce']
    for (const name of [...types, ...others]) expect(text).toContain(`z.${name}`)
    for (const method of ['transform', 'refine', 'nullable', 'default', 'optional', 'catch']) {
      expect(text).toContain(`.${method}(`)
    }
  })
})
