import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { toYaml, yamlLines } from '../page/model/yaml-lines.ts'

const values: readonly unknown[] = [
  { a: 1, b: 'text', c: true, d: null, e: 1.5 },
  { empty: {}, list: [], nested: { deep: { deeper: [1, 2] } } },
  { items: [{ name: 'a', ports: [{ port: 80 }] }, { name: 'b' }, 'text', [1, [2]]] },
  { script: 'line one\nline two\n', other: 'no\nend', spaces: '  leading\nlines', tail: 'trailing \nspace' },
  {
    quoted: [
      'yes',
      'no',
      'null',
      '1',
      '1e3',
      '.5',
      '0x10',
      '2001-01-01',
      '',
      ' a ',
      'a: b',
      '# c',
      '- d',
      '*e',
      '@f',
      '"g"',
    ],
  },
  { 'key with: colon': 1, yes: 2, '': 3, '12': 4, 'a/b~c': 5 },
  [{ first: 'text\nblock\n', second: 2 }],
  { unicode: 'ä \u2028 \u0007 🙂', url: 'https://a.example/b?c=d#e' },
]

describe('YAML of an object', () => {
  it.each(values.map((value) => [JSON.stringify(value), value]))('reads back as the same value: %s', (_, value) => {
    expect(load(toYaml(value))).toEqual(value)
  })

  it('knows the field of every line', () => {
    const lines = yamlLines({ spec: { containers: [{ name: 'a', 'x/y': 1 }] } })
    expect(lines.map(({ text, pointer }) => [text, pointer])).toEqual([
      ['spec:', '/spec'],
      ['  containers:', '/spec/containers'],
      ['  - name: a', '/spec/containers/0/name'],
      ['    x/y: 1', '/spec/containers/0/x~1y'],
    ])
  })
})
