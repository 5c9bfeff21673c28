import { describe, expect, it } from 'vitest'
import { judgeRecording } from './crash-images/judge-recording.ts'
import { readTrace } from './crash-images/read-trace.ts'
import type { RecordedStep } from './crash-images/recording.ts'
import { variants, type VariantName } from './crash-images/variants.ts'

const lotteries = Number(process.env['PINNACE_LOTTERIES'] ?? 0.4)
const seed = Number(process.env['PINNACE_SEED'] ?? 1)

describe('crash images of 200 recorded operations', () => {
  it('open to a state that the acknowledged writes explain, at every boundary', async () => {
    const { images, errors, reached } = await judgeRecording({
      variant: 'recorded',
      lotteries,
      seed,
      maxErrors: 5,
    })
    console.info(`${images} images`)
    expect(errors).toEqual([])
    expect(reached).toContain(0)
    expect(reached).toContain(200)
    // One state for each commit, at least.
    expect(reached.size).toBeGreaterThan(50)
  }, 600_000)

  const planted = Object.keys(variants).filter((name) => name !== 'recorded') as VariantName[]
  it.each(planted)(
    'do not if %s',
    async (variant) => {
      const { errors } = await judgeRecording({ variant, lotteries: 1, seed, maxErrors: 1 })
      expect(errors.length).toBeGreaterThan(0)
    },
    60_000,
  )
})

describe('the reader of traces', () => {
  const path = '/tmp/a'
  const hex = (text: string): string => `"${Buffer.from(text).toString('hex').replaceAll(/../g, '\\x$&')}"`
  const named = (descriptor: number): string => `${descriptor}</tmp/a>`

  it('knows every way in which a file is written', () => {
    const trace = [
      `7 openat(AT_FDCWD, "a", O_WRONLY|O_DSYNC|O_CLOEXEC) = 9</tmp/a>`,
      `7 pwrite64(${named(8)}, ${hex('abc')}, 3, 4096) = 3`,
      `7 pwritev(${named(8)}, [{iov_base=${hex('ab')}, iov_len=2}, {iov_base=${hex('c')}, iov_len=1}], 2, 8192) = 3`,
      `7 lseek(${named(8)}, 100, SEEK_SET) = 100`,
      `7 writev(${named(8)}, [{iov_base=${hex('d')}, iov_len=1}], 1) = 1`,
      `7 write(${named(8)}, ${hex('e')}, 1 <unfinished ...>`,
      `8 pwrite64(4</tmp/other>, ${hex('x')}, 1, 0) = 1`,
      `7 <... write resumed>) = 1`,
      `7 fdatasync(${named(8)}) = 0`,
      `7 pwrite64(${named(9)}, ${hex('m')}, 1, 40) = 1`,
      `7 write(1<pipe:[1]>, ${hex('12\n')}, 3) = 3`,
    ].join('\n')
    const write = (offset: number, text: string, durable = false): RecordedStep => ({
      type: 'write',
      offset,
      bytes: Buffer.from(text),
      durable,
    })
    expect(readTrace(trace, path)).toEqual([
      write(4096, 'abc'),
      write(8192, 'abc'),
      write(100, 'd'),
      write(101, 'e'),
      { type: 'sync' },
      write(40, 'm', true),
      { type: 'acknowledged', operation: 12 },
    ])
  })

  it('refuses what it does not know, and what is cut off', () => {
    for (const [line, message] of [
      [`7 ftruncate(${named(8)}, 0) = 0`, 'ftruncate of /tmp/a is not known'],
      [`7 pwrite64(${named(8)}, ${hex('a')}..., 100, 0) = 100`, 'the trace is cut off'],
      [`7 pwrite64(${named(8)}, ${hex('ab')}, 2, 0) = 1`, 'a write at 0 was cut off'],
      [`7 mmap(NULL, 8, PROT_READ|PROT_WRITE, MAP_SHARED, ${named(8)}, 0) = 0x7f`, 'is written through memory'],
    ] as const) {
      expect(() => readTrace(line, path)).toThrow(message)
    }
  })
})
