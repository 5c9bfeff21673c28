import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A small file system, for the data of one member. */
export interface Disk {
  readonly path: string
  /** Leaves no space. */
  fill(): void
  free(): void
}

/** Small file systems, which need root and `mount`. */
export interface Disks extends Disposable {
  readonly disks: readonly Disk[]
}

/** etcd allocates two segments of its log, of 64 MiB, in advance. */
const diskMiB = 224

/** Creates so many file systems in memory; undefined where that is not possible. */
export function createDisks(count: number): Disks | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  const paths: string[] = []
  const remove = (): void => {
    for (const path of paths) {
      spawnSync('umount', ['--lazy', path])
      rmSync(path, { recursive: true, force: true })
    }
  }
  for (let index = 0; index < count; index++) {
    const path = mkdtempSync(join(tmpdir(), 'pinnace-disk-'))
    paths.push(path)
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMiB}m`, 'tmpfs', path]).status === 0) continue
    remove()
    return undefined
  }
  return { disks: paths.map(createDisk), [Symbol.dispose]: remove }
}

function createDisk(path: string): Disk {
  let fillers: string[] = []
  return {
    path,
    fill() {
      // The member writes meanwhile.
      for (let attempt = 0; attempt < 50; attempt++) {
        const { bavail, bsize } = statfsSync(path)
        if (bavail === 0) return
        const filler = join(path, `filler-${attempt}`)
        fillers.push(filler)
        spawnSync('fallocate', ['--length', String(bavail * bsize), filler])
      }
      throw new Error(`${path} could not be filled`)
    },
    free() {
      for (const filler of fillers) rmSync(filler, { force: true })
      fillers = []
    },
  }
}
