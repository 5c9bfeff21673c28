import { expect, it } from 'vitest'
import { lines } from './support/lines.ts'
import { onNewestKubectl } from './support/on-kubectls.ts'

const definition = lines`
  apiVersion: apiextensions.k8s.io/v1
  kind: CustomResourceDefinition
  metadata:
    name: crontabs.stable.example.com
  spec:
    group: stable.example.com
    scope: Namespaced
    names: { plural: crontabs, singular: crontab, kind: CronTab, shortNames: [ct] }
    versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          description: Runs something again and again.
          properties:
            spec:
              type: object
              required: [cronSpec]
              properties:
                cronSpec: { type: string, description: When to run., pattern: '^(\d+|\*)(/\d+)?(\s+(\d+|\*)(/\d+)?){4}$' }
                image: { type: string }
                replicas: { type: integer, minimum: 1, maximum: 10, default: 1 }
            status:
              type: object
              properties:
                replicas: { type: integer }
                labelSelector: { type: string }
      subresources:
        status: {}
        scale: { specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas, labelSelectorPath: .status.labelSelector }
      additionalPrinterColumns:
      - { name: Spec, type: string, jsonPath: .spec.cronSpec, description: When to run. }
      - { name: Replicas, type: integer, jsonPath: .spec.replicas }
      - { name: Image, type: string, jsonPath: .spec.image, priority: 1 }
      - { name: Age, type: date, jsonPath: .metadata.creationTimestamp }
`

const object = (more = ''): string => lines`
  apiVersion: stable.example.com/v1
  kind: CronTab
  metadata: { name: nightly }
  spec: { cronSpec: '* * * * */5'${more} }
`

onNewestKubectl('custom resources', (k) => {
  const define = () => k.ok('apply -f -', { input: definition })

  it('are defined, waited for, listed', async () => {
    await k.prints(
      'apply -f -',
      'customresourcedefinition.apiextensions.k8s.io/crontabs.stable.example.com created\n',
      {
        input: definition,
      },
    )
    await k.prints(
      'wait --for condition=established crd/crontabs.stable.example.com --timeout=5s',
      'customresourcedefinition.apiextensions.k8s.io/crontabs.stable.example.com condition met\n',
    )
    await k.prints(
      'api-resources --api-group=stable.example.com',
      lines`
      NAME       SHORTNAMES   APIVERSION              NAMESPACED   KIND
      crontabs   ct           stable.example.com/v1   true         CronTab
    `,
    )
  })

  it('are applied, shown in their columns, changed, deleted', async () => {
    await define()
    await k.prints('apply -f -', 'crontab.stable.example.com/nightly created\n', { input: object() })
    await k.prints(
      'get ct',
      lines`
      NAME      SPEC          REPLICAS   AGE
      nightly   * * * * */5   1          <age>
    `,
    )
    await k.prints('apply -f -', 'crontab.stable.example.com/nightly unchanged\n', { input: object() })
    await k.prints('apply -f -', 'crontab.stable.example.com/nightly configured\n', { input: object(', image: cron') })
    await k.prints(
      'get crontabs -o wide',
      lines`
      NAME      SPEC          REPLICAS   IMAGE   AGE
      nightly   * * * * */5   1          cron    <age>
    `,
    )
    await k.prints('get crontab nightly -o jsonpath={.spec.replicas}', '1')
    await k.prints('delete -f -', 'crontab.stable.example.com "nightly" deleted\n', { input: object() })
    await k.ends('get crontabs', { stderr: 'No resources found in default namespace.\n' })
  })

  it('are refused for what their schema refuses', async () => {
    await define()
    const input = object(', replicas: 11')
    const { stderr, code } = await k.run('create -f -', { input })
    expect([code, stderr]).toEqual([
      1,
      'The CronTab "nightly" is invalid: spec.replicas: Invalid value: 11: spec.replicas in body should be less than or equal to 10\n',
    ])
  })

  it('are scaled', async () => {
    await define()
    await k.ok('create -f -', { input: object() })
    await k.prints('scale --replicas=5 crontabs/nightly', 'crontab.stable.example.com/nightly scaled\n')
    await k.prints('get crontab nightly -o jsonpath={.spec.replicas}', '5')
  })

  if (k.minor >= 27) {
    it('are explained', async () => {
      await define()
      const explained = await k.ok('explain crontab.spec.cronSpec')
      expect(explained).toContain('GROUP:      stable.example.com')
      expect(explained).toContain('FIELD: cronSpec <string>')
      expect(explained).toContain('When to run.')
    })

    it('are rejected with unknown fields', async () => {
      await define()
      const { stderr } = await k.run('create -f -', { input: object(', color: red') })
      expect(stderr).toContain('strict decoding error: unknown field "spec.color"')
    })
  }

  it('are applied by the server', async () => {
    await define()
    await k.prints('apply --server-side -f -', 'crontab.stable.example.com/nightly serverside-applied\n', {
      input: object(),
    })
  })

  it('are edited by merge patches, and not by strategic ones', async () => {
    await define()
    await k.ok('create -f -', { input: object() })
    await k.prints(
      `patch crontab nightly --type=merge -p '{"spec":{"image":"x"}}'`,
      'crontab.stable.example.com/nightly patched\n',
    )
    const { code, stderr } = await k.run(`patch crontab nightly -p '{"spec":{"image":"y"}}'`)
    expect(code).toBe(1)
    expect(stderr).toContain('application/strategic-merge-patch+json')
  })

  it('go with their definition', async () => {
    await define()
    await k.ok('create -f -', { input: object() })
    await k.prints(
      'delete crd crontabs.stable.example.com',
      'customresourcedefinition.apiextensions.k8s.io "crontabs.stable.example.com" deleted\n',
    )
    // Clients remember for a while what was served.
    const { code, stderr } = await k.run('get crontabs')
    expect(code).toBe(1)
    expect(stderr).toMatch(/the server could not find the requested resource|doesn't have a resource type "crontabs"/)
  })

  it('cannot be made of a definition that is wrong', async () => {
    const input = definition.replace('storage: true', 'storage: false')
    const { code, stderr } = await k.run('create -f -', { input })
    expect(code).toBe(1)
    expect(stderr).toContain('must have exactly one version marked as storage version')
  })
})
