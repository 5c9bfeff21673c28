import { it } from 'vitest'
import { lines } from './support/lines.ts'
import { onEveryKubectl } from './support/on-kubectls.ts'
import { widget } from './support/widget.ts'

onEveryKubectl(
  'a kind of the host',
  (k) => {
    it('is listed among what is served', async () => {
      await k.prints(
        'api-resources --api-group=example.dev',
        lines`
      NAME      SHORTNAMES   APIVERSION       NAMESPACED   KIND
      widgets   wd           example.dev/v1   true         Widget
    `,
      )
    })

    it('is created, shown in its columns, deleted', async () => {
      await k.prints('create -f -', 'widget.example.dev/w created\n', {
        input: lines`
      apiVersion: example.dev/v1
      kind: Widget
      metadata: { name: w }
      spec: { size: 3, color: red }
    `,
      })
      await k.prints(
        'get widgets',
        lines`
      NAME   SIZE   READY   AGE
      w      3              <age>
    `,
      )
      await k.prints(
        'get wd w -o wide',
        lines`
      NAME   SIZE   READY   COLOR   AGE
      w      3              red     <age>
    `,
      )
      await k.prints('get widget w -o jsonpath={.spec}', '{"color":"red","size":3}')
      await k.prints('delete widget w', 'widget.example.dev "w" deleted\n')
      await k.ends('get widgets', { stderr: 'No resources found in default namespace.\n' })
    })

    it('gets its defaults', async () => {
      await k.ok('create -f -', {
        input: lines`
      apiVersion: example.dev/v1
      kind: Widget
      metadata: { name: w }
      spec: {}
    `,
      })
      await k.prints(
        'get widget w',
        lines`
      NAME   SIZE   READY   AGE
      w      1              <age>
    `,
      )
    })

    it('is applied: created, left, configured', async () => {
      k.manifests('w.json', {
        apiVersion: 'example.dev/v1',
        kind: 'Widget',
        metadata: { name: 'w' },
        spec: { size: 2, color: 'red' },
      })
      await k.prints('apply -f w.json', 'widget.example.dev/w created\n')
      await k.prints('apply -f w.json', 'widget.example.dev/w unchanged\n')
      k.manifests('w.json', {
        apiVersion: 'example.dev/v1',
        kind: 'Widget',
        metadata: { name: 'w' },
        spec: { size: 4 },
      })
      await k.prints('apply -f w.json', 'widget.example.dev/w configured\n')
      await k.prints('get widget w -o jsonpath={.spec}', '{"size":4}')
    })

    it('is patched by merge and by operations, never strategically', async () => {
      await k.have({ apiVersion: 'example.dev/v1', kind: 'Widget', metadata: { name: 'w' }, spec: { size: 2 } })
      await k.prints(`patch widget w --type=merge -p '{"spec":{"color":"blue"}}'`, 'widget.example.dev/w patched\n')
      await k.prints(
        `patch widget w --type=json -p '[{"op":"replace","path":"/spec/size","value":5}]'`,
        'widget.example.dev/w patched\n',
      )
      await k.fails(
        `patch widget w -p '{"spec":{"size":6}}'`,
        k.minor < 27
          ? lines`
      Error from server (UnsupportedMediaType): the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml
    `
          : lines`
      error: application/strategic-merge-patch+json is not supported by example.dev/v1, Kind=Widget: the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml
    `,
      )
      await k.prints('get widget w -o jsonpath={.spec}', '{"color":"blue","size":5}')
    })

    if (k.minor >= 24)
      it('has a status of its own', async () => {
        await k.have({ apiVersion: 'example.dev/v1', kind: 'Widget', metadata: { name: 'w' }, spec: { size: 2 } })
        await k.prints(
          `patch widget w --subresource=status --type=merge -p '{"status":{"ready":true},"spec":{"size":9}}'`,
          'widget.example.dev/w patched\n',
        )
        await k.prints(
          'get widget w',
          lines`
      NAME   SIZE   READY   AGE
      w      2      true    <age>
    `,
        )
        await k.prints(
          'wait widget w --for=jsonpath={.status.ready}=true --timeout=5s',
          'widget.example.dev/w condition met\n',
        )
      })

    it('is rejected with the path of the invalid field', async () => {
      await k.fails(
        'create -f -',
        k.minor < 27
          ? lines`
      error: error validating "STDIN": error validating data: ValidationError(Widget.spec.size): invalid type for dev.example.v1.Widget.spec.size: got "string", expected "integer"; if you choose to ignore these errors, turn validation off with --validate=false
    `
          : lines`
      The Widget "w" is invalid: spec.size: Invalid value: "string": spec.size in body must be of type integer: "string"
    `,
        {
          input: lines`
      apiVersion: example.dev/v1
      kind: Widget
      metadata: { name: w }
      spec: { size: big }
    `,
        },
      )
    })

    if (k.minor >= 25)
      it('is strict with unknown fields', async () => {
        await k.fails(
          'create -f -',
          lines`
      Error from server (BadRequest): error when creating "STDIN": Widget in version "v1" cannot be handled as a Widget: strict decoding error: unknown field "spec.weight"
    `,
          {
            input: lines`
      apiVersion: example.dev/v1
      kind: Widget
      metadata: { name: w }
      spec: { weight: 3 }
    `,
          },
        )
      })

    if (k.minor >= 27)
      it('is explained', async () => {
        await k.prints(
          'explain widget.spec.size',
          k.minor < 30
            ? lines`
      GROUP:      example.dev
      KIND:       Widget
      VERSION:    v1

      FIELD: size <integer>

      DESCRIPTION:
          How big it is.


    `
            : lines`
      GROUP:      example.dev
      KIND:       Widget
      VERSION:    v1

      FIELD: size <integer>


      DESCRIPTION:
          How big it is.


    `,
        )
        await k.prints(
          'explain widget.spec.parts --recursive',
          k.minor < 30
            ? lines`
      GROUP:      example.dev
      KIND:       Widget
      VERSION:    v1

      FIELD: parts <[]Object>

      DESCRIPTION:
          <empty>
      FIELDS:
        count	<integer> -required-
        name	<string> -required-

    `
            : lines`
      GROUP:      example.dev
      KIND:       Widget
      VERSION:    v1

      FIELD: parts <[]Object>


      DESCRIPTION:
          <empty>
      FIELDS:
        count	<integer> -required-
        name	<string> -required-

    `,
        )
      })

    it('is among all', async () => {
      await k.have({ apiVersion: 'example.dev/v1', kind: 'Widget', metadata: { name: 'w' }, spec: {} })
      await k.prints(
        'get all',
        lines`
      NAME                 TYPE        CLUSTER-IP   EXTERNAL-IP   PORT(S)   AGE
      service/kubernetes   ClusterIP   10.96.0.1    <none>        443/TCP   <age>

      NAME                   SIZE   READY   AGE
      widget.example.dev/w   1              <age>
    `,
      )
    })

    it('is labelled, edited by others, and printed with its labels', async () => {
      await k.have({ apiVersion: 'example.dev/v1', kind: 'Widget', metadata: { name: 'w' }, spec: {} })
      await k.prints('label widget w app=web', 'widget.example.dev/w labeled\n')
      await k.prints(
        'get widgets -L app',
        lines`
      NAME   SIZE   READY   AGE   APP
      w      1              <age>   web
    `,
      )
      await k.prints('get widgets -l app=web -o name', 'widget.example.dev/w\n')
      await k.prints(
        'annotate widget w note=x',
        k.minor < 27
          ? 'widget.example.dev/w annotated\n'
          : k.minor < 28
            ? 'widget.example.dev/w annotate\n'
            : 'widget.example.dev/w annotated\n',
      )
    })

    it('is not scaled', async () => {
      await k.have({ apiVersion: 'example.dev/v1', kind: 'Widget', metadata: { name: 'w' }, spec: {} })
      await k.fails('scale widget w --replicas=2', 'Error from server (NotFound): widgets.example.dev "w" not found\n')
    })
  },
  { resources: [widget] },
)
