import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerFlags } from '../cases/case.ts'
import { fillWords } from '../judge/run-case.ts'
import { startOriginalStore } from './original.ts'

/** The flags of the servers of an area, with the files that they name. */
export interface PlacedFlags {
  readonly original: readonly string[]
  readonly pinnace: readonly string[]
  /** Removes the files, and stops the etcd if the flags name one. */
  stop(): Promise<void>
}

/** Writes the files of an area, and starts an etcd for flags that name one. */
export async function placeFiles(
  { both = [], original = [], pinnace = [], files = {} }: ServerFlags,
  { words, binaries }: { readonly words: Readonly<Record<string, string>>; readonly binaries: string | undefined },
): Promise<PlacedFlags> {
  const folder = mkdtempSync(join(tmpdir(), 'differential-files-'))
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), fillWords(text, { ...words, files: folder }))
  }
  const needsStore = [...both, ...pinnace].some((flag) => flag.includes('{{etcd}}'))
  const store = needsStore ? await startOriginalStore(binaries) : undefined
  const fill = (flag: string): string => fillWords(flag, { files: folder, etcd: store?.url ?? '' })
  return {
    original: [...both, ...original].map(fill),
    pinnace: [...both, ...pinnace].map(fill),
    async stop() {
      await store?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
