import { enableInspector, type RequestInterceptor, type Server } from '@pinnace/server'
import type { FaultRegistry } from '../faults/create-faults.ts'
import type { KeptForks } from './kept-forks.ts'
import type { InspectorOptions, OpenInspector } from './serve-inspector.ts'
import type { AnswerTimePath } from './time-paths.ts'

/** The inspector of a test server. */
export interface TestInspector {
  /** Whether the server serves the inspector. */
  readonly isEnabled: boolean
  /** Answers the paths of the page Time. */
  readonly answerPath: NonNullable<RequestInterceptor['answerPath']>
  /** Serves the inspector on a port. */
  open(options?: InspectorOptions): Promise<OpenInspector>
  /** Closes the ports and the forks that were made on the page. */
  close(): Promise<void>
}

/** Options for {@link createTestInspector}. */
export interface TestInspectorOptions {
  readonly server: Server
  /** Whether the server was created with the inspector. */
  readonly isEnabled: boolean
  readonly faults: FaultRegistry
  /** Restores the state of a fork. */
  readonly restore: (fork: Server) => void
}

/** Creates the inspector of a test server; its modules are loaded when it is used. */
export function createTestInspector(options: TestInspectorOptions): TestInspector {
  const { server, faults, restore } = options
  let { isEnabled } = options
  const opened = new Set<OpenInspector>()
  const waiting = new Set<() => void>()
  let forks: KeptForks | undefined
  let answer: AnswerTimePath | undefined
  const resume = (): void => {
    for (const one of waiting) one()
    waiting.clear()
  }
  const load = async (): Promise<AnswerTimePath> => {
    const [{ createKeptForks }, { createTimePaths }] = await Promise.all([
      import('./kept-forks.ts'),
      import('./time-paths.ts'),
    ])
    if (answer !== undefined) return answer
    forks = createKeptForks(server)
    answer = createTimePaths({ server, faults, forks, restore, isPaused: () => waiting.size > 0, resume })
    return answer
  }
  return {
    get isEnabled() {
      return isEnabled
    },
    async answerPath(request, info) {
      if (!isEnabled || !info.path.startsWith('/inspector/api/time')) return undefined
      return (answer ?? (await load()))(request, info)
    },
    async open(settings) {
      await enableInspector(server)
      isEnabled = true
      const { serveInspector } = await import('./serve-inspector.ts')
      let release: () => void = () => {}
      const resumed = new Promise<void>((resolve) => (release = resolve))
      waiting.add(release)
      const one = await serveInspector(
        server,
        { resumed, resume: () => (waiting.delete(release), release()) },
        settings,
      )
      opened.add(one)
      return one
    },
    async close() {
      resume()
      for (const one of opened) await one.close()
      await forks?.close()
    },
  }
}
