import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { main } from '../src/main.ts'

const folder = mkdtempSync(join(tmpdir(), 'api-diff-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const document = (type: string): string =>
  JSON.stringify({
    openapi: '3.0.0',
    paths: {},
    components: { schemas: { Spec: { type: 'object', properties: { size: { type } } } } },
  })
const old = file('old.json', document('string'))
const next = file('next.json', document('integer'))
const kinds = (name: string, field: string): string =>
  file(
    name,
    `export const kind = { group: 'example.dev', version: 'v1', kind: 'Widget', resource: 'widgets', scope: 'Cluster', verbs: ['get'], subresources: {}, openApiName: 'Widget', schema: () => ({ type: 'object', fields: new Map([['${field}', { name: '${field}', schema: { type: 'string' } }]]) }) }\n`,
  )

async function diff(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  let out = ''
  let err = ''
  const code = await main(['api-diff', ...args], {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
  })
  return { code, out, err }
}

describe('pinnace api-diff', () => {
  it('exits 0 without breaking changes', async () => {
    expect(await diff(old, old)).toEqual({ code: 0, out: 'no changes\n', err: '' })
  })

  it('exits 1 with breaking changes, and lists them', async () => {
    expect(await diff(old, next)).toEqual({
      code: 1,
      out: 'breaking: Spec.size has type "integer", not "string"\n',
      err: '',
    })
    const { code, out } = await diff('--output', 'json', old, next)
    expect([code, JSON.parse(out)]).toEqual([
      1,
      [{ effect: 'breaking', element: 'Spec.size', message: 'has type "integer", not "string"' }],
    ])
  })

  it('reads YAML, and modules that export resource definitions', async () => {
    const yaml = file(
      'old.yaml',
      'swagger: "2.0"\npaths: {}\ndefinitions:\n  Spec: { type: object, properties: { size: { type: string } } }\n',
    )
    expect((await diff(yaml, old)).out).toBe('no changes\n')
    expect((await diff(kinds('one.mjs', 'size'), kinds('two.mjs', 'amount'))).out).toBe(
      'breaking: Widget.size is gone\ncompatible: Widget.amount is new\n',
    )
  })

  it.each<[readonly string[], number, string]>([
    [[old], 2, 'pinnace: api-diff compares two files, not 1\n'],
    [[old, old, old], 2, 'pinnace: api-diff compares two files, not 3\n'],
    [['--output=xml', old, old], 2, 'pinnace: --output must be "text" or "json", not "xml"\n'],
    [['--quick', old, old], 2, 'pinnace: unknown flag: --quick\n'],
    [[file('bad.json', '{'), old], 1, 'bad.json: '],
    [[file('none.mjs', 'export const a = 1\n'), old], 1, 'none.mjs: the module exports no resource definition\n'],
    [[join(folder, 'missing.json'), old], 1, 'missing.json: ENOENT'],
  ])('rejects %j', async (args, code, message) => {
    const answer = await diff(...args)
    expect(answer.code).toBe(code)
    expect(answer.err).toContain(message)
  })

  it('prints its usage', async () => {
    expect((await diff('--help')).out).toContain('Usage: pinnace api-diff [--output text|json] OLD NEW')
  })
})
