import { badRequest, delay, type Clock } from '@pinnace/meta'
import type { ContainerStatus } from '@pinnace/types/core-v1-containers'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { LogRequest } from '../connection-handlers.ts'
import type { LogLine, LogLines } from './log-lines.ts'
import { scriptedLines } from './scripted-lines.ts'

/** Where simulated logs come from. */
export interface SimulatedLogSource {
  readonly clock: Clock
  readonly lines: LogLines
  /** The annotation that has the script of a pod's logs. */
  readonly annotation: string
  /** The newest state of a pod; undefined if it has been deleted. */
  readonly reread: (pod: Pod) => Promise<Pod | undefined>
}

/** How often a pod is looked at while its log is followed, milliseconds. */
const pollMs = 500

/** The log of a simulated container. Throws 400 for a container that has not started, as a kubelet does. */
export function readSimulatedLog(request: LogRequest, source: SimulatedLogSource): AsyncIterable<string | Uint8Array> {
  assertStarted(request)
  return limitBytes(readLines(request, source), request.limitBytes)
}

/** The key of a container's log; the log without a container is that of the first one. */
export function logKey(namespace: string, name: string, container: string): string {
  return `${namespace}/${name}/${container}`
}

// upstream: pkg/kubelet/kubelet_pods.go, validateContainerLogStatus
function assertStarted({ pod, container, previous }: LogRequest): void {
  const status = statusOf(pod, container)
  const quoted = JSON.stringify(container)
  const { name } = pod.metadata
  if (previous) {
    if (status?.lastState?.terminated !== undefined) return
    throw badRequest(`previous terminated container ${quoted} in pod ${JSON.stringify(name)} not found`)
  }
  const { running, terminated, waiting } = status?.state ?? {}
  if (running !== undefined || terminated !== undefined || status?.lastState?.terminated !== undefined) return
  const reason = waiting?.reason ?? 'ContainerCreating'
  throw badRequest(`container ${quoted} in pod ${JSON.stringify(name)} is waiting to start: ${reason}`)
}

async function* readLines(request: LogRequest, source: SimulatedLogSource): AsyncGenerator<string> {
  const { clock, lines, reread } = source
  const all = linesOf(request, source)
  const sinceMs =
    request.sinceMs ?? (request.sinceSeconds === undefined ? 0 : clock.now() - request.sinceSeconds * 1000)
  const due = all.filter(({ timeMs }) => timeMs <= clock.now())
  const recent = due.filter(({ timeMs }) => timeMs >= sinceMs)
  const { tailLines = recent.length, timestamps, follow, signal } = request
  for (const line of tailLines === 0 ? [] : recent.slice(-tailLines)) yield formatLine(line, timestamps)
  if (!follow) return
  let shown = new Set<LogLine | string>(due.map(identity))
  for (let pod: Pod | undefined = request.pod; ; pod = await reread(request.pod)) {
    const now = { ...request, pod: pod ?? request.pod }
    const current = linesOf(now, source).filter(({ timeMs }) => timeMs <= clock.now())
    for (const line of current) if (!shown.has(identity(line))) yield formatLine(line, timestamps)
    shown = new Set(current.map(identity))
    if (pod === undefined || !isRunning(pod, request.container)) return
    await nextLines(lines, clock, signal)
    if (signal.aborted) return
  }
}

// Lines that are written are the same object each time, those of a script are not.
function identity(line: LogLine): LogLine | string {
  return 'scripted' in line ? `${line.timeMs} ${line.text}` : line
}

function linesOf(
  { pod, container, previous }: LogRequest,
  { lines, annotation }: SimulatedLogSource,
): readonly LogLine[] {
  const { namespace = '', name, annotations = {}, creationTimestamp } = pod.metadata
  const createdMs = creationTimestamp ? Date.parse(creationTimestamp) : 0
  const isFirst = pod.spec?.containers[0]?.name === container
  const written = [
    ...lines.of(logKey(namespace, name ?? '', container)),
    ...(isFirst ? lines.of(logKey(namespace, name ?? '', '')) : []),
  ].filter(({ timeMs }) => timeMs >= createdMs)
  const script = annotations[`${annotation}.${container}`] ?? (isFirst ? annotations[annotation] : undefined)
  const status = statusOf(pod, container)
  const { startedAt, finishedAt } = runOf(status, previous)
  const startedMs = Date.parse(startedAt ?? creationTimestamp ?? '') || createdMs
  const finishedMs = finishedAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(finishedAt)
  const scripted = script === undefined ? [] : scriptedLines(script, startedMs)
  const all = [
    ...scripted.filter(({ timeMs }) => timeMs <= finishedMs).map((line) => ({ ...line, scripted: true })),
    ...written,
  ]
  return all.sort((a, b) => a.timeMs - b.timeMs)
}

function runOf(
  status: ContainerStatus | undefined,
  previous: boolean,
): { readonly startedAt?: string; readonly finishedAt?: string } {
  if (previous) return (status?.lastState?.terminated ?? {}) as { startedAt?: string; finishedAt?: string }
  return (status?.state?.running ?? status?.state?.terminated ?? {}) as { startedAt?: string; finishedAt?: string }
}

function statusOf({ status }: Pod, container: string): ContainerStatus | undefined {
  const { initContainerStatuses = [], containerStatuses = [], ephemeralContainerStatuses = [] } = status ?? {}
  return [...initContainerStatuses, ...containerStatuses, ...ephemeralContainerStatuses].find(
    ({ name }) => name === container,
  )
}

function isRunning(pod: Pod, container: string): boolean {
  return statusOf(pod, container)?.state?.terminated === undefined
}

/** Resolves when lines are added, and from time to time; the client may be gone then. */
async function nextLines(lines: LogLines, clock: Clock, signal: AbortSignal): Promise<void> {
  const wake = new AbortController()
  using _added = lines.onAdd(() => wake.abort())
  const onAbort = (): void => wake.abort()
  signal.addEventListener('abort', onAbort, { once: true })
  await delay(clock, pollMs, wake.signal).catch(() => undefined)
  signal.removeEventListener('abort', onAbort)
}

function formatLine({ timeMs, text }: LogLine, timestamps: boolean): string {
  return timestamps ? `${new Date(timeMs).toISOString().replace('Z', '000000Z')} ${text}\n` : `${text}\n`
}

// A character may be cut in the middle, as by a kubelet.
async function* limitBytes(
  chunks: AsyncIterable<string>,
  limit: number | undefined,
): AsyncGenerator<string | Uint8Array> {
  let left = limit ?? Number.POSITIVE_INFINITY
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk)
    yield bytes.length <= left ? chunk : bytes.subarray(0, left)
    left -= bytes.length
    if (left <= 0) return
  }
}
