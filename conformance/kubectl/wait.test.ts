import { it } from 'vitest'
import { configMap, deployment } from './support/manifests.ts'
import { onEveryKubectl } from './support/on-kubectls.ts'

onEveryKubectl('wait', (k) => {
  if (k.minor >= 24)
    it('waits for a condition', async () => {
      await k.have(deployment('web'))
      await k.ok(
        `patch deployment web --subresource=status --type=merge -p '{"status":{"conditions":[{"type":"Available","status":"True"}]}}'`,
      )
      await k.prints(
        'wait deployment web --for=condition=Available --timeout=5s',
        'deployment.apps/web condition met\n',
      )
      await k.fails(
        'wait deployment web --for=condition=Progressing --timeout=1s',
        'error: timed out waiting for the condition on deployments/web\n',
      )
    })

  if (k.minor >= 23)
    it('waits for a value', async () => {
      await k.have(configMap('a', { ready: 'yes' }))
      await k.prints('wait configmap a --for=jsonpath={.data.ready}=yes --timeout=5s', 'configmap/a condition met\n')
      await k.fails(
        'wait configmap a --for=jsonpath={.data.ready}=no --timeout=1s',
        'error: timed out waiting for the condition on configmaps/a\n',
      )
    })

  it('waits for an object to be gone', async () => {
    await k.have(configMap('a'))
    await k.fails(
      'wait configmap a --for=delete --timeout=2s',
      'error: timed out waiting for the condition on configmaps/a\n',
    )
    await k.ok('delete configmap a')
    await k.ends('wait configmap a --for=delete --timeout=2s', {
      code: k.minor < 27 ? 1 : 0,
      stderr: k.minor < 27 ? 'error: no matching resources found\n' : '',
    })
  })

  it('says that there is nothing to wait for', async () => {
    await k.fails(
      'wait configmap nothing --for=condition=Ready --timeout=1s',
      'Error from server (NotFound): configmaps "nothing" not found\n',
    )
    await k.fails('wait pods --all --for=condition=Ready --timeout=1s', 'error: no matching resources found\n')
  })

  if (k.minor >= 31)
    it('waits for an object to be there', async () => {
      await k.fails('wait configmap a --for=create --timeout=1s', 'error: timed out waiting for the condition\n')
      await k.have(configMap('a'))
      await k.prints('wait configmap a --for=create --timeout=5s', 'configmap/a condition met\n')
    })
})
