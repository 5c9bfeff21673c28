import type { RecordedStep } from './recording.ts'

/**
 * Reads what `strace -f -y -xx -s 10000000` has printed: the writes and syncs of a file, and the numbers that the process has
 * printed. Throws for a call that it does not know to write to the file.
 */
export function readTrace(trace: string, path: string): readonly RecordedStep[] {
  const steps: RecordedStep[] = []
  const durable = new Set<number>()
  const positions = new Map<number, number>()
  for (const line of joined(trace)) {
    const [, name = '', args = '', result = ''] = /^\d+ +(\w+)\((.*)\) += (\S+)/s.exec(line) ?? []
    if (name === 'openat') {
      const [, descriptor, opened] = /= (\d+)<(.*)>$/.exec(line) ?? []
      if (unescaped(opened ?? '') === path && args.includes('O_DSYNC')) durable.add(Number(descriptor))
      continue
    }
    if (name === 'mmap' && args.includes('PROT_WRITE') && unescaped(args).includes(`<${path}>`)) {
      throw new Error(`${path} is written through memory`)
    }
    if (name === 'write' && args.startsWith('1<')) {
      const printed = Buffer.concat(stringsOf(args)).toString()
      steps.push(...numbersOf(printed).map((operation) => ({ type: 'acknowledged' as const, operation })))
      continue
    }
    const [, descriptor = '', target = ''] = /^(\d+)<((?:[^>\\]|\\.)*)>/.exec(args) ?? []
    if (unescaped(target) !== path) continue
    const fd = Number(descriptor)
    const at = Number(/, (\d+)$/.exec(args)?.[1] ?? NaN)
    const isDurable = durable.has(fd)
    switch (name) {
      case 'lseek':
        positions.set(fd, Number(result))
        break
      case 'fdatasync':
      case 'fsync':
        steps.push({ type: 'sync' })
        break
      case 'pwrite64':
      case 'pwritev':
        steps.push(writeOf(stringsOf(args), { offset: at, result, isDurable }))
        break
      case 'write':
      case 'writev': {
        const offset = positions.get(fd) ?? 0
        steps.push(writeOf(stringsOf(args), { offset, result, isDurable }))
        positions.set(fd, offset + Number(result))
        break
      }
      default:
        throw new Error(`${name} of ${path} is not known: ${line.slice(0, 200)}`)
    }
  }
  return steps
}

function writeOf(
  parts: readonly Buffer[],
  { offset, result, isDurable }: { readonly offset: number; readonly result: string; readonly isDurable: boolean },
): RecordedStep {
  const bytes = Buffer.concat(parts)
  if (!Number.isSafeInteger(offset) || bytes.length !== Number(result))
    throw new Error(`a write at ${offset} was cut off`)
  return { type: 'write', offset, bytes, durable: isDurable }
}

/** The lines of calls; one that another thread has interrupted is in two parts. */
function* joined(trace: string): Generator<string> {
  const unfinished = new Map<string, string>()
  for (const line of trace.split('\n')) {
    const [pid = ''] = line.split(' ', 1)
    if (line.endsWith(' <unfinished ...>')) unfinished.set(pid, line.slice(0, -' <unfinished ...>'.length))
    else if (/^\d+ +<\.\.\. \w+ resumed>/.test(line)) {
      yield (unfinished.get(pid) ?? '') + line.replace(/^\d+ +<\.\.\. \w+ resumed>/, '')
      unfinished.delete(pid)
    } else yield line
  }
}

function stringsOf(args: string): Buffer[] {
  return [...args.matchAll(/"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?/g)].map(([, text = '', cut]) => {
    if (cut !== undefined) throw new Error('the trace is cut off')
    return Buffer.from(text.replaceAll('\\x', ''), 'hex')
  })
}

function unescaped(path: string): string {
  return path.replaceAll(/\\x([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

function numbersOf(printed: string): number[] {
  return printed
    .split('\n')
    .filter((line) => /^\d+$/.test(line))
    .map(Number)
}
