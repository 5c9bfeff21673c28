import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { quoteShell } from '../help/quote-shell.ts'

/** What the launchers run. */
export interface LauncherCommand {
  /** Node and its options. */
  readonly node: readonly string[]
  /** The path of this command. */
  readonly command: string
  /** The folder of the bundles for launchers. @default that of the built package; sources have none */
  readonly bundles?: string | undefined
}

/**
 * Writes the programs that envtest looks for into a directory, and the compiled code of the server, so that a start does not
 * compile it.
 */
export async function writeLaunchers(directory: string, given: LauncherCommand): Promise<void> {
  const { node, command, bundles = builtBundles() } = given
  await mkdir(directory, { recursive: true })
  const cache = join(directory, cacheName)
  const launcher = bundles === undefined ? undefined : [...node, join(bundles, launcherBundle), command, cache]
  const [file = '', ...args] = [...(launcher ?? []), '--write-cache']
  // Without the cache the launchers work, and start more slowly.
  if (launcher !== undefined) await promisify(execFile)(file, args).catch(() => rm(cache, { force: true }))
  const words = launcher ?? [...node, command, 'envtest', 'run']
  const launchers = {
    etcd: programScript(words, 'etcd'),
    'kube-apiserver': programScript(words, 'kube-apiserver'),
    kubectl: kubectlScript,
  }
  for (const [name, text] of Object.entries(launchers)) {
    const path = join(directory, name)
    await writeFile(path, text)
    await chmod(path, 0o755)
  }
}

/** The bundle that launchers run: see launch.ts. */
const launcherBundle = 'launcher.cjs'

const cacheName = 'kube-apiserver.cache'

function builtBundles(): string | undefined {
  const file = fileURLToPath(import.meta.url)
  const dist = join(file.slice(0, Math.max(0, file.lastIndexOf(`${sep}dist${sep}`))), 'dist')
  return existsSync(join(dist, launcherBundle)) ? dist : undefined
}

function programScript(words: readonly string[], program: string): string {
  return `#!/bin/sh
# Written by pinnace envtest.
exec ${words.map(quoteShell).join(' ')} ${program} "$@"
`
}

// kubectl is a client: any recent one works.
const kubectlScript = `#!/bin/sh
# Written by pinnace envtest: runs the kubectl of the PATH.
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd -P)
IFS=:
for folder in $PATH; do
  if [ -x "$folder/kubectl" ] && [ "$(CDPATH= cd -- "$folder" && pwd -P)" != "$here" ]; then
    exec "$folder/kubectl" "$@"
  fi
done
echo 'kubectl is not on the PATH: install it, or set TEST_ASSET_KUBECTL to its path' >&2
exit 127
`
