// A project outside the repository that installs the packed packages with npm, pnpm or yarn, as a user would.
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { packageManager } from './workspace.mjs'

const run = promisify(execFile)

/** The package managers: how each installs, and where it is told that a package is a tarball. */
export const managers = {
  npm: {
    command: ['npm', 'install', '--no-audit', '--no-fund'],
    // npm refuses an override of a direct dependency, and uses that for others.
    members: (overrides, direct) => ({
      overrides: Object.fromEntries(Object.entries(overrides).filter(([name]) => !direct.includes(name))),
    }),
  },
  pnpm: {
    command: ['npx', '--yes', packageManager, 'install', '--no-frozen-lockfile'],
    members: () => ({}),
    workspace: (overrides) =>
      [
        'strictDepBuilds: false',
        'overrides:',
        ...Object.entries(overrides).map(([name, path]) => `  '${name}': ${path}`),
      ]
        .join('\n')
        .concat('\n'),
  },
  yarn: {
    command: ['npx', '--yes', 'yarn@1.22.22', 'install', '--non-interactive', '--ignore-engines'],
    // Version 1 resolves the optional packages of every platform, and a registry mirror may lack those of the newest.
    members: (overrides) => ({ resolutions: { ...overrides, 'msgpackr-extract': '3.0.4' } }),
  },
}

/**
 * Writes a project into a folder and installs it. `packages` are the packages that a user names; all other packages of the
 * workspace come from `tarballs` as well, and are not direct dependencies. `versions` are versions of other packages.
 * `manifest` are members of package.json. @default that of ES modules
 */
export async function installOutside(folder, given) {
  const { manager, packages, tarballs, versions = {}, manifest = { type: 'module' } } = given
  const { command, members, workspace } = managers[manager]
  const files = Object.fromEntries([...tarballs].map(([name, path]) => [name, `file:${path}`]))
  const own = packages.filter((name) => tarballs.has(name))
  const others = packages.filter((name) => !tarballs.has(name))
  const dependencies = {
    ...Object.fromEntries(own.map((name) => [name, files[name]])),
    ...Object.fromEntries(others.map((name) => [name, versions[name] ?? '*'])),
  }
  mkdirSync(folder, { recursive: true })
  const written = { name: 'outside', private: true, ...manifest, dependencies, ...members(files, own) }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(written, undefined, 2)}\n`)
  if (workspace !== undefined) writeFileSync(join(folder, 'pnpm-workspace.yaml'), workspace(files))
  const [file, ...args] = command
  const registry = (await run('npm', ['config', 'get', 'registry'])).stdout.trim()
  const env = { ...process.env, npm_config_registry: registry, YARN_REGISTRY: registry }
  await run(file, args, { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 })
}
