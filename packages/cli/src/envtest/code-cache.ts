import { readFileSync, statSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Script } from 'node:vm'

/** A CommonJS file that has been loaded. */
export interface LoadedScript<T> {
  readonly exports: T
  readonly script: Script
  /** Whether the compiled code was used. */
  readonly isCached: boolean
}

/**
 * Loads a CommonJS file, whose text is ASCII, with the compiled code that {@link writeCodeCache} has kept. Without a cache, or
 * with one of another version of the file or of Node.js, the file is compiled.
 */
export function loadCached<T>(file: string, cache: string | undefined): LoadedScript<T> {
  // What was compiled is not thrown away, so that it can be kept. V8 rejects a cache that was made with other flags.
  setFlagsFromString('--no-flush-bytecode')
  const cachedData = cache === undefined ? undefined : readCache(file, cache)
  const text = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, 'latin1')}\n})`
  const script = new Script(text, { filename: file, ...(cachedData === undefined ? {} : { cachedData }) })
  const module = { exports: {} as T }
  script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file))
  return { exports: module.exports, script, isCached: script.cachedDataRejected === false }
}

/** Keeps the code that has been compiled so far. */
export async function writeCodeCache(script: Script, file: string, cache: string): Promise<void> {
  const temporary = `${cache}.${process.pid}`
  await writeFile(temporary, Buffer.concat([headerOf(file), script.createCachedData()]))
  await rename(temporary, cache)
}

const headerBytes = 128

// V8 compares the version, its flags and the length of the text only.
function headerOf(file: string): Buffer {
  const { size, mtimeMs } = statSync(file)
  return Buffer.from(`${process.version} ${process.arch} ${size} ${mtimeMs}`.padEnd(headerBytes).slice(0, headerBytes))
}

function readCache(file: string, cache: string): Buffer | undefined {
  try {
    const bytes = readFileSync(cache)
    return bytes.subarray(0, headerBytes).equals(headerOf(file)) ? bytes.subarray(headerBytes) : undefined
  } catch {
    // The directory of the launchers was moved, or the cache was deleted.
    return undefined
  }
}
