import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { flagGroups, parseFlags } from '../src/flags.ts'
import { formatHelp } from '../src/help/format-help.ts'
import { main } from '../src/index.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinnace-cli-'))
})

afterEach(() => rm(folder, { recursive: true }))

function capture(): {
  readonly lines: string[]
  out(text: string): void
  err(text: string): void
  until(text: string): Promise<string>
} {
  const lines: string[] = []
  let wake = (): void => {}
  const add = (text: string): void => {
    lines.push(text)
    wake()
  }
  return {
    lines,
    out: add,
    err: add,
    async until(text) {
      while (!lines.join('').includes(text)) await new Promise<void>((resolve) => (wake = resolve))
      return lines.join('')
    },
  }
}

describe('flags', () => {
  it('are parsed with a space or an equals sign; the last value wins', () => {
    expect(parseFlags(['--secure-port', '1', '--secure-port=0', '--vocabulary=kubernetes', '-v', '2'])).toMatchObject({
      securePort: 0,
      vocabulary: 'kubernetes',
      verbosity: 2,
      bindAddress: '127.0.0.1',
      storage: 'memory',
    })
  })

  it.each([
    [['--nope'], 'unknown flag: --nope'],
    [['extra'], 'unexpected argument "extra"'],
    [['--secure-port'], 'flag needs a value: --secure-port'],
    [['--secure-port=x'], '--secure-port must be a number from 0 to 65535, not "x"'],
    [['--secure-port=70000'], '--secure-port must be a number from 0 to 65535, not "70000"'],
    [['--advertise-address=here'], '--advertise-address must be an IP address, not "here"'],
    [['--vocabulary=other'], '--vocabulary must be one of platform, kubernetes, not "other"'],
    [['--storage=disk'], '--storage must be one of memory, not "disk"'],
    [['-v', 'loud'], '-v must be a number from 0 to 99, not "loud"'],
  ])('rejects %j', (args, message) => {
    expect(() => parseFlags(args)).toThrow(message)
  })

  it('lists every flag in its help', () => {
    for (const flag of [
      '--secure-port',
      '--bind-address',
      '--write-kubeconfig',
      '--vocabulary',
      '--storage',
      '--token-auth-file',
      '-v',
    ]) {
      expect(formatHelp(flagGroups)).toContain(flag)
    }
  })
})

describe('the command', () => {
  it('serves until SIGTERM, and exits 0', async () => {
    const output = capture()
    const kubeconfig = join(folder, 'config')
    const code = main(['--secure-port=0', `--write-kubeconfig=${kubeconfig}`, '--vocabulary=kubernetes'], output)
    const text = await output.until('rollout status')
    expect(text).toMatch(/^serving https:\/\/127\.0\.0\.1:\d+\n/)
    expect(text.match(/kubectl --kubeconfig/g)).toHaveLength(4)
    expect(await readFile(kubeconfig, 'utf8')).toContain('client-certificate-data')
    expect((await stat(kubeconfig)).mode & 0o777).toBe(0o600)
    process.emit('SIGTERM')
    expect(await code).toBe(0)
  })

  it('exits 2 for invalid flags, and 1 when it cannot start', async () => {
    const output = capture()
    expect(await main(['--nope'], output)).toBe(2)
    expect(output.lines.join('')).toBe('pinnace: unknown flag: --nope\nsee "command-arguments" in docs/errors.md\n')
    expect(await main(['--secure-port=0', `--token-auth-file=${join(folder, 'none')}`], output)).toBe(1)
    await writeFile(join(folder, 'tokens'), 'only-a-token\n')
    expect(await main(['--secure-port=0', `--token-auth-file=${join(folder, 'tokens')}`], output)).toBe(1)
    expect(output.lines.at(-1)).toContain('token file line 1: at least 3 columns')
  })

  it('prints its version and its help', async () => {
    const output = capture()
    expect(await main(['--version'], output)).toBe(0)
    expect(await main(['--help'], output)).toBe(0)
    expect(output.lines[0]).toMatch(/^pinnace \d+\.\d+\.\d+\n$/)
  })
})

it('stops for a signal that arrives while it starts or prints that it serves, and leaves no listener', async () => {
  const listeners = process.listenerCount('SIGTERM')
  const lines: string[] = []
  const code = await main(['--secure-port=0', `--write-kubeconfig=${join(folder, 'kubeconfig')}`], {
    out(text) {
      lines.push(text)
      if (text.startsWith('serving')) process.emit('SIGTERM')
    },
    err: () => {},
  })
  expect([code, lines[0]]).toEqual([0, expect.stringMatching(/^serving /)])
  expect(process.listenerCount('SIGTERM')).toBe(listeners)
})
