import { defineResource, z } from '@pinnace/resources/define'
import { it } from 'vitest'
import { lines } from './support/lines.ts'
import { onEveryKubectl } from './support/on-kubectls.ts'

const common = { group: 'example.dev', kind: 'Rod', scope: 'Namespaced' } as const
const rod = defineResource({
  ...common,
  version: 'v1',
  schema: z.object({ spec: z.object({ size: z.int32(), unit: z.string().default('mm') }) }),
  columns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }],
})
const oldRod = defineResource({
  ...common,
  version: 'v1beta1',
  schema: z.object({ spec: z.object({ length: z.string() }) }),
  columns: [{ name: 'Length', type: 'string', jsonPath: '.spec.length' }],
  conversion: {
    hub: rod,
    toHub: ({ spec: { length } }) => ({
      spec: { size: Number.parseInt(length, 10), unit: length.replace(/^\d+/, '') },
    }),
    fromHub: ({ spec: { size, unit } }) => ({ spec: { length: `${size}${unit}` } }),
  },
})

onEveryKubectl(
  'several versions of a kind',
  (k) => {
    it('are listed, the preferred one among what is served', async () => {
      await k.prints(
        'api-resources --api-group=example.dev',
        lines`
      NAME   SHORTNAMES   APIVERSION       NAMESPACED   KIND
      rods                example.dev/v1   true         Rod
    `,
      )
    })

    it('are applied in one and shown in either', async () => {
      const input = lines`
      apiVersion: example.dev/v1beta1
      kind: Rod
      metadata: { name: r }
      spec: { length: 5cm }
    `
      await k.prints('apply -f -', 'rod.example.dev/r created\n', { input })
      await k.prints('apply -f -', 'rod.example.dev/r unchanged\n', { input })
      await k.prints(
        'get rods',
        lines`
      NAME   SIZE
      r      5
    `,
      )
      await k.prints(
        'get rods.v1beta1.example.dev',
        lines`
      NAME   LENGTH
      r      5cm
    `,
      )
      await k.prints('get rods.v1.example.dev r -o jsonpath={.spec}', '{"size":5,"unit":"cm"}')
      await k.prints('apply -f -', 'rod.example.dev/r configured\n', { input: input.replace('5cm', '6cm') })
      await k.prints('get rod r -o jsonpath={.spec.size}', '6')
    })

    it('are patched and deleted through the older', async () => {
      await k.ok('create -f -', {
        input: lines`
      apiVersion: example.dev/v1
      kind: Rod
      metadata: { name: r }
      spec: { size: 5 }
    `,
      })
      await k.prints(
        `patch rods.v1beta1.example.dev r --type=merge -p '{"spec":{"length":"7m"}}'`,
        'rod.example.dev/r patched\n',
      )
      await k.prints('get rod r -o jsonpath={.spec}', '{"size":7,"unit":"m"}')
      await k.prints('delete rods.v1beta1.example.dev r', 'rod.example.dev "r" deleted\n')
    })

    it('of built-in kinds are applied as manifests of before have them', async () => {
      // A version that should not be used any more works, and says so.
      await k.ends(
        'apply -f -',
        {
          stdout: 'validatingwebhookconfiguration.admissionregistration.k8s.io/w created\n',
          stderr:
            'Warning: admissionregistration.k8s.io/v1beta1 ValidatingWebhookConfiguration is deprecated in v1.16+, unavailable in v1.22+; use admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration\n',
        },
        {
          input: lines`
      apiVersion: admissionregistration.k8s.io/v1beta1
      kind: ValidatingWebhookConfiguration
      metadata: { name: w }
      webhooks:
      - name: a.example.dev
        clientConfig: { url: https://example.dev/check }
    `,
        },
      )
      await k.prints(
        'get validatingwebhookconfigurations.v1.admissionregistration.k8s.io w -o jsonpath={.webhooks[0].timeoutSeconds}',
        '30',
      )
    })
  },
  { resources: [rod, oldRod], runtimeConfig: 'api/beta' },
)
