import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { quoteShell } from '../help/quote-shell.ts'

/** Writes the programs that envtest looks for into a directory. `command` runs this command. */
export async function writeLaunchers(directory: string, command: readonly string[]): Promise<void> {
  await mkdir(directory, { recursive: true })
  const launchers = {
    etcd: programScript(command, 'etcd'),
    'kube-apiserver': programScript(command, 'kube-apiserver'),
    kubectl: kubectlScript,
  }
  for (const [name, text] of Object.entries(launchers)) {
    const path = join(directory, name)
    await writeFile(path, text)
    await chmod(path, 0o755)
  }
}

function programScript(command: readonly string[], program: string): string {
  return `#!/bin/sh
# Written by pinnace envtest.
exec ${command.map(quoteShell).join(' ')} envtest run ${program} "$@"
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
