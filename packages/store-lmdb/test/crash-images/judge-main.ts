// Judges the images of a recording: judge-main.ts VARIANT LOTTERIES SEED FIRST. Prints a line before each image, and its
// judgement after it: a damaged file may end the process.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printLine } from '../fixtures/print-line.ts'
import { crashImages } from './crash-images.ts'
import { judgeImage } from './judge-image.ts'
import { readRecording } from './recording.ts'
import { variants, type VariantName } from './variants.ts'

const [variant = '', lotteries = '1', seed = '1', first = '0'] = process.argv.slice(2)
// Syncing is not what is judged.
const directory = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'pinnace-images-'))
let state = Number(seed)
const random = (): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}
const { file, steps } = readRecording()
const recording = { file, steps: variants[variant as VariantName](steps) }
const images = crashImages(recording, { lotteries: Number(lotteries), random })
let index = 0
for (const image of images) {
  if (index >= Number(first)) {
    printLine(`${index} ${image.name}`)
    printLine(JSON.stringify(await judgeImage(image, join(directory, String(index)))))
  }
  index++
}
rmSync(directory, { recursive: true })
printLine('end')
