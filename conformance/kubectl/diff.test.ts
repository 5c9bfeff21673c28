import { expect, it } from 'vitest'
import { changesOf } from './support/changes-of.ts'
import { configMap, deployment } from './support/manifests.ts'
import { onEveryKubectl } from './support/on-kubectls.ts'

onEveryKubectl('diff and dry run', (k) => {
  it('shows what would change, and ends with 1', async () => {
    await k.have(configMap('a', { x: '1' }))
    k.manifests('a.json', configMap('a', { x: '2' }))
    const { code, stdout } = await k.run('diff -f a.json')
    expect(code).toBe(1)
    expect(changesOf(stdout)).toEqual(['-  x: "1"', '+  x: "2"'])
  })

  it('ends with 0 where nothing would change', async () => {
    k.manifests('a.json', configMap('a', { x: '1' }))
    await k.ok('apply -f a.json')
    await k.prints('diff -f a.json', '')
  })

  it('shows what would be new', async () => {
    k.manifests('a.json', configMap('a', { x: '1' }))
    const { code, stdout } = await k.run('diff -f a.json')
    expect(code).toBe(1)
    expect(stdout).toContain('+kind: ConfigMap')
    await k.ends('get configmaps', { stderr: 'No resources found in default namespace.\n' })
  })

  it('shows what a dry run of the server answers', async () => {
    k.manifests('web.json', deployment('web'))
    await k.prints('create -f web.json --dry-run=server -o jsonpath={.spec.strategy.type}', 'RollingUpdate')
    await k.ends('get deployments', { stderr: 'No resources found in default namespace.\n' })
  })

  it('shows what a dry run of the client makes', async () => {
    await k.prints(
      'create configmap a --from-literal=x=1 --dry-run=client -o jsonpath={.kind}{.data}',
      'ConfigMap{"x":"1"}',
    )
    await k.ends('get configmaps', { stderr: 'No resources found in default namespace.\n' })
  })

  it('tries every kind of write', async () => {
    await k.have(configMap('a', { x: '1' }), deployment('web'))
    k.manifests('a.json', configMap('a', { x: '2' }))
    await k.prints('replace -f a.json --dry-run=server', 'configmap/a replaced (server dry run)\n')
    await k.prints(`patch configmap a -p '{"data":{"x":"3"}}' --dry-run=server`, 'configmap/a patched\n')
    await k.prints(
      'label configmap a l=1 --dry-run=server',
      k.minor < 27 ? 'configmap/a labeled\n' : 'configmap/a labeled (server dry run)\n',
    )
    await k.prints(
      'annotate configmap a n=1 --dry-run=server',
      k.minor < 27
        ? 'configmap/a annotated (server dry run)\n'
        : k.minor < 28
          ? 'configmap/a annotate (server dry run)\n'
          : 'configmap/a annotated (server dry run)\n',
    )
    await k.prints(
      'scale deployment web --replicas=7 --dry-run=server',
      k.minor < 27 ? 'deployment.apps/web scaled\n' : 'deployment.apps/web scaled (server dry run)\n',
    )
    await k.prints(
      'set image deployment/web main=example.dev/web:9 --dry-run=server',
      'deployment.apps/web image updated (server dry run)\n',
    )
    await k.prints('delete configmap a --dry-run=server', 'configmap "a" deleted (server dry run)\n')
    await k.prints('get configmap a -o jsonpath={.data}{.metadata.labels}', '{"x":"1"}')
    await k.prints(
      'get deployment web -o jsonpath={.spec.replicas}{.spec.template.spec.containers[0].image}',
      '2example.dev/web:1',
    )
  })
})
