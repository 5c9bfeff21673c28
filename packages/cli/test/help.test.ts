import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { flagGroups, parseFlags } from '../src/flags.ts'
import { formatHelp } from '../src/help/format-help.ts'
import { quoteShell } from '../src/help/quote-shell.ts'
import { commandList } from '../src/help/command-list.ts'
import { main } from '../src/index.ts'
import { commands } from '../src/main.ts'

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = ''
  let err = ''
  const code = await main(args, { out: (text) => void (out += text), err: (text) => void (err += text), columns: 60 })
  return { code, out, err }
}

describe('--help', () => {
  it('is grouped, has examples and exit codes, and is as wide as the terminal', () => {
    const text = formatHelp(flagGroups, 60)
    for (const part of ['Commands:', 'Examples:', 'Serving flags:', 'Audit flags:', 'Exit codes: 0'])
      expect(text).toContain(part)
    const tooLong = text
      .split('\n')
      .filter((line) => line.startsWith('      ') && line.length > 60 && line.trim().includes(' '))
    expect(tooLong).toEqual([])
  })
})

describe('the list of commands', () => {
  it('has every command, each once', () => {
    const names = commandList.map(({ name }) => name)
    expect(names.toSorted()).toEqual([...commands.keys(), 'start', 'version'].toSorted())
  })
})

describe('pinnace help', () => {
  it('explains one flag, with or without dashes, or a command', async () => {
    const { code, out } = await run('help', '--simulated-nodes')
    expect(code).toBe(0)
    expect(out).toMatch(/^Controller flags:\n {2}--simulated-nodes COUNT\n {6}Number of simulated nodes/)
    expect((await run('help', 'simulated-nodes')).out).toBe(out)
    expect((await run('help', 'backup')).out).toContain('Usage: pinnace backup --data-dir DIR TARGET')
    expect((await run('help')).out).toBe(formatHelp(flagGroups, 60))
  })

  it('suggests a name that is close', async () => {
    expect(await run('help', 'simulate-nodes')).toEqual({
      code: 2,
      out: '',
      err: 'pinnace: there is no flag and no command "simulate-nodes"; did you mean simulated-nodes?\nsee "command-arguments" in docs/errors.md\n',
    })
  })
})

describe('a misspelled argument', () => {
  it.each([
    ['--simulate-nodes=1', 'unknown flag: --simulate-nodes; did you mean --simulated-nodes?'],
    ['--secureport=1', 'unknown flag: --secureport; did you mean --secure-port?'],
    ['--zzzzzz', 'unknown flag: --zzzzzz'],
    ['restor', 'unexpected argument "restor"; did you mean restore?'],
    ['extra', 'unexpected argument "extra"'],
  ])('%s', (argument, message) => {
    expect(() => parseFlags([argument])).toThrow(new RegExp(`^${message.replaceAll(/[?.]/g, '\\$&')}$`))
  })
})

describe('version', () => {
  it('is a command and a flag', async () => {
    expect((await run('version')).out).toMatch(/^pinnace \d+\.\d+\.\d+\n$/)
    expect(await run('version')).toEqual(await run('--version'))
  })
})

describe('a feature gate that does not exist', () => {
  it('is an invalid flag, and named', async () => {
    const { code, err } = await run('--feature-gates=Foo=true')
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('--feature-gates: ') })
    expect(err).toContain('Foo')
  })
})

describe('a word of a command line', () => {
  it('is quoted where a shell would read it otherwise', () => {
    expect(quoteShell('/home/a/pinnace.kubeconfig')).toBe('/home/a/pinnace.kubeconfig')
    expect(quoteShell("/my files/it's")).toBe(`'/my files/it'\\''s'`)
  })
})

describe('completion', () => {
  it.each(['bash', 'zsh', 'fish'])('has every flag and command for %s', async (shell) => {
    const { code, out } = await run('completion', shell)
    expect(code).toBe(0)
    for (const { flags } of flagGroups) for (const { name } of flags) expect(out).toContain(name)
    for (const command of ['api-diff', 'restore']) expect(out).toContain(command)
  })

  it('completes in bash', async () => {
    const { out } = await run('completion', 'bash')
    const complete = (...words: string[]): string[] => {
      const script = `${out}\nCOMP_WORDS=(pinnace ${words.map(quoteShell).join(' ')}); COMP_CWORD=${words.length}; _pinnace; printf '%s\\n' "\${COMPREPLY[@]}"`
      const { stdout, status, stderr } = spawnSync('bash', ['--norc', '-c', script], {
        encoding: 'utf8',
        timeout: 10_000,
      })
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      return stdout.trim().split('\n')
    }
    expect(complete('--simul')).toEqual(['--simulated-nodes', '--simulated-stages'])
    expect(complete('--vocabulary', '=', 'k')).toEqual(['kubernetes'])
    expect(complete('rest')).toEqual(['restore'])
  })

  it('refuses other shells', async () => {
    const { code, err } = await run('completion', 'zhs')
    expect({ code, err }).toEqual({
      code: 2,
      err: 'pinnace: completion takes one of bash, fish, zsh, not "zhs"; did you mean zsh?\nsee "command-arguments" in docs/errors.md\n',
    })
  })
})
