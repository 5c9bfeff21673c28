import { expect, it } from 'vitest'
import { lines } from './support/lines.ts'
import { onEveryKubectl } from './support/on-kubectls.ts'

onEveryKubectl('api-resources, version, explain, raw paths', (k) => {
  it('lists what is served', async () => {
    await k.prints(
      'api-resources --api-group=apps',
      lines`
      NAME                  SHORTNAMES   APIVERSION   NAMESPACED   KIND
      controllerrevisions                apps/v1      true         ControllerRevision
      daemonsets            ds           apps/v1      true         DaemonSet
      deployments           deploy       apps/v1      true         Deployment
      replicasets           rs           apps/v1      true         ReplicaSet
      statefulsets          sts          apps/v1      true         StatefulSet
    `,
    )
    await k.prints(
      'api-resources --namespaced=false --api-group=rbac.authorization.k8s.io -o name',
      lines`
      clusterrolebindings.rbac.authorization.k8s.io
      clusterroles.rbac.authorization.k8s.io
    `,
    )
    await k.prints(
      'api-resources --namespaced=true --api-group= -o name',
      lines`
      bindings
      configmaps
      endpoints
      events
      limitranges
      persistentvolumeclaims
      pods
      podtemplates
      replicationcontrollers
      resourcequotas
      secrets
      serviceaccounts
      services
    `,
    )
  })

  if (k.minor >= 22)
    it('shows verbs and categories', async () => {
      await k.prints(
        'api-resources --api-group=apps -o wide',
        lines`
      NAME                  SHORTNAMES   APIVERSION   NAMESPACED   KIND                 VERBS                                                        CATEGORIES
      controllerrevisions                apps/v1      true         ControllerRevision   create,delete,deletecollection,get,list,patch,update,watch
      daemonsets            ds           apps/v1      true         DaemonSet            create,delete,deletecollection,get,list,patch,update,watch   all
      deployments           deploy       apps/v1      true         Deployment           create,delete,deletecollection,get,list,patch,update,watch   all
      replicasets           rs           apps/v1      true         ReplicaSet           create,delete,deletecollection,get,list,patch,update,watch   all
      statefulsets          sts          apps/v1      true         StatefulSet          create,delete,deletecollection,get,list,patch,update,watch   all
    `,
      )
      await k.prints(
        'api-resources --verbs=list,deletecollection --api-group=batch -o name',
        lines`
      cronjobs.batch
      jobs.batch
    `,
      )
      await k.prints(
        'api-resources --categories=all --api-group=apps -o name',
        lines`
      daemonsets.apps
      deployments.apps
      replicasets.apps
      statefulsets.apps
    `,
      )
    })

  it('lists groups with their versions', async () => {
    const served = (await k.ok('api-versions')).trimEnd().split('\n')
    const wanted = lines`
      admissionregistration.k8s.io/v1
      apiextensions.k8s.io/v1
      apiregistration.k8s.io/v1
      apps/v1
      authentication.k8s.io/v1
      authorization.k8s.io/v1
      autoscaling/v1
      autoscaling/v2
      batch/v1
      certificates.k8s.io/v1
      coordination.k8s.io/v1
      discovery.k8s.io/v1
      events.k8s.io/v1
      flowcontrol.apiserver.k8s.io/v1
      networking.k8s.io/v1
      node.k8s.io/v1
      policy/v1
      rbac.authorization.k8s.io/v1
      resource.k8s.io/v1
      scheduling.k8s.io/v1
      storage.k8s.io/v1
      v1
    `
    expect(served).toEqual(expect.arrayContaining(wanted.trimEnd().split('\n')))
    expect(served).toEqual([...served].sort())
  })

  it('says which version the server is', async () => {
    const { serverVersion } = JSON.parse(await k.ok('version -o json')) as { serverVersion: Record<string, string> }
    expect(serverVersion).toMatchObject({ major: '1', gitTreeState: 'clean', compiler: 'v8' })
    expect(serverVersion['gitVersion']).toMatch(/^v1\.\d+\.\d+\+pinnace/)
  })

  it('says where the server is', async () => {
    await k.prints(
      'cluster-info',
      k.minor < 32
        ? lines`
      [0;32mKubernetes control plane[0m is running at [0;33m<server>[0m

      To further debug and diagnose cluster problems, use 'kubectl cluster-info dump'.
    `
        : lines`
      Kubernetes control plane is running at <server>

      To further debug and diagnose cluster problems, use 'kubectl cluster-info dump'.
    `,
    )
  })

  it('answers raw paths', async () => {
    await k.prints('get --raw /healthz', 'ok')
    await k.prints('get --raw /livez', 'ok')
    await k.prints('get --raw /readyz', 'ok')
    const checks = (await k.ok("get --raw '/livez?verbose'")).trimEnd().split('\n')
    expect(checks).toHaveLength(36)
    expect(checks[0]).toBe('[+]ping ok')
    expect(checks.at(-1)).toBe('livez check passed')
    expect(JSON.parse(await k.ok('get --raw /api'))).toEqual({
      kind: 'APIVersions',
      versions: ['v1'],
      serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: expect.stringMatching(/:\d+$/) }],
    })
    await k.prints(
      'get --raw /api/v1/namespaces/default/configmaps',
      lines`
      {"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"<version>"},"items":[]}
    `,
    )
    await k.fails(
      'get --raw /nothing/here',
      'Error from server (NotFound): the server could not find the requested resource\n',
    )
    const swagger = JSON.parse(await k.ok('get --raw /openapi/v2')) as {
      swagger: string
      paths: Record<string, unknown>
    }
    expect(swagger.swagger).toBe('2.0')
    expect(Object.keys(swagger.paths)).toContain('/api/v1/namespaces/{namespace}/configmaps/{name}')
    const groups = JSON.parse(await k.ok('get --raw /apis')) as { kind: string; groups: { name: string }[] }
    expect(groups.kind).toBe('APIGroupList')
    expect(groups.groups.map(({ name }) => name)).toContain('apps')
    const version = JSON.parse(await k.ok('get --raw /version')) as { gitVersion: string }
    expect(version.gitVersion).toMatch(/^v1\./)
  })

  it('refuses to explain what is not there', async () => {
    await k.ends('explain configmap.nothing', {
      code: 1,
      stdout:
        k.minor < 27
          ? ''
          : lines`
      KIND:       ConfigMap
      VERSION:    v1

    `,
      stderr: 'error: field "nothing" does not exist\n',
    })
    await k.fails('explain things', `the server doesn't have a resource type "things"\n`)
  })

  it('shows the configuration it uses', async () => {
    const view = await k.ok('config view')
    expect(view).toContain('certificate-authority-data: DATA+OMITTED')
    await k.prints('config current-context', 'kubernetes\n')
    await k.prints('config get-contexts -o name', 'kubernetes\n')
  })
})
