import { it } from 'vitest'
import { lines } from './support/lines.ts'
import { configMap, namespace, pod, deployment } from './support/manifests.ts'
import { onNewestKubectl } from './support/on-kubectls.ts'

onNewestKubectl('delete', (k) => {
  it('deletes by name', async () => {
    await k.have(configMap('a'), configMap('b'), configMap('c'))
    await k.prints('delete configmap a', 'configmap "a" deleted\n')
    await k.prints(
      'delete configmap/b configmap/c',
      lines`
      configmap "b" deleted
      configmap "c" deleted
    `,
    )
    await k.ends('get configmaps', { stderr: 'No resources found in default namespace.\n' })
  })

  it('deletes what a file names', async () => {
    await k.have(configMap('a'), configMap('b'))
    k.manifests('both.json', configMap('a'), configMap('b'))
    await k.prints(
      'delete -f both.json',
      lines`
      configmap "a" deleted
      configmap "b" deleted
    `,
    )
    await k.prints('delete -f both.json --ignore-not-found', '')
  })

  it('deletes what a selector picks, and all', async () => {
    await k.have(configMap('a', {}, { app: 'web' }), configMap('b'), configMap('c'))
    await k.prints('delete configmaps -l app=web', 'configmap "a" deleted\n')
    await k.prints(
      'delete configmaps --all',
      lines`
      configmap "b" deleted
      configmap "c" deleted
    `,
    )
    await k.prints('delete configmaps --all', 'No resources found\n')
    await k.prints('delete configmaps -l app=web', 'No resources found\n')
  })

  it('deletes in another namespace', async () => {
    await k.have(namespace('team'), { ...configMap('a'), metadata: { name: 'a', namespace: 'team' } })
    await k.prints('delete configmap a -n team', 'configmap "a" deleted\n')
  })

  it('says that an object is not there', async () => {
    await k.fails('delete configmap nothing', 'Error from server (NotFound): configmaps "nothing" not found\n')
    await k.prints('delete configmap nothing --ignore-not-found', '')
  })

  it('deletes with its dependents in the background, or leaves them', async () => {
    await k.have(deployment('web'), deployment('api'))
    await k.prints('delete deployment web --cascade=background', 'deployment.apps "web" deleted\n')
    await k.prints('delete deployment api --cascade=orphan --wait=false', 'deployment.apps "api" deleted\n')
    await k.prints('get deployment api -o jsonpath={.metadata.finalizers}', '["orphan"]')
  })

  it('deletes with its dependents first', async () => {
    await k.have(deployment('web'))
    await k.prints('delete deployment web --cascade=foreground --wait=false', 'deployment.apps "web" deleted\n')
    await k.prints('get deployment web -o jsonpath={.metadata.finalizers}', '["foregroundDeletion"]')
  })

  it('deletes a pod that runs nowhere at once', async () => {
    await k.have(pod('p'), pod('q'))
    await k.prints('delete pod p', 'pod "p" deleted\n')
    await k.prints('delete pod q --now', 'pod "q" deleted\n')
    await k.ends('get pods', { stderr: 'No resources found in default namespace.\n' })
  })

  it('gives a pod on a node its time, and none by force', async () => {
    await k.have(pod('p', {}, { nodeName: 'n1' }))
    await k.prints('delete pod p --wait=false', 'pod "p" deleted\n')
    await k.prints('get pod p -o jsonpath={.metadata.deletionGracePeriodSeconds}', '30')
    await k.prints(
      'get pod p',
      lines`
      NAME   READY   STATUS        RESTARTS   AGE
      p      0/1     Terminating   0          <age>
    `,
    )
    await k.ends('delete pod p --grace-period=0 --force', {
      stdout: 'pod "p" force deleted\n',
      stderr:
        k.minor < 27
          ? lines`
      warning: Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.
    `
          : lines`
      Warning: Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.
    `,
    })
    await k.ends('get pods', { stderr: 'No resources found in default namespace.\n' })
  })

  it('keeps an object with finalizers until they are gone', async () => {
    await k.have({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', finalizers: ['example.dev/hold'] } })
    await k.prints('delete configmap a --wait=false', 'configmap "a" deleted\n')
    await k.prints('get configmap a -o jsonpath={.metadata.finalizers}', '["example.dev/hold"]')
    await k.ends('delete configmap a --timeout=1s', {
      code: 1,
      stdout: 'configmap "a" deleted\n',
      stderr: 'error: timed out waiting for the condition on configmaps/a\n',
    })
    await k.prints(`patch configmap a --type=merge -p '{"metadata":{"finalizers":null}}'`, 'configmap/a patched\n')
    await k.fails('get configmap a', 'Error from server (NotFound): configmaps "a" not found\n')
  })

  it('begins to take a namespace away', async () => {
    await k.have(namespace('team'))
    await k.prints('delete namespace team --wait=false', 'namespace "team" deleted\n')
    await k.prints(
      'get namespace team',
      lines`
      NAME   STATUS        AGE
      team   Terminating   <age>
    `,
    )
    k.manifests('a.json', configMap('a'))
    await k.fails(
      'create -f a.json -n team',
      lines`
      Error from server (Forbidden): error when creating "a.json": configmaps "a" is forbidden: unable to create new content in namespace team because it is being terminated
    `,
    )
  })

  it('refuses to take away the namespaces a cluster needs', async () => {
    await k.fails(
      'delete namespace default',
      lines`
      Error from server (Forbidden): namespaces "default" is forbidden: this namespace may not be deleted
    `,
    )
    await k.fails(
      'delete namespace kube-system',
      lines`
      Error from server (Forbidden): namespaces "kube-system" is forbidden: this namespace may not be deleted
    `,
    )
    await k.fails(
      'delete namespace kube-public',
      lines`
      Error from server (Forbidden): namespaces "kube-public" is forbidden: this namespace may not be deleted
    `,
    )
  })

  it('tries a deletion without doing it', async () => {
    await k.have(configMap('a'))
    await k.prints('delete configmap a --dry-run=server', 'configmap "a" deleted (server dry run)\n')
    await k.prints('delete configmap a --dry-run=client', 'configmap "a" deleted (dry run)\n')
    await k.prints('get configmap a -o name', 'configmap/a\n')
  })

  it('deletes through a raw path', async () => {
    await k.have(configMap('a'))
    await k.prints(
      'delete --raw /api/v1/namespaces/default/configmaps/a',
      '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Success","details":{"name":"a","kind":"configmaps","uid":"<uid>"}}\n',
    )
  })
})
