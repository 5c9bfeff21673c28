import { it } from 'vitest'
import { lines } from './support/lines.ts'
import { onNewestKubectl } from './support/on-kubectls.ts'

onNewestKubectl('quotas', (k) => {
  it('are made, hold, and say what is used', async () => {
    await k.prints('create quota small --hard=count/configmaps=2,pods=1', 'resourcequota/small created\n')
    await k.prints('create configmap a', 'configmap/a created\n')
    await k.prints('create configmap b', 'configmap/b created\n')
    await k.fails(
      'create configmap c',
      'error: failed to create configmap: configmaps "c" is forbidden: exceeded quota: small, requested: count/configmaps=1, used: count/configmaps=2, limited: count/configmaps=2\n',
    )
    await k.prints('run web --image=nginx', 'pod/web created\n')
    await k.fails(
      'run other --image=nginx',
      'Error from server (Forbidden): pods "other" is forbidden: exceeded quota: small, requested: pods=1, used: pods=1, limited: pods=1\n',
    )
    await k.prints(
      'describe quota small',
      lines`
      Name:             small
      Namespace:        default
      Resource          Used  Hard
      --------          ----  ----
      count/configmaps  2     2
      pods              1     1
    `,
    )
  })
})
