import { parseDuration } from '@pinnace/meta'
import type { LogLine } from './log-lines.ts'

/**
 * The lines of a script, which an annotation of a pod has: one for each line of the text, written when the container
 * starts; a line `@1m30s text` is written so long after that.
 */
export function scriptedLines(script: string, startedMs: number): readonly LogLine[] {
  const text = script.endsWith('\n') ? script.slice(0, -1) : script
  return text.split('\n').map((line) => {
    const space = line.indexOf(' ')
    const delayMs = line.startsWith('@') && space > 0 ? parseDuration(line.slice(1, space)) : undefined
    if (delayMs === undefined) return { timeMs: startedMs, text: line }
    return { timeMs: startedMs + delayMs, text: line.slice(space + 1) }
  })
}
