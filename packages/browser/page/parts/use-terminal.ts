import { useEffect, useRef, useState } from 'preact/hooks'
import type { PageServer } from '../start-server.ts'
import { runCommand } from '../terminal/run-command.ts'

/** A line of the terminal. */
export interface Line {
  readonly type: 'command' | 'output' | 'error'
  readonly text: string
}

/** The terminal of the page. */
export interface TerminalState {
  readonly lines: readonly Line[]
  /** What was typed or pressed, oldest first. */
  readonly typed: readonly string[]
  readonly isBusy: boolean
  /** Runs commands one after the other. */
  run(commands: readonly string[]): Promise<void>
  /** Starts a new server, and clears the terminal. */
  restart(): Promise<void>
}

/** The most lines that are kept. */
const maxLines = 400

/** The terminal of a server that is started with the page. */
export function useTerminal(start: () => Promise<PageServer>, text: string): TerminalState {
  const [lines, setLines] = useState<readonly Line[]>([])
  const [typed, setTyped] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(1)
  const server = useRef<Promise<PageServer> | undefined>(undefined)
  const newest = useRef(text)
  newest.current = text
  const print = (line: Line): void => setLines((known) => [...known, line].slice(-maxLines))
  const begin = async (): Promise<void> => {
    const startedMs = performance.now()
    const starting = start()
    server.current = starting
    try {
      await starting
      print({ type: 'output', text: `server started in ${Math.round(performance.now() - startedMs)} ms; try help` })
    } catch (error) {
      print({ type: 'error', text: messageOf(error) })
    }
    setBusy((count) => count - 1)
  }
  useEffect(() => {
    void begin()
    return () => void server.current?.then((one) => one.close())
  }, [])
  const runOne = async (command: string): Promise<void> => {
    print({ type: 'command', text: command })
    try {
      const started = await server.current
      if (started === undefined) return
      print({ type: 'output', text: await runCommand({ cluster: started.cluster, text: newest.current }, command) })
    } catch (error) {
      print({ type: 'error', text: messageOf(error) })
    }
  }
  return {
    lines,
    typed,
    isBusy: busy > 0,
    async run(commands) {
      setBusy((count) => count + 1)
      setTyped((known) => [...known, ...commands].slice(-100))
      for (const command of commands) await runOne(command)
      setBusy((count) => count - 1)
    },
    async restart() {
      setBusy((count) => count + 1)
      const before = server.current
      setLines([])
      await before?.then((one) => one.close()).catch(() => undefined)
      await begin()
    },
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
