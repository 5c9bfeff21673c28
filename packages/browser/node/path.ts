// Paths of POSIX.

export const sep = '/'
export const delimiter = ':'

export function isAbsolute(path: string): boolean {
  return path.startsWith('/')
}

/** The path without `.` and `..`. */
export function normalize(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else if (part !== '..' || !isAbsolute(path)) parts.push(part)
  }
  const text = parts.join('/')
  if (isAbsolute(path)) return `/${text}${path.endsWith('/') && text !== '' ? '/' : ''}`
  return text === '' ? '.' : `${text}${path.endsWith('/') ? '/' : ''}`
}

export function join(...parts: readonly string[]): string {
  return normalize(parts.filter((part) => part !== '').join('/'))
}

export function resolve(...parts: readonly string[]): string {
  return parts.reduce((from, part) => (isAbsolute(part) ? normalize(part) : join(from, part)), '/')
}

export function dirname(path: string): string {
  const at = path.replace(/\/+$/, '').lastIndexOf('/')
  return at === -1 ? (isAbsolute(path) ? '/' : '.') : at === 0 ? '/' : path.slice(0, at)
}

export function basename(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

export function extname(path: string): string {
  const name = basename(path)
  const at = name.lastIndexOf('.')
  return at <= 0 ? '' : name.slice(at)
}

export const posix = { sep, delimiter, isAbsolute, normalize, join, resolve, dirname, basename, extname }
