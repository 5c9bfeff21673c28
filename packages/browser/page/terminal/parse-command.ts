/** A line of the terminal: `get pods -n default -o yaml`. */
export interface Command {
  readonly words: readonly string[]
  /** By long name, without hyphens; a flag without a value is `true`. Values of a repeated flag are in order. */
  readonly flags: ReadonlyMap<string, readonly string[]>
}

/** Long names of short flags. */
const shortFlags: Readonly<Record<string, string>> = {
  n: 'namespace',
  o: 'output',
  f: 'filename',
  l: 'selector',
  p: 'patch',
  A: 'all-namespaces',
}

/** Flags without a value. */
const switches: ReadonlySet<string> = new Set(['all-namespaces', 'server-side', 'force-conflicts'])

/** Reads a line. A leading `kubectl` is left out. Throws an Error for quotes that do not end and flags without a value. */
export function parseCommand(line: string): Command {
  const words: string[] = []
  const flags = new Map<string, string[]>()
  const tokens = split(line)
  for (let token = tokens.shift(); token !== undefined; token = tokens.shift()) {
    const found = /^(?:--([a-z-]+)|-([a-zA-Z]))(?:=(.*))?$/s.exec(token)
    if (found === null) {
      words.push(token)
      continue
    }
    const [, long, short = '', given] = found
    const name = long ?? shortFlags[short] ?? short
    const value = given ?? (switches.has(name) ? 'true' : tokens.shift())
    if (value === undefined) throw new Error(`flag needs a value: ${token}`)
    flags.set(name, [...(flags.get(name) ?? []), value])
  }
  return { words: words[0] === 'kubectl' ? words.slice(1) : words, flags }
}

/** The words of a line; quotes keep spaces. */
function split(line: string): string[] {
  const tokens: string[] = []
  let token: string | undefined
  let quote = ''
  for (const character of line) {
    if (quote !== '') {
      if (character === quote) quote = ''
      else token = (token ?? '') + character
    } else if (character === "'" || character === '"') {
      quote = character
      token ??= ''
    } else if (character !== ' ') token = (token ?? '') + character
    else if (token !== undefined) {
      tokens.push(token)
      token = undefined
    }
  }
  if (quote !== '') throw new Error(`the line ends within ${quote}`)
  return token === undefined ? tokens : [...tokens, token]
}

/** The last value of a flag; undefined without it. */
export function flagOf({ flags }: Command, name: string): string | undefined {
  return flags.get(name)?.at(-1)
}
