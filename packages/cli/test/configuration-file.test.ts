import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { configurationPath, readConfigurationFile } from '../src/configuration-file.ts'
import { flagGroups, parseFlags } from '../src/flags.ts'

const flags = flagGroups.flatMap((group) => group.flags)

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinnace-config-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function read(text: string): Promise<readonly string[]> {
  const path = join(folder, 'pinnace.yaml')
  await writeFile(path, text)
  return readConfigurationFile(path, flags)
}

const head = 'apiVersion: config.pinnace.dev/v1\nkind: CommandConfiguration\n'

describe('a configuration file', () => {
  it('has flags by name, and the command line wins', async () => {
    const args = await read(
      `${head}flags:\n  secure-port: 0\n  anonymous-auth: false\n  controllers: ['*', -ttl-after-finished-controller]\n`,
    )
    expect(args).toEqual([
      '--secure-port=0',
      '--anonymous-auth=false',
      '--controllers=*',
      '--controllers=-ttl-after-finished-controller',
    ])
    expect(parseFlags([...args, '--secure-port=1', '--config=pinnace.yaml'])).toMatchObject({
      securePort: 1,
      anonymousAuth: false,
      controllers: ['*', '-ttl-after-finished-controller'],
    })
  })

  it('may be without flags', async () => {
    expect(await read(head)).toEqual([])
  })

  it.each([
    ['[]', 'the document must be an object'],
    ['kind: CommandConfiguration', 'apiVersion must be config.pinnace.dev/v1, not undefined'],
    [`${head}flag: {}`, 'unknown field flag'],
    [`${head}flags: []`, 'flags must be an object'],
    [`${head}flags: {secure-prt: 1}`, 'unknown field flags.secure-prt; did you mean secure-port?'],
    [`${head}flags: {config: other}`, 'unknown field flags.config'],
    [`${head}flags: {load: [a, {}]}`, 'flags.load[1] must be a string, a number, a boolean or a list of them'],
    [`${head}flags: {v: null}`, 'flags.v must be a string, a number, a boolean or a list of them'],
    ['a: b: c', 'bad indentation'],
  ])('is refused: %j', async (text, message) => {
    const error = await read(text).then(
      () => undefined,
      (reason: Error) => reason,
    )
    expect(error?.message).toContain(`--config: ${join(folder, 'pinnace.yaml')}: `)
    expect(error?.message).toContain(message)
  })

  it('is named by the last --config', () => {
    expect(configurationPath(['--config', 'a', '--config=b', '-v', '1'])).toBe('b')
    expect(configurationPath(['--configuration=a'])).toBeUndefined()
    expect(() => configurationPath(['--config'])).toThrow('flag needs a value: --config')
  })
})
