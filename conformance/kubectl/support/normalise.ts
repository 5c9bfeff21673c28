const replacements: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<uid>'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>'],
  [/\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d [+-]\d{4}/g, '<time>'],
  [/(Resource Version: +)\d+/g, '$1<version>'],
  [/("?resourceVersion"?: *)"\d+"/g, '$1"<version>"'],
  [/^([EIW])\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ (\w+\.go):\d+\]/gm, '$1 $2]'],
  [/https:\/\/127\.0\.0\.1:\d+/g, '<server>'],
  // What client-go logs if the time limit of the command itself ends while it opens a watch: it depends on the load of the machine.
  [/^E reflector\.go\] .*Failed to watch .*: context deadline exceeded"\n/gm, ''],
]

/** Takes out what differs from run to run: ages, times, uids, resourceVersions, the port. Blanks that end a line go too. */
export function normalise(text: string): string {
  let result = text
  for (const [pattern, replacement] of replacements) result = result.replace(pattern, replacement)
  return result.replace(/(?<=\s)(\d{1,2}s)( *)(?=\s|$)/gm, age).replace(/[ \t]+$/gm, '')
}

// The column of an age is at least as wide as its heading, so "9s" and "10s" are followed by as much.
function age(_match: string, seconds: string, blanks: string): string {
  return `<age>${' '.repeat(Math.max(0, seconds.length + blanks.length - 'AGE'.length))}`
}
