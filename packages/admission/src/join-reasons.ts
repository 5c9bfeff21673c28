/** Several reasons as one text: each once, and in brackets where they are more than one. */
// upstream: apimachinery/pkg/util/errors, aggregate
export function joinReasons(reasons: readonly string[]): string {
  const different = [...new Set(reasons)]
  return different.length === 1 ? different[0]! : `[${different.join(', ')}]`
}
