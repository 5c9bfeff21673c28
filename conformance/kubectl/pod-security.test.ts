import { it } from 'vitest'
import { lines } from './support/lines.ts'
import { onNewestKubectl } from './support/on-kubectls.ts'

const run = (name: string): string => `run ${name} --image=i -n shop --overrides='{"spec":{"hostPID":true}}'`

onNewestKubectl(
  'pod security',
  (k) => {
    it('prints what is warned of, and what is refused', async () => {
      await k.ok('create namespace shop')
      await k.ok('label namespace shop pod-security.kubernetes.io/warn=baseline')
      await k.ends(run('a'), {
        stdout: 'pod/a created\n',
        stderr: 'Warning: would violate PodSecurity "baseline:latest": host namespaces (hostPID=true)\n',
      })
      await k.ends('label namespace shop pod-security.kubernetes.io/enforce=baseline', {
        stdout: 'namespace/shop labeled\n',
        stderr: lines`
          Warning: existing pods in namespace "shop" violate the new PodSecurity enforce level "baseline:latest"
          Warning: a: host namespaces
        `,
      })
      await k.fails(
        run('b'),
        'Error from server (Forbidden): pods "b" is forbidden: violates PodSecurity "baseline:latest": host namespaces (hostPID=true)\n',
      )
    })

    it('prints which labels say nothing', async () => {
      await k.ok('create namespace shop')
      await k.fails(
        'label namespace shop pod-security.kubernetes.io/enforce=strict',
        'The Namespace "shop" is invalid: metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "strict": must be one of privileged, baseline, restricted\n',
      )
    })
  },
  { admissionControl: { enable: ['PodSecurity'] } },
)
