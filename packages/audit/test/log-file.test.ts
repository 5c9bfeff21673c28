import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createFakeClock } from '@pinnace/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openLogFile } from '../src/log-file.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinnace-audit-'))
  path = join(folder, 'audit.log')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const rotated = async (): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => name !== 'audit.log').sort()

describe('a log file', () => {
  it('is appended to in order, and keeps what it has', async () => {
    await writeFile(path, 'before\n')
    const file = await openLogFile(path)
    await Promise.all(Array.from({ length: 100 }, (_, number) => file.write(`${number}\n`)))
    await file.close?.()
    const text = await readFile(path, 'utf8')
    expect(text).toBe(['before', ...Array.from({ length: 100 }, (_, number) => String(number)), ''].join('\n'))
  })

  it('is rotated before it would exceed its size, by the time', async () => {
    const clock = createFakeClock('2030-01-01T00:00:00Z')
    const file = await openLogFile(path, { maxBytes: 10, clock })
    await file.write('12345678\n')
    await clock.advance(1500)
    await file.write('abcdefgh\n')
    await file.close?.()
    expect(await rotated()).toEqual(['audit-2030-01-01T00-00-01.500.log'])
    expect(await readFile(join(folder, 'audit-2030-01-01T00-00-01.500.log'), 'utf8')).toBe('12345678\n')
    expect(await readFile(path, 'utf8')).toBe('abcdefgh\n')
  })

  it('keeps so many rotated files and none that is too old; compresses them; touches no other file', async () => {
    const clock = createFakeClock('2030-01-01T00:00:00Z')
    await writeFile(join(folder, 'audit-2029-01-01T00-00-00.000.log'), 'old')
    await writeFile(join(folder, 'audit-notes.log'), 'notes')
    const file = await openLogFile(path, { maxBytes: 4, maxBackups: 2, maxAgeMs: 86_400_000, compress: true, clock })
    for (const text of ['one\n', 'two\n', 'tri\n', 'fou\n']) {
      await file.write(text)
      await clock.advance(1000)
    }
    await file.close?.()
    expect(await rotated()).toEqual([
      'audit-2030-01-01T00-00-02.000.log.gz',
      'audit-2030-01-01T00-00-03.000.log.gz',
      'audit-notes.log',
    ])
    const bytes = await readFile(join(folder, 'audit-2030-01-01T00-00-03.000.log.gz'))
    expect(gunzipSync(bytes).toString()).toBe('tri\n')
  })

  it('rejects what cannot be written, and writes again when that is possible', async () => {
    const file = await openLogFile(path)
    await file.write('one\n')
    await file.close?.()
    await rm(folder, { recursive: true })
    await expect(file.write('lost\n')).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(file.write('lost\n')).rejects.toMatchObject({ code: 'ENOENT' })
    await mkdir(folder)
    await file.write('two\n')
    await file.close?.()
    expect(await readFile(path, 'utf8')).toBe('two\n')
  })

  it('is refused at once where it cannot be opened', async () => {
    await expect(openLogFile(join(folder, 'missing', 'audit.log'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  // /dev/full answers every write as a disk without space does.
  const hasFullDevice = existsSync('/dev/full')
  const name = hasFullDevice ? 'rejects each write to a full disk' : 'there is no /dev/full; nothing was judged'
  it.skipIf(!hasFullDevice)(name, async () => {
    const file = await openLogFile('/dev/full')
    await expect(file.write('one\n')).rejects.toMatchObject({ code: 'ENOSPC' })
    await expect(file.write('two\n')).rejects.toMatchObject({ code: 'ENOSPC' })
    await file.close?.()
  })
})
