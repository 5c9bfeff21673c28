/** An address for objects that are named by one: each run has another. */
export function addressOf(prefix: string): string {
  const digits = /^p([0-9a-f]{2})([0-9a-f]{2})q$/.exec(prefix)
  const [, left = '0', right = '7'] = digits ?? []
  return `10.200.${Number.parseInt(left, 16)}.${Number.parseInt(right, 16)}`
}
