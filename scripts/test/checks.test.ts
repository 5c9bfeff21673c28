import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createReader, rollUp } from '../api.mjs'
import { cyclesOf, importsOf, shortestCycle } from '../cycles.mjs'
import { floorErrors, folderGraph } from '../floors.mjs'
import { hostErrors } from '../hosts.mjs'
import { layerErrors } from '../layers.mjs'
import { stepsOf } from '../orders.mjs'
import { failedFilesOf, sumResults } from '../results.mjs'
import { densitiesOf, offendersOf, shapeOf } from '../shape.mjs'
import { compareLists } from '../shrinking-list.mjs'
import { wordErrors } from '../words.mjs'
import { root } from '../workspace.mjs'

describe('words', () => {
  const file = 'packages/server/src/verbs/get.ts'

  it.each([
    ['const now = Date.now()', 'Date.now'],
    ['const now = new Date()', 'new Date()'],
    ['const lot = Math.random()', 'Math.random'],
    ['setTimeout(stop, 5)', 'setTimeout'],
    ['const id = randomUUID()', 'randomUUID'],
    [`const group = 'networking.k8s.io'`, 'product name'],
    [`const kubeThing = 1`, 'product name'],
    ['function read(value: any): void {}', 'any'],
    ['const list = value as any', 'any'],
    ['const list: Array<any> = []', 'any'],
    ['// TODO: later', 'unfinished'],
    ['// @ts-ignore', 'unfinished'],
  ])('are rejected: %s', (line, says) => {
    expect(wordErrors(file, line).join()).toContain(says)
  })

  it.each([
    'const time = new Date(ms)',
    `// upstream: kube-openapi/pkg/builder – how it is there`,
    '/** Where it stands in documents: `io.k8s.api`. */',
    'const { kubeconfig } = await server.listen()',
    `const word = 'any time'`,
    'const version: string = info.kubeletVersion',
    `const url = 'https://host/any'`,
  ])('are accepted: %s', (line) => {
    expect(wordErrors(file, line)).toEqual([])
  })

  it('are accepted in their own files', () => {
    expect(wordErrors('packages/meta/src/time/clock.ts', 'now: () => Date.now(),')).toEqual([])
    expect(wordErrors('packages/meta/src/vocabulary.ts', `const domain = 'k8s.io'`)).toEqual([])
    expect(wordErrors('packages/meta/src/vocabulary.ts', 'const now = Date.now()')).toHaveLength(1)
  })

  it('are reported with their line, after comments of several lines', () => {
    expect(wordErrors(file, '/*\n * a\n */\nconst now = Date.now()')[0]).toContain(`${file}:4:`)
  })
})

describe('hosts', () => {
  it.each([
    '    resolution: {tarball: https://registry.example.org/a.tgz}',
    'registry=https://example.org/',
    '//host/:_authToken=x',
  ])('are rejected: %s', (line) => {
    expect(hostErrors('pnpm-lock.yaml', line)).toHaveLength(1)
  })

  it('are not seen in digests and schemas', () => {
    expect(hostErrors('pnpm-lock.yaml', '    resolution: {integrity: sha512-a+b/c==}')).toEqual([])
    expect(hostErrors('package.json', '  "homepage": "https://example.org",')).toEqual([])
  })
})

describe('layers', () => {
  it('let imports go down only', () => {
    expect(layerErrors('server', ['meta', 'store'])).toEqual([])
    expect(layerErrors('schema', ['server'])).toHaveLength(1)
    expect(layerErrors('authn', ['authz'])).toHaveLength(1)
    expect(layerErrors('store', ['meta'])).toHaveLength(1)
  })
})

describe('orders', () => {
  it('are the calls between the markers, downwards, what is called first before what it is given to', () => {
    const text = [
      'const never = before()',
      '  // order: begin',
      '  const a = await first(core)',
      '  // second(core)',
      '  if (a) {',
      '    const b = proposal.third(a?.b)',
      '    await within(core, fourth(core))',
      '    trail = core.auditor?.begin(a)',
      '  // order: end',
      'after()',
    ].join('\n')
    expect(stepsOf(text)).toEqual(['first', 'proposal.third', 'fourth in within', 'auditor.begin'])
  })

  it('are asked for where there are none', () => {
    expect(() => stepsOf('first()')).toThrow('no order')
  })
})

describe('results', () => {
  const good = JSON.stringify({ numPassedTests: 3, numFailedTests: 0, success: true, testResults: [] })

  it('are added up', () => {
    const bad = JSON.stringify({ numPassedTests: 1, numFailedTests: 2, success: false, testResults: [] })
    expect(
      sumResults([
        ['a', good],
        ['b', bad],
      ]),
    ).toMatchObject({ passed: 4, failed: 2 })
  })

  it.each([
    ['left none', undefined],
    ['broke off within its result', '{"numPassedTests": 3'],
    ['ran no tests', JSON.stringify({ numPassedTests: 0, numFailedTests: 0, success: true, testResults: [] })],
    ['had an error outside of its tests', JSON.stringify({ numPassedTests: 3, numFailedTests: 0, success: false })],
    ['skipped one', JSON.stringify({ numPassedTests: 3, numFailedTests: 0, numPendingTests: 1, success: true })],
    [
      'has a file that cannot be loaded',
      JSON.stringify({
        numPassedTests: 3,
        numFailedTests: 0,
        success: false,
        testResults: [{ status: 'failed', assertionResults: [] }],
      }),
    ],
  ])('count a suite that %s as a failure', (_, text) => {
    expect(
      sumResults([
        ['a', good],
        ['b', text],
      ]).failed,
    ).toBe(1)
  })
})

describe('results of failed tests', () => {
  const resultOf = (statuses: Record<string, string>) => {
    const of = (wanted: string) => Object.values(statuses).filter((status) => status === wanted).length
    return JSON.stringify({
      numPassedTests: of('passed'),
      numFailedTests: of('failed'),
      success: of('failed') === 0,
      testResults: [
        {
          name: join(root, 'packages/a/test/a.test.ts'),
          status: of('failed') === 0 ? 'passed' : 'failed',
          assertionResults: Object.entries(statuses).map(([fullName, status]) => ({
            fullName,
            status,
            failureMessages: status === 'failed' ? ['expected 1 to be 2'] : [],
          })),
        },
      ],
    })
  }
  const first = resultOf({ adds: 'failed', removes: 'failed', lists: 'passed' })

  it('are named with their message', () => {
    expect(sumResults([['tests', first]])).toEqual({
      lines: [
        'failed: packages/a/test/a.test.ts > adds\n    expected 1 to be 2',
        'failed: packages/a/test/a.test.ts > removes\n    expected 1 to be 2',
        'tests: 1 passed, 2 failed',
      ],
      passed: 1,
      failed: 2,
    })
    expect(failedFilesOf(first)).toEqual([join(root, 'packages/a/test/a.test.ts')])
  })

  it('are unsteady where they pass when run again, and count as failed where they do not', () => {
    const again = resultOf({ adds: 'passed', removes: 'failed', lists: 'passed' })
    expect(sumResults([['tests', first, again]])).toEqual({
      lines: [
        'unsteady: packages/a/test/a.test.ts > adds\n    expected 1 to be 2',
        'failed: packages/a/test/a.test.ts > removes\n    expected 1 to be 2',
        'tests: 2 passed, 1 failed (1 unsteady)',
      ],
      passed: 2,
      failed: 1,
    })
    expect(sumResults([['tests', first, undefined]]).failed).toBe(2)
    expect(sumResults([['tests', first, resultOf({ adds: 'passed', removes: 'passed' })]]).failed).toBe(0)
  })

  it('do not hide a file that cannot be loaded', () => {
    const name = join(root, 'packages/a/test/a.test.ts')
    const broken = JSON.stringify({
      numPassedTests: 3,
      numFailedTests: 0,
      success: false,
      testResults: [{ name, status: 'failed', message: 'no such module', assertionResults: [] }],
    })
    expect(sumResults([['tests', broken, broken]]).failed).toBe(1)
    expect(sumResults([['tests', broken, resultOf({ adds: 'passed' })]]).failed).toBe(0)
  })
})

describe('results of tests without their engine', () => {
  it('are counted as neither passed nor failed, and named', () => {
    const file = (fullName: string) => ({
      status: 'passed',
      assertionResults: [
        { status: 'passed', fullName: 'a store passes' },
        { status: 'skipped', fullName },
      ],
    })
    const text = JSON.stringify({
      numPassedTests: 2,
      numFailedTests: 0,
      numPendingTests: 2,
      success: true,
      testResults: [file('no engine is installed; nothing was judged one member puts'), file('one member puts')],
    })
    expect(sumResults([['tests', text]])).toEqual({
      lines: ['tests: 2 passed, 1 failed (1 skipped, nothing was judged by 1)'],
      passed: 2,
      failed: 1,
    })
  })
})

describe('shape', () => {
  const file = 'packages/apply/src/merge.ts'
  const keysOf = (text: string) => offendersOf([{ file, ...shapeOf(file, text) }]).map(({ key }) => key)

  it('reports functions over 80 lines by the names they stand below', () => {
    const body = 'f()\n'.repeat(79)
    expect(keysOf(`export const merge = () => {\n${body}}\n`)).toEqual(['lines src/merge.ts merge'])
    expect(keysOf(`class Tree {\n#walk() {\n${body}}\n}\n`)).toEqual(['lines src/merge.ts Tree.walk'])
    expect(keysOf(`function merge() {\n${body.slice(4)}}\n`)).toEqual([])
  })

  it('reports functions with more than four positional parameters', () => {
    expect(keysOf('function f(a: 1, b: 1, c: 1, d: 1, e?: 1) {}')).toEqual(['parameters src/merge.ts f'])
    expect(keysOf('const o = { m(this: void, a: 1, b: 1, c: 1, { d, e, f }: O) {} }')).toEqual([])
    expect(keysOf('function f(a: 1, b: 1, c: 1, d: 1, e: 1): void\nfunction f(...all: 1[]): void {}')).toEqual([])
  })

  it('counts non-null assertions per 1,000 lines, of a package and of all', () => {
    const text = 'a!.b\nlet c!: string\na != b\n!a\n'
    const densities = densitiesOf([
      { file, ...shapeOf(file, text) },
      { file: 'packages/meta/src/a.ts', ...shapeOf('a.ts', 'a\nb\nc\nd\n') },
    ])
    expect(Object.fromEntries(densities)).toEqual({ 'packages/apply': 500, packages: 250, 'packages/meta': 0 })
    expect(keysOf(text)).toEqual(['nonNull', 'nonNull'])
  })
})

describe('lists that may only shrink', () => {
  it('tell what is new and what is no longer needed', () => {
    const compared = compareLists({ 'packages/meta': ['a', 'b'] }, { 'packages/meta': ['b'], 'packages/apply': ['a'] })
    expect(compared).toEqual({ added: ['packages/meta a'], gone: ['packages/apply a'] })
  })
})

describe('import cycles', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['a']],
    ['d', ['e']],
    ['e', ['d', 'f']],
    ['f', []],
  ])

  it('are the groups of files that reach each other', () => {
    expect(cyclesOf(graph)).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ])
    expect(cyclesOf(new Map([['a', ['a']]]))).toEqual([['a']])
  })

  it('are shown by the shortest way back', () => {
    expect(shortestCycle(graph, 'b')).toEqual(['b', 'c', 'a', 'b'])
    expect(shortestCycle(graph, 'f')).toBeUndefined()
  })

  it('are made of every form of import', () => {
    const text = `import { a } from './a.ts'
      import type { B } from './b.ts'
      export { c } from './c.ts'
      export type * from './d.ts'
      const e = await import('./e.ts')
      type F = import('./f.ts').F
      // import { g } from './g.ts'`
    expect(importsOf('h.ts', text)).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts', './e.ts', './f.ts'])
  })
})

describe('floors', () => {
  const graph = new Map([
    ['src/index.ts', ['src/verbs/get.ts']],
    ['src/verbs/get.ts', ['src/verbs/list.ts', 'src/storage/read.ts', 'other/file.ts']],
    ['src/verbs/list.ts', ['src/storage/read.ts']],
    ['src/storage/read.ts', [] as string[]],
  ])

  it('are those of folders', () => {
    expect(folderGraph(graph, 'src')).toEqual(
      new Map([
        ['index.ts', ['verbs']],
        ['verbs', ['storage']],
        ['storage', []],
      ]),
    )
  })

  it('are as many as the longest way down', () => {
    expect(floorErrors(folderGraph(graph, 'src'), 3)).toEqual([])
    expect(floorErrors(folderGraph(graph, 'src'), 2)).toEqual(['3 floors, of 2 at most'])
  })

  it('have no import that goes up', () => {
    const up = new Map([...graph, ['src/storage/read.ts', ['src/verbs/list.ts']]])
    expect(floorErrors(folderGraph(up, 'src'), 9)).toEqual(['an import goes up: storage -> verbs -> storage'])
  })
})

describe('the public API', () => {
  const files: Readonly<Record<string, string>> = {
    'dist/index.d.ts': `
      import type { Clock } from '@pinnace/meta';
      export { type Tree, createTree as createOrderedTree } from './tree.ts';
      export { systemClock } from '@pinnace/meta';
      /** What a walk takes. */
      export interface WalkOptions { readonly clock: Clock; /** @default 5 */ readonly depth?: number }`,
    'dist/tree.d.ts': `
      import type { Order } from './order.ts';
      export type { Order } from './order.ts';
      export interface Tree { readonly order: Order; }
      export declare function createTree(order: Order): Tree;
      export declare function createTree(): Tree;
      export declare function unreached(): void;`,
    'dist/order.d.ts': `export type Order = 'up' | 'down';`,
  }

  it('is what an entry exports and what that refers to, without comments', () => {
    const text = rollUp(
      'dist/index.d.ts',
      createReader((path) => files[path] ?? ''),
    )
    expect(text.split('\n\n')).toEqual([
      `import { Clock } from '@pinnace/meta'`,
      'export { createTree as createOrderedTree }',
      `export { systemClock } from '@pinnace/meta'`,
      'export interface Tree { readonly order: Order; }',
      'export interface WalkOptions { readonly clock: Clock;  readonly depth?: number }',
      'declare function createTree(order: Order): Tree;\ndeclare function createTree(): Tree;',
      `type Order = 'up' | 'down';`,
    ])
  })
})
