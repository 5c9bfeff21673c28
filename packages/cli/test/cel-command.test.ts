import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { main } from '../src/main.ts'

const folder = mkdtempSync(join(tmpdir(), 'pinnace-cel-'))
afterAll(() => rmSync(folder, { recursive: true }))
const deployment = join(folder, 'deployment.yaml')
writeFileSync(deployment, 'kind: Deployment\nspec: { replicas: 3, labels: { a: b } }\n')
const broken = join(folder, 'broken.yaml')
writeFileSync(broken, 'a: [\n')

async function cel(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  let out = ''
  let err = ''
  const code = await main(['cel', ...args], {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
  })
  return { code, out, err }
}

describe('pinnace cel', () => {
  it.each<[readonly string[], string]>([
    [['object.spec.replicas < 3', '--object', deployment], 'value: false\ntype: bool\ncost: 4\n'],
    [
      ['object.spec', `--object=${deployment}`],
      'value: {\n  "replicas": 3,\n  "labels": {\n    "a": "b"\n  }\n}\ntype: map(dyn, dyn)\ncost: 2\n',
    ],
    [["quantity('1Gi').isGreaterThan(quantity('1M'))", '--output=json'], '{"value":true,"type":"bool","cost":3}\n'],
    [['[1, 2].map(x, x * 2)', '--output', 'json'], '{"value":[2,4],"type":"list(int)","cost":29}\n'],
    [
      ["{'a': dyn(b'hi'), 'd': dyn(1u)}", '--output=json'],
      '{"value":{"a":"aGk=","d":1},"type":"map(string, dyn)","cost":0}\n',
    ],
    [
      ['oldObject == null && self == null && params == null', '--output=json'],
      '{"value":true,"type":"bool","cost":6}\n',
    ],
    [
      ['[optional.none(), optional.of(duration("90s"))][1]', '--output=json'],
      '{"value":"90s","type":"optional_type(duration)","cost":14}\n',
    ],
  ])('%j', async (args, out) => {
    expect(await cel(...args)).toEqual({ code: 0, out, err: '' })
  })

  it.each<[readonly string[], string]>([
    [
      ['1 + "a"'],
      "ERROR: <input>:1:3: found no matching overload for '_+_' applied to '(int, string)'\n | 1 + \"a\"\n | ..^\n",
    ],
    [
      ['object.spec.size', '--object', deployment],
      'ERROR: <input>:1:12: no such key: size\n | object.spec.size\n | ...........^\n',
    ],
    [['1 / 0'], 'ERROR: <input>:1:3: division by zero\n | 1 / 0\n | ..^\n'],
    [['[1, 2, 3].all(x, x > 0)', '--cost-limit', '5'], 'operation cancelled: actual cost limit exceeded'],
    [['object.a', '--object', broken], `pinnace: ${broken}: `],
  ])('%j has no value', async (args, err) => {
    const outcome = await cel(...args)
    expect([outcome.code, outcome.out]).toEqual([1, ''])
    expect(outcome.err).toContain(err)
  })

  it.each<[readonly string[], string]>([
    [[], 'cel evaluates one expression, not 0; quote it for the shell'],
    [['a', 'b'], 'cel evaluates one expression, not 2; quote it for the shell'],
    [['a', '--foo'], 'unknown flag: --foo'],
    [['a', '--object'], '--object needs a value'],
    [['a', '--output=xml'], '--output must be "text" or "json", not "xml"'],
    [['a', '--cost-limit=x'], '--cost-limit must be a number, not "x"'],
  ])('%j are invalid arguments', async (args, message) => {
    expect(await cel(...args)).toEqual({
      code: 2,
      out: '',
      err: `pinnace: ${message}\nsee "command-arguments" in docs/errors.md\n`,
    })
  })

  it('prints its help', async () => {
    const { code, out } = await cel('--help')
    expect(code).toBe(0)
    expect(out).toContain("Usage: pinnace cel 'EXPRESSION' [flags]")
  })
})
