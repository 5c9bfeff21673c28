import { resolve } from 'node:path'

/** Arguments for a process in another directory: relative paths of files and directories are made absolute. */
export function absolutePaths(args: readonly string[], directory: string): readonly string[] {
  let before: string | undefined
  return args.map((argument) => {
    const [, name, value] = /^--?([A-Za-z][A-Za-z0-9-]*)=([\s\S]*)$/.exec(argument) ?? []
    if (name !== undefined && value !== undefined) {
      before = undefined
      return `--${name}=${absolute(name, value, directory)}`
    }
    const given = before === undefined ? argument : absolute(before, argument, directory)
    before = before === undefined ? /^--?([A-Za-z][A-Za-z0-9-]*)$/.exec(argument)?.[1] : undefined
    return given
  })
}

function absolute(flag: string, value: string, directory: string): string {
  if (flag === 'tls-sni-cert-key') {
    const colon = value.indexOf(':')
    const paths = (colon < 0 ? value : value.slice(0, colon)).split(',').map((path) => resolve(directory, path.trim()))
    return `${paths.join(',')}${colon < 0 ? '' : value.slice(colon)}`
  }
  const isPath = /^load$|(?:^|-)(?:file|cafile|certfile|keyfile|dir|(?<!runtime-)config)$/.test(flag)
  return isPath || (flag === 'audit-log-path' && value !== '-') ? resolve(directory, value) : value
}
