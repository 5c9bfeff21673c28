import { packedMembers } from './yaml-events.ts'

/** What the thread answers: the packed events, or why the text is no YAML, and where. */
export type WorkerAnswer =
  | { readonly packed: Int32Array; readonly reason?: undefined }
  | { readonly reason: string; readonly line: number; readonly position: number }

/** The heap of the thread, MiB: the events of a body of 3 MiB take up to some 300. */
const maxHeapMiB = 1_024

// The thread needs the package of the parser, and no file of this one.
const code = `
const { parentPort, workerData } = require('node:worker_threads')
const { parser, text, maxDepth, members } = workerData
const { parseEvents, YAMLException } = require(parser)
try {
  const events = parseEvents(text, { maxDepth })
  let length = 0
  for (const { type } of events) length += 1 + members[type].length
  const packed = new Int32Array(length)
  let at = 0
  for (const event of events) {
    packed[at++] = event.type
    for (const name of members[event.type]) packed[at++] = Number(event[name])
  }
  parentPort.postMessage({ packed }, [packed.buffer])
} catch (error) {
  if (!(error instanceof YAMLException)) throw error
  const { line, position } = error.mark
  parentPort.postMessage({ reason: error.reason, line, position })
}
`

/**
 * Parses YAML in a thread of its own, which ends afterwards. Undefined in a runtime without threads, and where the package
 * of the parser is not found.
 */
export async function parseEventsInWorker(text: string, maxDepth: number): Promise<WorkerAnswer | undefined> {
  const parser = locateParser()
  const threads = runtime()?.getBuiltinModule?.('node:worker_threads')
  if (parser === undefined || threads === undefined) return undefined
  return new Promise((resolve, reject) => {
    const worker = new threads.Worker(code, {
      eval: true,
      workerData: { parser, text, maxDepth, members: packedMembers },
      // No options of this process: its loaders would take longer than the parser.
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMiB },
    })
    worker.once('message', (answer: WorkerAnswer) => {
      resolve(answer)
      void worker.terminate()
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the thread of the YAML parser has ended')))
  })
}

/** Browsers have no `process`, others not all of its functions. */
type Process = Partial<Pick<typeof process, 'getBuiltinModule'>>

function runtime(): Process | undefined {
  return globalThis.process as Process | undefined
}

function locateParser(): string | undefined {
  const modules = runtime()?.getBuiltinModule?.('node:module')
  try {
    return modules?.createRequire(import.meta.url).resolve('js-yaml')
  } catch {
    // A program in one file has no packages.
    return undefined
  }
}
