import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { configMap } from './support/manifests.ts'
import { onNewestKubectl } from './support/on-kubectls.ts'

onNewestKubectl('edit', (k) => {
  const editor = (script: string): { readonly env: Record<string, string> } => {
    k.file('editor.sh', `#!/bin/sh\n${script}\n`)
    return { env: { KUBE_EDITOR: `sh ${k.folder}/editor.sh` } }
  }

  it('stores what the editor leaves', async () => {
    await k.have(configMap('a', { x: '1' }))
    await k.prints('edit configmap a', 'configmap/a edited\n', editor(`sed -i 's/x: "1"/x: "2"/' "$1"`))
    await k.prints('get configmap a -o jsonpath={.data.x}', '2')
  })

  it('stores nothing where nothing is changed', async () => {
    await k.have(configMap('a', { x: '1' }))
    const { code, stdout, stderr } = await k.run('edit configmap a', editor('true'))
    expect({ code, said: stdout + stderr }).toEqual({ code: 0, said: 'Edit cancelled, no changes made.\n' })
  })

  it('shows the refusal in the file and keeps it', async () => {
    await k.have(configMap('a', { x: '1' }))
    // Opened again, the file says why; left as it is then, the edit ends.
    const script = `cp "$1" opened; grep -q 'was not valid' "$1" || sed -i 's/^  name: a$/  name: a\\n  labels: { "bad key": x }/' "$1"`
    const { code, stderr } = await k.run('edit configmap a', editor(script))
    expect(code).toBe(1)
    expect(stderr).toContain('error: configmaps "a" is invalid\n')
    const opened = readFileSync(join(k.folder, 'opened'), 'utf8')
    expect(opened).toContain(
      '# configmaps "a" was not valid:\n# * metadata.labels: Invalid value: "bad key": name part must',
    )
    await k.prints('get configmap a -o jsonpath={.data.x}', '1')
  })

  it('edits several objects at once', async () => {
    await k.have(configMap('a', { x: '1' }), configMap('b', { x: '1' }))
    await k.prints(
      'edit configmap a b',
      'configmap/a edited\nconfigmap/b edited\n',
      editor(`sed -i 's/x: "1"/x: "2"/' "$1"`),
    )
    await k.prints('get configmaps -o jsonpath={.items[*].data.x}', '2 2')
  })
})
