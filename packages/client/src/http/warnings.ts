/** The texts of the Warning headers of a reply, line by line. */
// upstream: apimachinery/pkg/util/net/http.go, ParseWarningHeaders – `299 agent "text" "date"`
export function readWarnings(rawHeaders: readonly string[]): readonly string[] {
  const texts: string[] = []
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    if (rawHeaders[index]!.toLowerCase() !== 'warning') continue
    const match = /^299 \S+ "((?:[^"\\]|\\.)*)"/.exec(rawHeaders[index + 1]!)
    if (match !== null) texts.push(match[1]!.replace(/\\(.)/g, '$1'))
  }
  return texts
}
