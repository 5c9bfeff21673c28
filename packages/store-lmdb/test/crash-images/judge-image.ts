import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkLmdbStore, createLmdbStore, type LmdbStore } from '../../src/index.ts'
import type { CrashImage } from './crash-images.ts'
import { stateAfter } from './plan.ts'

/** What an image has opened to. */
export interface Judgement {
  /** What is wrong; empty for a state that the acknowledged writes explain. */
  readonly errors: readonly string[]
  /** The number of operations in the state; undefined if nothing could be opened. */
  readonly operations: number | undefined
}

/** Opens an image, in a directory of its own, and judges its state. */
export async function judgeImage({ bytes, acknowledged, name }: CrashImage, directory: string): Promise<Judgement> {
  mkdirSync(directory)
  writeFileSync(join(directory, 'store.lmdb'), bytes)
  try {
    const store = await createLmdbStore({ path: directory, historyMs: 3_600_000 })
    const operations = Number(store.revision()) - 1
    const errors = stateErrors(store, operations, acknowledged)
    await store.close()
    errors.push(...(await checkLmdbStore(directory)).errors)
    return { errors: errors.map((error) => `${name}: ${error}`), operations }
  } catch (error) {
    return { errors: [`${name}: ${String(error)}`], operations: undefined }
  } finally {
    rmSync(directory, { recursive: true })
  }
}

function stateErrors(store: LmdbStore, operations: number, acknowledged: number): string[] {
  const errors: string[] = []
  if (operations < acknowledged) errors.push(`operation ${acknowledged} was acknowledged, the state has ${operations}`)
  const expected = stateAfter(operations)
  const { entries } = store.list('')
  if (entries.length !== expected.size) errors.push(`${entries.length} keys, not ${expected.size}`)
  for (const { key, value } of entries) {
    if (Buffer.from(value).toString() !== expected.get(key)) errors.push(`${key} has another value`)
  }
  let last = store.compactedRevision()
  store.watch('', last, {
    onEvents(events) {
      for (const { entry } of events) {
        if (entry.modRevision !== last + 1n) errors.push(`revision ${entry.modRevision} follows ${last}`)
        last = entry.modRevision
      }
    },
    onEnd: () => undefined,
  })
  if (last !== store.revision()) errors.push(`the history ends at ${last}, the state is at ${store.revision()}`)
  return errors
}
