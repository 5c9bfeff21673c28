import { describe, expect, it } from 'vitest'
import { descriptionErrors, missingDescriptions } from '../missing-descriptions.mjs'
import { renderComment } from '../render-comment.mjs'

const types = [
  {
    type: 'a.v1.Widget',
    fields: [
      { inline: 'meta.v1.TypeMeta' },
      { name: 'metadata', type: 'meta.v1.ObjectMeta' },
      { name: 'size', type: 'int32' },
    ],
  },
  {
    type: 'a.v1.WidgetList',
    fields: [
      { inline: 'meta.v1.TypeMeta' },
      { name: 'metadata', type: 'meta.v1.ListMeta' },
      { name: 'items', type: '[]a.v1.Widget' },
    ],
  },
]

describe('the check of descriptions', () => {
  it('finds types and fields without one, but for those that the mechanism describes', () => {
    const keys = missingDescriptions(types, {}).map(({ folder, key }) => `${folder} ${key}`)
    expect(keys).toEqual(['a.v1.Widget the type', 'a.v1.Widget size'])
    expect(missingDescriptions(types, { 'a.v1.Widget': { '': 'Is a part.', size: 'In millimeters.' } })).toEqual([])
  })

  it('finds descriptions of what does not exist, and those that are no sentences', () => {
    const texts = { 'a.v1.Gadget': { '': 'Is unknown.' }, 'a.v1.Widget': { depth: 'Is unknown.', size: 'no sentence' } }
    expect(descriptionErrors(types, texts, /^none$/)).toEqual([
      'a.v1.Gadget is described, but is no type',
      'a.v1.Widget is described with "depth"',
      'a.v1.Widget size: begins with a small letter: no sentence',
    ])
    expect(descriptionErrors(types, { 'a.v1.Gadget': { '': 'Is known.' } }, /Gadget/)).toEqual([])
  })
})

describe('a comment of a declaration', () => {
  it('is one line where it fits', () => {
    expect(renderComment(['One of A, B.'], '  ')).toBe('  /** One of A, B. */')
  })

  it('has its paragraphs apart, and lines of 120 characters', () => {
    const lines = renderComment(['a.v1.Widget', 'word '.repeat(40).trim()]).split('\n')
    expect(lines.slice(0, 4)).toEqual(['/**', ' * a.v1.Widget', ' *', ` *${' word'.repeat(23)}`])
    expect(lines.at(-1)).toBe(' */')
  })

  it('cannot be ended by its text', () => {
    expect(renderComment(['a */ b'])).toBe('/** a * / b */')
  })
})
