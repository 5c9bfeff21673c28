/** The tasks of the main thread of a page, in milliseconds. */
export interface PageTasks {
  readonly tasks: readonly PageTask[]
  /** When the first content was painted; undefined if it was painted before the trace. */
  readonly firstPaintAtMs: number | undefined
}

/** One task. */
export interface PageTask {
  readonly startMs: number
  /** The time of the processor. */
  readonly cpuMs: number
  readonly wallMs: number
}

/** An event of the trace format of Chromium; times are in microseconds. */
interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: {
    readonly name?: string
    readonly data?: {
      readonly frames?: readonly TracedFrame[]
      readonly url?: string
      readonly processId?: number
    }
  }
}

interface TracedFrame {
  readonly url: string
  readonly processId?: number
}

/** Reads a trace. Throws if it does not contain tasks of the page with the time of the processor. */
export function pageTasks(trace: string, origin: string): PageTasks {
  const { traceEvents } = JSON.parse(trace) as { readonly traceEvents: readonly TraceEvent[] }
  const processes = new Set(
    traceEvents.flatMap(framesOf).flatMap(({ url, processId }) => (url.startsWith(origin) ? [processId] : [])),
  )
  const threads = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(threadOf),
  )
  const ofPage = traceEvents.filter((event) => processes.has(event.pid) && threads.has(threadOf(event)))
  const tasks = ofPage.flatMap(({ name, ph, ts, dur = 0, tdur }) =>
    name === 'RunTask' && ph === 'X' && tdur !== undefined
      ? [{ startMs: ts / 1000, cpuMs: tdur / 1000, wallMs: dur / 1000 }]
      : [],
  )
  if (!tasks.some(({ cpuMs }) => cpuMs > 0)) throw new TypeError('the trace has no task of the page')
  const painted = ofPage.find(({ name }) => name === 'firstContentfulPaint')?.ts
  return { tasks, firstPaintAtMs: painted === undefined ? undefined : painted / 1000 }
}

function framesOf({ args }: TraceEvent): readonly TracedFrame[] {
  const { frames = [], url, processId } = args?.data ?? {}
  return url === undefined || processId === undefined ? frames : [...frames, { url, processId }]
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid}/${tid}`
}
