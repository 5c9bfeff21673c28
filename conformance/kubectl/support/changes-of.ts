/** The lines of the object itself that a diff takes away and adds; who owns its fields is left out. */
export function changesOf(diff: string): string[] {
  const changed = diff.split('\n').filter((line) => /^[-+] /.test(line))
  return changed.filter(
    (line) => !/^. +(- )?("?f:|\.: |- apiVersion|apiVersion|fieldsType|fieldsV1|manager|operation|time)/.test(line),
  )
}
