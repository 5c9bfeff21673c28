/** Where two values differ: `path: left | right`, a line each. */
export function differences(left: unknown, right: unknown, path = ''): readonly string[] {
  if (Object.is(left, right)) return []
  if (typeof left === 'object' && typeof right === 'object' && left !== null && right !== null) {
    const names = new Set([...Object.keys(left), ...Object.keys(right)])
    return [...names].flatMap((name) =>
      differences((left as Record<string, unknown>)[name], (right as Record<string, unknown>)[name], `${path}/${name}`),
    )
  }
  return [`${path}: ${JSON.stringify(left)} | ${JSON.stringify(right)}`]
}
