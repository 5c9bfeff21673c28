/** The files of the editor: sections that begin with a line `# file: NAME`. */
export function filesOf(text: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  let name = ''
  for (const line of text.split('\n')) {
    const found = /^# file: (\S+)\s*$/.exec(line)
    if (found?.[1] !== undefined) {
      name = found[1]
      files.set(name, '')
    } else if (name !== '') files.set(name, `${files.get(name) ?? ''}${line}\n`)
  }
  return files
}

/** The content of a file of the editor. Throws an Error for a name that the editor does not have. */
export function fileOf(text: string, name: string): string {
  const files = filesOf(text)
  const found = files.get(name) ?? (files.size === 0 ? text : undefined)
  if (found !== undefined) return found
  throw new Error(`error: the path "${name}" does not exist; the editor has ${[...files.keys()].join(', ')}`)
}
