import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** A command-line client of this machine. */
export interface FoundKubectl {
  readonly path: string
  /** `1.33` */
  readonly version: string
  readonly minor: number
}

/** What is said where there is no client to judge with: a suite that passes without one proves nothing. */
export const noKubectl =
  'no kubectl was found: put one on PATH (apt-get install kubernetes-client), or name some in PINNACE_KUBECTLS'

/**
 * Every client found, oldest first, one a minor version: those PINNACE_KUBECTLS names (separated as PATH is), those
 * named `kubectl.1.N` beside the one on PATH, and that one itself.
 */
export function findKubectls(): FoundKubectl[] {
  const found = new Map<number, FoundKubectl>()
  for (const path of [...named(), ...onPath()]) {
    const minor = minorVersion(path)
    if (!found.has(minor)) found.set(minor, { path, version: `1.${minor}`, minor })
  }
  return [...found.values()].sort((a, b) => a.minor - b.minor)
}

function named(): string[] {
  return (process.env['PINNACE_KUBECTLS'] ?? '').split(delimiter).filter((path) => path !== '')
}

// A `kubectl` that only hands over to its versioned neighbours comes after them, so they are asked first.
function onPath(): string[] {
  const paths = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'kubectl'))
  const first = paths.find((path) => existsSync(path))
  if (first === undefined) return []
  const real = realpathSync(first)
  const folder = dirname(real)
  const versioned = readdirSync(folder).filter((name) => /^kubectl\.1\.\d+$/.test(name))
  return [...versioned.map((name) => join(folder, name)), real]
}

function minorVersion(path: string): number {
  const printed = execFileSync(path, ['version', '--client', '-o', 'json'], { encoding: 'utf8' })
  const { clientVersion } = JSON.parse(printed) as { clientVersion: { minor: string } }
  const minor = Number.parseInt(clientVersion.minor, 10)
  if (Number.isNaN(minor)) throw new Error(`${path} does not say which version it is`)
  return minor
}
