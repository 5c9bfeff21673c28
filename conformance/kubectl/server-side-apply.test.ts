import { expect, it } from 'vitest'
import { changesOf } from './support/changes-of.ts'
import { lines } from './support/lines.ts'
import { configMap, deployment, daemonSet } from './support/manifests.ts'
import { onNewestKubectl } from './support/on-kubectls.ts'
import { widget } from './support/widget.ts'

onNewestKubectl(
  'apply --server-side',
  (k) => {
    if (k.minor >= 21)
      it('creates and applies again, on a config map', async () => {
        k.manifests('a.json', configMap('a', { x: '1' }))
        await k.prints('apply --server-side -f a.json', 'configmap/a serverside-applied\n')
        await k.prints('apply --server-side -f a.json', 'configmap/a serverside-applied\n')
        await k.prints(
          'get configmap a -o yaml --show-managed-fields',
          lines`
      apiVersion: v1
      data:
        x: "1"
      kind: ConfigMap
      metadata:
        creationTimestamp: "<time>"
        managedFields:
        - apiVersion: v1
          fieldsType: FieldsV1
          fieldsV1:
            f:data:
              f:x: {}
          manager: kubectl
          operation: Apply
          time: "<time>"
        name: a
        namespace: default
        resourceVersion: "<version>"
        uid: <uid>
    `,
        )
      })

    it('keeps the version of what does not change', async () => {
      k.manifests('web.json', deployment('web'))
      await k.ok('apply --server-side -f web.json')
      const before = await k.ok('get deployment web -o jsonpath={.metadata.resourceVersion}')
      await k.ok('apply --server-side -f web.json')
      expect(await k.ok('get deployment web -o jsonpath={.metadata.resourceVersion}')).toBe(before)
    })

    it('refuses to take a field of another, and names whose it is', async () => {
      k.manifests('a.json', configMap('a', { x: '1', y: '2' }))
      await k.ok('apply --server-side --field-manager=one -f a.json')
      k.manifests('a.json', configMap('a', { x: '2', y: '2' }))
      await k.fails(
        'apply --server-side --field-manager=two -f a.json',
        k.minor < 27
          ? lines`
      error: Apply failed with 1 conflict: conflict with "one": .data.x
      Please review the fields above--they currently have other managers. Here
      are the ways you can resolve this warning:
      * If you intend to manage all of these fields, please re-run the apply
        command with the \`--force-conflicts\` flag.
      * If you do not intend to manage all of the fields, please edit your
        manifest to remove references to the fields that should keep their
        current managers.
      * You may co-own fields by updating your manifest to match the existing
        value; in this case, you'll become the manager if the other manager(s)
        stop managing the field (remove it from their configuration).
      See http://k8s.io/docs/reference/using-api/api-concepts/#conflicts
    `
          : lines`
      error: Apply failed with 1 conflict: conflict with "one": .data.x
      Please review the fields above--they currently have other managers. Here
      are the ways you can resolve this warning:
      * If you intend to manage all of these fields, please re-run the apply
        command with the \`--force-conflicts\` flag.
      * If you do not intend to manage all of the fields, please edit your
        manifest to remove references to the fields that should keep their
        current managers.
      * You may co-own fields by updating your manifest to match the existing
        value; in this case, you'll become the manager if the other manager(s)
        stop managing the field (remove it from their configuration).
      See https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts
    `,
      )
    })

    if (k.minor >= 21)
      it('takes it by force', async () => {
        k.manifests('a.json', configMap('a', { x: '1' }))
        await k.ok('apply --server-side --field-manager=one -f a.json')
        k.manifests('a.json', configMap('a', { x: '2' }))
        await k.prints(
          'apply --server-side --field-manager=two --force-conflicts -f a.json',
          'configmap/a serverside-applied\n',
        )
        await k.prints(
          'get configmap a -o yaml --show-managed-fields',
          lines`
      apiVersion: v1
      data:
        x: "2"
      kind: ConfigMap
      metadata:
        creationTimestamp: "<time>"
        managedFields:
        - apiVersion: v1
          fieldsType: FieldsV1
          fieldsV1:
            f:data:
              f:x: {}
          manager: two
          operation: Apply
          time: "<time>"
        name: a
        namespace: default
        resourceVersion: "<version>"
        uid: <uid>
    `,
        )
      })

    if (k.minor >= 21)
      it('shares a field both apply alike', async () => {
        k.manifests('a.json', configMap('a', { x: '1' }))
        await k.ok('apply --server-side --field-manager=one -f a.json')
        await k.prints('apply --server-side --field-manager=two -f a.json', 'configmap/a serverside-applied\n')
        await k.prints(
          `get configmap a --show-managed-fields -o jsonpath='{range .metadata.managedFields[*]}{.manager} {.operation} {.fieldsV1}{"\\n"}{end}'`,
          lines`
      two Apply {"f:data":{"f:x":{}}}
      one Apply {"f:data":{"f:x":{}}}
    `,
        )
      })

    it('takes away what its manager gives up', async () => {
      k.manifests('a.json', configMap('a', { x: '1', y: '2' }))
      await k.ok('apply --server-side -f a.json')
      k.manifests('a.json', configMap('a', { x: '1' }))
      await k.ok('apply --server-side -f a.json')
      await k.prints('get configmap a -o jsonpath={.data}', '{"x":"1"}')
    })

    if (k.minor >= 21)
      it('conflicts with a scaled deployment until it is forced', async () => {
        k.manifests('web.json', deployment('web'))
        await k.ok('apply --server-side -f web.json')
        await k.ok('scale deployment web --replicas=5')
        await k.prints(
          `get deployment web --show-managed-fields -o jsonpath='{range .metadata.managedFields[*]}{.manager} {.operation} {.subresource} {.fieldsV1}{"\\n"}{end}'`,
          lines`
      kubectl Apply  {"f:metadata":{"f:labels":{"f:app":{}}},"f:spec":{"f:selector":{},"f:template":{"f:metadata":{"f:labels":{"f:app":{}}},"f:spec":{"f:containers":{"k:{\"name\":\"main\"}":{".":{},"f:image":{},"f:name":{}}}}}}}
      kubectl Update scale {"f:spec":{"f:replicas":{}}}
    `,
        )
        await k.fails(
          'apply --server-side -f web.json',
          lines`
      error: Apply failed with 1 conflict: conflict with "kubectl" with subresource "scale" using apps/v1: .spec.replicas
      Please review the fields above--they currently have other managers. Here
      are the ways you can resolve this warning:
      * If you intend to manage all of these fields, please re-run the apply
        command with the \`--force-conflicts\` flag.
      * If you do not intend to manage all of the fields, please edit your
        manifest to remove references to the fields that should keep their
        current managers.
      * You may co-own fields by updating your manifest to match the existing
        value; in this case, you'll become the manager if the other manager(s)
        stop managing the field (remove it from their configuration).
      See https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts
    `,
        )
        await k.prints('apply --server-side --force-conflicts -f web.json', 'deployment.apps/web serverside-applied\n')
        await k.prints('get deployment web -o jsonpath={.spec.replicas}', '2')
      })

    it('gives a field up to another manager', async () => {
      k.manifests('web.json', deployment('web'))
      await k.ok('apply --server-side -f web.json')
      await k.ok('scale deployment web --replicas=5')
      k.manifests('web.json', deployment('web', { replicas: undefined }))
      await k.prints('apply --server-side -f web.json', 'deployment.apps/web serverside-applied\n')
      await k.prints('get deployment web -o jsonpath={.spec.replicas}', '5')
    })

    it('names every conflict of a deployment', async () => {
      k.manifests('web.json', deployment('web'))
      await k.ok('apply --server-side --field-manager=one -f web.json')
      k.manifests(
        'web.json',
        deployment('web', {
          replicas: 3,
          template: {
            metadata: { labels: { app: 'web' } },
            spec: { containers: [{ name: 'main', image: 'example.dev/web:2' }] },
          },
        }),
      )
      await k.fails(
        'apply --server-side --field-manager=two -f web.json',
        k.minor < 27
          ? lines`
      error: Apply failed with 2 conflicts: conflicts with "one":
      - .spec.replicas
      - .spec.template.spec.containers[name="main"].image
      Please review the fields above--they currently have other managers. Here
      are the ways you can resolve this warning:
      * If you intend to manage all of these fields, please re-run the apply
        command with the \`--force-conflicts\` flag.
      * If you do not intend to manage all of the fields, please edit your
        manifest to remove references to the fields that should keep their
        current managers.
      * You may co-own fields by updating your manifest to match the existing
        value; in this case, you'll become the manager if the other manager(s)
        stop managing the field (remove it from their configuration).
      See http://k8s.io/docs/reference/using-api/api-concepts/#conflicts
    `
          : lines`
      error: Apply failed with 2 conflicts: conflicts with "one":
      - .spec.replicas
      - .spec.template.spec.containers[name="main"].image
      Please review the fields above--they currently have other managers. Here
      are the ways you can resolve this warning:
      * If you intend to manage all of these fields, please re-run the apply
        command with the \`--force-conflicts\` flag.
      * If you do not intend to manage all of the fields, please edit your
        manifest to remove references to the fields that should keep their
        current managers.
      * You may co-own fields by updating your manifest to match the existing
        value; in this case, you'll become the manager if the other manager(s)
        stop managing the field (remove it from their configuration).
      See https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts
    `,
      )
    })

    it('conflicts with what was updated, and says by whom', async () => {
      await k.have(configMap('a', { x: '0' }))
      await k.ok(`patch configmap a -p '{"data":{"x":"1"}}'`)
      k.manifests('a.json', configMap('a', { x: '2' }))
      await k.fails(
        'apply --server-side -f a.json',
        k.minor < 27
          ? lines`
      error: Apply failed with 1 conflict: conflict with "kubectl-patch" using v1: .data.x
      Please review the fields above--they currently have other managers. Here
      are the ways you can resolve this warning:
      * If you intend to manage all of these fields, please re-run the apply
        command with the \`--force-conflicts\` flag.
      * If you do not intend to manage all of the fields, please edit your
        manifest to remove references to the fields that should keep their
        current managers.
      * You may co-own fields by updating your manifest to match the existing
        value; in this case, you'll become the manager if the other manager(s)
        stop managing the field (remove it from their configuration).
      See http://k8s.io/docs/reference/using-api/api-concepts/#conflicts
    `
          : lines`
      error: Apply failed with 1 conflict: conflict with "kubectl-patch" using v1: .data.x
      Please review the fields above--they currently have other managers. Here
      are the ways you can resolve this warning:
      * If you intend to manage all of these fields, please re-run the apply
        command with the \`--force-conflicts\` flag.
      * If you do not intend to manage all of the fields, please edit your
        manifest to remove references to the fields that should keep their
        current managers.
      * You may co-own fields by updating your manifest to match the existing
        value; in this case, you'll become the manager if the other manager(s)
        stop managing the field (remove it from their configuration).
      See https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts
    `,
      )
    })

    it('refuses duplicate ports of a daemon set', async () => {
      k.manifests('agent.json', daemonSet('agent', [{ containerPort: 80 }, { containerPort: 80 }]))
      await k.fails(
        'apply --server-side -f agent.json',
        lines`
      Error from server: failed to create typed patch object (default/agent; apps/v1, Kind=DaemonSet): .spec.template.spec.containers[name="main"].ports: duplicate entries for key [containerPort=80,protocol="TCP"]
    `,
      )
    })

    it('leaves duplicates that are stored as they are', async () => {
      await k.have(
        daemonSet('agent', [
          { name: 'a', containerPort: 80, protocol: 'TCP' },
          { name: 'b', containerPort: 80, protocol: 'TCP' },
        ]),
      )
      await k.prints('apply --server-side -f -', 'daemonset.apps/agent serverside-applied\n', {
        input: lines`
      apiVersion: apps/v1
      kind: DaemonSet
      metadata:
        name: agent
        labels:
          team: blue
    `,
      })
      await k.prints(
        'get daemonset agent -o jsonpath={.metadata.labels}{.spec.template.spec.containers[0].ports}',
        '{"team":"blue"}[{"containerPort":80,"name":"a","protocol":"TCP"},{"containerPort":80,"name":"b","protocol":"TCP"}]',
      )
    })

    it('replaces duplicates by the one port that is applied', async () => {
      await k.have(
        daemonSet('agent', [
          { name: 'a', containerPort: 80, protocol: 'TCP' },
          { name: 'b', containerPort: 80, protocol: 'TCP' },
        ]),
      )
      k.manifests('agent.json', daemonSet('agent', [{ name: 'c', containerPort: 80, protocol: 'TCP' }]))
      await k.fails(
        'apply --server-side -f agent.json',
        k.minor < 27
          ? lines`
      error: Apply failed with 1 conflict: conflict with "pinnace" using apps/v1: .spec.template.spec.containers[name="main"].ports[containerPort=80,protocol="TCP"]
      Please review the fields above--they currently have other managers. Here
      are the ways you can resolve this warning:
      * If you intend to manage all of these fields, please re-run the apply
        command with the \`--force-conflicts\` flag.
      * If you do not intend to manage all of the fields, please edit your
        manifest to remove references to the fields that should keep their
        current managers.
      * You may co-own fields by updating your manifest to match the existing
        value; in this case, you'll become the manager if the other manager(s)
        stop managing the field (remove it from their configuration).
      See http://k8s.io/docs/reference/using-api/api-concepts/#conflicts
    `
          : lines`
      error: Apply failed with 1 conflict: conflict with "pinnace" using apps/v1: .spec.template.spec.containers[name="main"].ports[containerPort=80,protocol="TCP"]
      Please review the fields above--they currently have other managers. Here
      are the ways you can resolve this warning:
      * If you intend to manage all of these fields, please re-run the apply
        command with the \`--force-conflicts\` flag.
      * If you do not intend to manage all of the fields, please edit your
        manifest to remove references to the fields that should keep their
        current managers.
      * You may co-own fields by updating your manifest to match the existing
        value; in this case, you'll become the manager if the other manager(s)
        stop managing the field (remove it from their configuration).
      See https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts
    `,
      )
      await k.prints('apply --server-side --force-conflicts -f agent.json', 'daemonset.apps/agent serverside-applied\n')
      await k.prints(
        'get daemonset agent -o jsonpath={.spec.template.spec.containers[0].ports}',
        '[{"containerPort":80,"name":"c","protocol":"TCP"}]',
      )
    })

    it('applies a kind of the host, its list by key', async () => {
      await k.prints('apply --server-side --field-manager=one -f -', 'widget.example.dev/w serverside-applied\n', {
        input: lines`
      apiVersion: example.dev/v1
      kind: Widget
      metadata:
        name: w
      spec:
        parts:
        - name: wheel
          count: 4
    `,
      })
      await k.prints('apply --server-side --field-manager=two -f -', 'widget.example.dev/w serverside-applied\n', {
        input: lines`
      apiVersion: example.dev/v1
      kind: Widget
      metadata:
        name: w
      spec:
        parts:
        - name: door
          count: 2
    `,
      })
      await k.prints(
        'get widget w -o jsonpath={.spec}',
        '{"parts":[{"count":4,"name":"wheel"},{"count":2,"name":"door"}],"size":1}',
      )
      await k.fails(
        'apply --server-side --field-manager=two -f -',
        k.minor < 27
          ? lines`
      error: Apply failed with 1 conflict: conflict with "one": .spec.parts[name="wheel"].count
      Please review the fields above--they currently have other managers. Here
      are the ways you can resolve this warning:
      * If you intend to manage all of these fields, please re-run the apply
        command with the \`--force-conflicts\` flag.
      * If you do not intend to manage all of the fields, please edit your
        manifest to remove references to the fields that should keep their
        current managers.
      * You may co-own fields by updating your manifest to match the existing
        value; in this case, you'll become the manager if the other manager(s)
        stop managing the field (remove it from their configuration).
      See http://k8s.io/docs/reference/using-api/api-concepts/#conflicts
    `
          : lines`
      error: Apply failed with 1 conflict: conflict with "one": .spec.parts[name="wheel"].count
      Please review the fields above--they currently have other managers. Here
      are the ways you can resolve this warning:
      * If you intend to manage all of these fields, please re-run the apply
        command with the \`--force-conflicts\` flag.
      * If you do not intend to manage all of the fields, please edit your
        manifest to remove references to the fields that should keep their
        current managers.
      * You may co-own fields by updating your manifest to match the existing
        value; in this case, you'll become the manager if the other manager(s)
        stop managing the field (remove it from their configuration).
      See https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts
    `,
        {
          input: lines`
      apiVersion: example.dev/v1
      kind: Widget
      metadata:
        name: w
      spec:
        parts:
        - name: wheel
          count: 3
    `,
        },
      )
      await k.prints('apply --server-side --field-manager=one -f -', 'widget.example.dev/w serverside-applied\n', {
        input: lines`
      apiVersion: example.dev/v1
      kind: Widget
      metadata:
        name: w
      spec: {}
    `,
      })
      await k.prints('get widget w -o jsonpath={.spec}', '{"parts":[{"count":2,"name":"door"}],"size":1}')
    })

    it('shows the difference without applying, and none where there is none', async () => {
      k.manifests('a.json', configMap('a', { x: '1' }))
      await k.ok('apply --server-side -f a.json')
      await k.prints('diff --server-side -f a.json', '')
      k.manifests('a.json', configMap('a', { x: '2' }))
      const { code, stdout } = await k.run('diff --server-side -f a.json')
      expect(code).toBe(1)
      expect(changesOf(stdout)).toEqual(['-  x: "1"', '+  x: "2"'])
      await k.prints('get configmap a -o jsonpath={.data.x}', '1')
    })

    it('shows the conflict a difference has', async () => {
      k.manifests('a.json', configMap('a', { x: '1' }))
      await k.ok('apply --server-side --field-manager=one -f a.json')
      k.manifests('a.json', configMap('a', { x: '2' }))
      await k.fails(
        'diff --server-side --field-manager=two -f a.json',
        lines`
      W diff.go] Object (/v1, Kind=ConfigMap: a) keeps changing, diffing without lock
      Error from server (Conflict): Apply failed with 1 conflict: conflict with "one": .data.x
    `,
        { code: 2 },
      )
    })

    if (k.minor >= 26)
      it('goes from client-side to server-side without a conflict, and back', async () => {
        k.manifests('a.json', configMap('a', { x: '1', y: '2' }))
        await k.ok('apply -f a.json')
        await k.prints('apply --server-side -f a.json', 'configmap/a serverside-applied\n')
        await k.prints(
          `get configmap a --show-managed-fields -o jsonpath='{range .metadata.managedFields[*]}{.manager} {.operation} {.fieldsV1}{"\\n"}{end}'`,
          lines`
      kubectl Apply {"f:data":{"f:x":{},"f:y":{}}}
      kubectl-last-applied Apply {"f:metadata":{"f:annotations":{"f:kubectl.kubernetes.io/last-applied-configuration":{}}}}
    `,
        )
        k.manifests('a.json', configMap('a', { x: '3' }))
        await k.prints('apply --server-side -f a.json', 'configmap/a serverside-applied\n')
        await k.prints('get configmap a -o jsonpath={.data}', '{"x":"3"}')
        k.manifests('a.json', configMap('a', { x: '4' }))
        await k.prints('apply -f a.json', 'configmap/a configured\n')
        await k.prints('get configmap a -o jsonpath={.data}', '{"x":"4"}')
      })

    if (k.minor >= 26)
      it('goes from client-side to server-side and back on a deployment', async () => {
        k.manifests('web.json', deployment('web'))
        await k.ok('apply -f web.json')
        k.manifests('web.json', deployment('web', { replicas: 3 }))
        await k.prints('apply --server-side -f web.json', 'deployment.apps/web serverside-applied\n')
        await k.prints(
          `get deployment web --show-managed-fields -o jsonpath='{range .metadata.managedFields[*]}{.manager} {.operation}{"\\n"}{end}{.spec.replicas}'`,
          lines`
      kubectl-last-applied Apply
      kubectl Apply
      3`,
        )
        k.manifests('web.json', deployment('web', { replicas: 4 }))
        await k.prints('apply -f web.json', 'deployment.apps/web configured\n')
        await k.prints('get deployment web -o jsonpath={.spec.replicas}', '4')
      })

    if (k.minor >= 26)
      it('goes from client-side to server-side and back on a kind of the host', async () => {
        k.manifests('w.json', {
          apiVersion: 'example.dev/v1',
          kind: 'Widget',
          metadata: { name: 'w' },
          spec: { size: 2, color: 'red' },
        })
        await k.ok('apply -f w.json')
        k.manifests('w.json', {
          apiVersion: 'example.dev/v1',
          kind: 'Widget',
          metadata: { name: 'w' },
          spec: { size: 3 },
        })
        await k.prints('apply --server-side -f w.json', 'widget.example.dev/w serverside-applied\n')
        await k.prints('get widget w -o jsonpath={.spec}', '{"size":3}')
        k.manifests('w.json', {
          apiVersion: 'example.dev/v1',
          kind: 'Widget',
          metadata: { name: 'w' },
          spec: { size: 4 },
        })
        await k.prints('apply -f w.json', 'widget.example.dev/w configured\n')
        await k.prints('get widget w -o jsonpath={.spec}', '{"size":4}')
      })

    it('shows by dry run what would be', async () => {
      k.manifests('a.json', configMap('a', { x: '1' }))
      await k.prints(
        'apply --server-side --dry-run=server -f a.json',
        'configmap/a serverside-applied (server dry run)\n',
      )
      await k.ends('get configmaps', { stderr: 'No resources found in default namespace.\n' })
    })

    it('refuses managedFields in what is applied', async () => {
      await k.fails(
        'apply --server-side -f -',
        'Error from server (BadRequest): metadata.managedFields must be nil\n',
        {
          input: lines`
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: a
        managedFields:
        - manager: me
          operation: Apply
          apiVersion: v1
          fieldsType: FieldsV1
          fieldsV1: {}
    `,
        },
      )
    })

    if (k.minor >= 25)
      it('refuses an unknown field', async () => {
        await k.fails(
          'apply --server-side -f -',
          lines`
      Error from server: failed to create typed patch object (default/a; /v1, Kind=ConfigMap): .datas: field not declared in schema
    `,
          {
            input: lines`
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: a
      datas: {}
    `,
          },
        )
      })
  },
  { resources: [widget] },
)
