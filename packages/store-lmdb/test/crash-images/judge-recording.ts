import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Judgement } from './judge-image.ts'
import type { VariantName } from './variants.ts'

/** What the images of a recording have shown. */
export interface Verdict {
  readonly images: number
  readonly errors: readonly string[]
  /** The numbers of operations in the states. */
  readonly reached: ReadonlySet<number>
}

/** Options for {@link judgeRecording}. */
export interface JudgeOptions {
  readonly variant: VariantName
  readonly lotteries: number
  readonly seed: number
  /** Stops at so many errors. */
  readonly maxErrors: number
}

interface Part {
  readonly judgements: readonly Judgement[]
  /** The image that has ended the process; undefined if all have been judged. */
  readonly crashedAt: { readonly index: number; readonly name: string } | undefined
}

const main = fileURLToPath(new URL('judge-main.ts', import.meta.url))
const typescript = new URL('../../../../conformance/differential/typescript.mjs', import.meta.url).href

/** Judges every image in another process, and goes on after an image that ends it. */
export async function judgeRecording(options: JudgeOptions): Promise<Verdict> {
  const errors: string[] = []
  const reached = new Set<number>()
  let [images, first] = [0, 0]
  for (;;) {
    const { judgements, crashedAt } = await judgeFrom(first, options, options.maxErrors - errors.length)
    for (const judgement of judgements) {
      errors.push(...judgement.errors)
      if (judgement.operations !== undefined) reached.add(judgement.operations)
    }
    images += judgements.length
    if (crashedAt !== undefined) errors.push(`${crashedAt.name}: the process that opened it has ended`)
    if (crashedAt === undefined || errors.length >= options.maxErrors) return { images, errors, reached }
    first = crashedAt.index + 1
  }
}

async function judgeFrom(first: number, { variant, lotteries, seed }: JudgeOptions, maxErrors: number): Promise<Part> {
  const child = spawn(
    process.execPath,
    [
      '--conditions=@pinnace/source',
      '--import',
      typescript,
      main,
      variant,
      String(lotteries),
      String(seed),
      String(first),
    ],
    { stdio: ['ignore', 'pipe', 'ignore'], cwd: fileURLToPath(new URL('../..', import.meta.url)) },
  )
  const judgements: Judgement[] = []
  let [errors, isWhole] = [0, false]
  let current: Part['crashedAt']
  for await (const line of createInterface(child.stdout)) {
    const [, index, name = ''] = /^(\d+) (.*)$/.exec(line) ?? []
    if (index !== undefined) current = { index: Number(index), name }
    else if (line === 'end') isWhole = true
    else {
      const judgement = JSON.parse(line) as Judgement
      judgements.push(judgement)
      current = undefined
      errors += judgement.errors.length
      if (errors >= maxErrors) child.kill('SIGKILL')
    }
  }
  if (!isWhole && current === undefined && errors < maxErrors) throw new Error('the judge has ended between two images')
  return { judgements, crashedAt: errors < maxErrors ? current : undefined }
}
