import { beforeAll, describe, expect, it } from 'vitest'
import type { Server } from '../../src/index.ts'
import { prepareServer, send, type Row } from './prepared-server.ts'

const core = '/api/v1/namespaces/team'
const apps = '/apis/apps/v1/namespaces/team'
const widgets = '/apis/example.dev/v1/namespaces/team/widgets'
const dry = 'dryRun=All'

const conflicts = 'Operation cannot be fulfilled on'
const yaml = { 'content-type': 'application/yaml' }
const apply = { 'content-type': 'application/apply-patch+yaml' }
const strategic = { 'content-type': 'application/strategic-merge-patch+json' }
const jsonPatch = { 'content-type': 'application/json-patch+json' }
const otherNamespace = 'the namespace of the provided object does not match the namespace sent on the request'
const nameless = 'the name of the object (settings based on URL) was undeterminable: name must be provided'
const scheme = 'in scheme "pkg/runtime/scheme.go:111"'
const notAllowed = 'the server does not allow this method on the requested resource'
const noPage = '404 page not found\n'

const tables: Readonly<Record<string, readonly Row[]>> = {
  'an object below another one': [
    {
      request: `POST ${core}/pods/web/eviction?${dry}`,
      body: {},
      status: 400,
      message: 'name in URL does not match name in Eviction object',
    },
    {
      request: `POST ${core}/pods/none/binding?${dry}`,
      body: {},
      status: 400,
      message: 'name in URL does not match name in Binding object',
    },
    {
      request: `POST ${core}/pods/web/binding`,
      body: { metadata: { name: 'web', uid: 'x' }, target: { name: 'n' } },
      status: 409,
      details: { name: 'web', kind: 'pods' },
    },
    {
      request: `POST ${core}/pods/web/binding?${dry}`,
      body: { metadata: { name: 'web' } },
      status: 500,
      message: 'target.name: Required value',
    },
    {
      request: `POST ${core}/bindings?${dry}`,
      body: { target: { name: 'n' } },
      status: 400,
      message: 'Name parameter required.',
    },
  ],
  'a precondition': [
    {
      request: `DELETE ${core}/configmaps/settings?${dry}&uid=x`,
      status: 409,
      details: { name: 'settings', kind: 'ConfigMap' },
    },
    { request: `DELETE ${apps}/deployments/web`, body: { preconditions: { resourceVersion: '5' } }, status: 409 },
    {
      request: `PUT ${core}/configmaps/settings?${dry}`,
      body: { metadata: { name: 'settings', resourceVersion: 'abc' } },
      status: 500,
      message: 'strconv.ParseUint: parsing "abc": invalid syntax',
    },
    {
      request: `PUT ${core}/configmaps/settings?${dry}`,
      body: { metadata: { name: 'settings', resourceVersion: '1' } },
      status: 409,
      message: `${conflicts} configmaps "settings": the object has been modified; please apply your changes to the latest version and try again`,
    },
    {
      request: `PUT ${core}/configmaps/settings?${dry}`,
      body: { metadata: { name: 'settings', resourceVersion: '0' } },
      status: 200,
    },
    { request: `PATCH ${core}/configmaps/settings?${dry}`, body: { metadata: { uid: 'x' } }, status: 422 },
    { request: `POST ${core}/configmaps?${dry}`, body: { metadata: { name: 'n', resourceVersion: '5' } }, status: 201 },
    {
      request: `POST ${core}/configmaps`,
      body: { metadata: { name: 'n', resourceVersion: '5' } },
      status: 500,
      message: 'resourceVersion should not be set on objects to be created',
    },
  ],
  'a grace period': [
    {
      request: `PUT /api/v1/namespaces/going?${dry}`,
      body: { metadata: { name: 'going', deletionGracePeriodSeconds: 0 } },
      status: 422,
      message:
        'Namespace "going" is invalid: metadata.deletionGracePeriodSeconds: Invalid value: 0: field is immutable',
    },
    { request: `PUT /api/v1/namespaces/going?${dry}`, body: { metadata: { name: 'going' } }, status: 200 },
  ],
  'a namespace': [
    { request: `POST /api/v1/namespaces?${dry}`, body: { metadata: { name: 'a', namespace: 'other' } }, status: 201 },
    {
      request: `PUT ${core}/configmaps/settings`,
      body: { metadata: { name: 'x', namespace: 'other' } },
      status: 400,
      message: otherNamespace,
    },
    {
      request: `PATCH ${core}/configmaps/settings`,
      body: { metadata: { namespace: 'other' } },
      status: 400,
      message: otherNamespace,
    },
  ],
  'a body of a built-in kind': [
    { request: `PUT ${core}/configmaps/settings`, body: 'null', status: 400, message: nameless },
    {
      request: `POST ${core}/configmaps?fieldValidation=Strict`,
      body: '{"x":1,"data":{"a":"b","a":"c"},"metadata":{"name":"a","y":1}}',
      status: 400,
      message:
        'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "x", duplicate field "data.a", unknown field "metadata.y"',
    },
    {
      request: `POST ${core}/configmaps`,
      body: { kind: 'Pod' },
      status: 400,
      message:
        'Pod in version "v1" cannot be handled as a ConfigMap: converting (v1.Pod) to (core.ConfigMap): unknown conversion',
    },
    {
      request: `POST ${core}/configmaps`,
      body: { kind: 'None' },
      status: 400,
      message: `None in version "v1" cannot be handled as a ConfigMap: no kind "None" is registered for version "v1" ${scheme}`,
    },
    {
      request: `POST ${apps}/controllerrevisions`,
      body: { apiVersion: 'v1', kind: 'ConfigMap', data: { a: {} } },
      status: 400,
      message:
        'ConfigMap in version "v1" cannot be handled as a ControllerRevision: json: cannot unmarshal object into Go struct field ConfigMap.data of type string',
    },
    {
      request: 'POST /apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      body: { apiVersion: 'v1', kind: 'ConfigMap' },
      status: 400,
      message: `ConfigMap in version "v1" cannot be handled as a CustomResourceDefinition: no kind "ConfigMap" is registered for version "v1" ${scheme}`,
    },
    {
      request: 'POST /apis/apiregistration.k8s.io/v1/apiservices',
      body: { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
      status: 400,
      message: `CustomResourceDefinition in version "v1" cannot be handled as a APIService: no kind "CustomResourceDefinition" is registered for version "apiextensions.k8s.io/v1" ${scheme}`,
    },
    {
      request: `POST ${core}/configmaps`,
      body: '{"apiVersion":"a/b/c"}',
      status: 400,
      message:
        'the object provided is unrecognized (must be of type ConfigMap): unexpected GroupVersion string: a/b/c ({"apiVersion":"a/b/c"})',
    },
    {
      request: 'POST /apis/autoscaling/v2/namespaces/team/horizontalpodautoscalers',
      body: { apiVersion: 'autoscaling/v1' },
      status: 400,
      message: 'the API version in the data (autoscaling/v1) does not match the expected API version (autoscaling/v2)',
    },
  ],
  'a body of a custom resource': [
    {
      request: `POST ${widgets}`,
      body: '{"metadata":{"name":"two"}}',
      status: 400,
      message: `the object provided is unrecognized (must be of type Widget): Object 'Kind' is missing in '{"metadata":{"name":"two"}}' ({"metadata":{"name":"two"}})`,
    },
    {
      request: `POST ${widgets}?fieldValidation=Ignore`,
      body: '{}',
      status: 400,
      message: `Widget in version "v1" cannot be handled as a Widget: Object 'Kind' is missing in '{}'`,
    },
    {
      request: `POST ${widgets}`,
      body: { kind: 'Widget' },
      status: 400,
      message: 'the API version in the data () does not match the expected API version (example.dev/v1)',
    },
    {
      request: `POST ${widgets}`,
      body: { apiVersion: 'example.dev/v1', kind: 'Gadget', metadata: { name: 'g' } },
      status: 422,
      message: 'Gadget.example.dev "g" is invalid: kind: Invalid value: "Gadget": must be Widget',
    },
    {
      request: `POST ${widgets}`,
      body: { apiVersion: 'example.dev/v1', kind: 'Widget', metadata: 'x' },
      status: 400,
      message:
        'Widget in version "v1" cannot be handled as a Widget: json: cannot unmarshal string into Go value of type v1.ObjectMeta',
    },
  ],
  'a patch': [
    { request: `PATCH ${core}/configmaps/none`, body: '[', status: 404, message: 'configmaps "none" not found' },
    {
      request: `PATCH ${core}/configmaps/settings`,
      body: '{bad',
      status: 400,
      message: "error decoding patch: invalid character 'b' looking for beginning of object key string",
    },
    {
      request: `PATCH ${core}/configmaps/settings`,
      body: '{}',
      headers: jsonPatch,
      status: 400,
      message: 'error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp',
    },
    { request: `PATCH ${apps}/deployments/web?${dry}`, body: { kind: 'Foo' }, headers: strategic, status: 200 },
    { request: `PATCH ${apps}/deployments/web`, body: { kind: 'Foo' }, status: 422 },
    {
      request: `PATCH ${apps}/deployments/web`,
      body: { spec: { template: { spec: { containers: [{ image: 'x' }] } } } },
      headers: strategic,
      status: 500,
      message: 'map: map[image:x] does not contain declared merge key: name',
    },
    {
      request: `PATCH ${core}/configmaps/settings?fieldManager=m`,
      body: { apiVersion: 'v1', kind: 'ConfigMap', none: 1 },
      headers: apply,
      status: 500,
      message: 'failed to create typed patch object (/; /v1, Kind=ConfigMap): .none: field not declared in schema',
    },
    {
      request: `PATCH ${core}/configmaps/settings`,
      body: '{}',
      headers: { 'content-type': 'text/plain' },
      status: 415,
      message: '415: Unsupported Media Type',
      details: {},
    },
    {
      request: `PATCH ${widgets}/one/scale`,
      body: '{}',
      headers: strategic,
      status: 415,
      message:
        'the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml',
    },
  ],
  'options of a delete': [
    {
      request: `DELETE ${core}/configmaps/settings?${dry}&propagationPolicy=x`,
      status: 422,
      message:
        'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Unsupported value: "x": supported values: "Foreground", "Background", "Orphan", "nil"',
    },
    {
      request: `DELETE ${core}/configmaps/settings?${dry}&gracePeriodSeconds=x`,
      status: 400,
      message: 'strconv.ParseInt: parsing "x": invalid syntax',
    },
    {
      request: `DELETE ${core}/configmaps/settings`,
      body: { gracePeriodSeconds: 'x' },
      status: 400,
      message: 'json: cannot unmarshal string into Go struct field DeleteOptions.gracePeriodSeconds of type int64',
    },
    {
      request: `DELETE ${core}/configmaps/settings`,
      body: { kind: 'Foo' },
      status: 400,
      message: `no kind "Foo" is registered for version "meta.k8s.io/v1" ${scheme}`,
    },
    { request: `DELETE ${core}/configmaps/settings?${dry}&propagationPolicy=Foreground`, status: 200 },
    { request: `DELETE ${core}/configmaps/settings?${dry}&propagationPolicy=Orphan&resourceVersion=`, status: 200 },
  ],
  'options of a write': [
    {
      request: `PUT ${core}/configmaps/settings?${dry}&fieldManager=a%C2%A0b`,
      body: { metadata: { name: 'settings' } },
      status: 422,
      message: String.raw`UpdateOptions.meta.k8s.io "" is invalid: fieldManager: Invalid value: "a\u00a0b": invalid character U+00A0 (at position 1)`,
    },
    {
      request: `PUT ${core}/configmaps/settings?${dry}&fieldManager=a%01b%E2%80%A8`,
      body: { metadata: { name: 'settings' } },
      status: 422,
      message: String.raw`UpdateOptions.meta.k8s.io "" is invalid: [fieldManager: Invalid value: "a\x01b\u2028": invalid character U+0001 (at position 1), fieldManager: Invalid value: "a\x01b\u2028": invalid character U+2028 (at position 3)]`,
    },
    {
      request: `PUT ${core}/configmaps/settings?${dry}&fieldManager=%01%01${'x'.repeat(127)}`,
      body: { metadata: { name: 'settings' } },
      status: 422,
      message: String.raw`UpdateOptions.meta.k8s.io "" is invalid: [fieldManager: Too long: may not be more than 128 bytes, fieldManager: Invalid value: "\x01\x01${'x'.repeat(127)}": invalid character U+0001 (at position 0)]`,
    },
    {
      request: `PATCH ${core}/configmaps/settings?${dry}&force=false`,
      body: {},
      status: 422,
      message: 'PatchOptions.meta.k8s.io "" is invalid: force: Forbidden: may not be specified for non-apply patch',
    },
    {
      request: `PUT ${core}/configmaps/settings?${dry}&timeout=-1s`,
      body: { metadata: { name: 'settings' } },
      status: 200,
    },
    {
      request: `GET ${core}/configmaps?timeout=1x`,
      status: 400,
      message: 'invalid timeout specified in the request URL - time: unknown unit "x" in duration "1x"',
    },
    {
      request: `DELETE ${core}/configmaps/settings`,
      body: { dryRun: ['All'], preconditions: { resourceVersion: '' } },
      status: 409,
    },
  ],
  'options of a watch': [
    {
      request: `GET ${core}/configmaps?watch=1&sendInitialEvents=true&resourceVersionMatch=Exact`,
      status: 422,
      message:
        'ListOptions.meta.k8s.io "" is invalid: [resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan, resourceVersionMatch: Unsupported value: "Exact": supported values: "NotOlderThan"]',
    },
    {
      request: `GET ${core}/configmaps?watch=1&continue=x&resourceVersionMatch=Exact`,
      status: 422,
      message:
        'ListOptions.meta.k8s.io "" is invalid: [resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided, resourceVersionMatch: Unsupported value: "Exact": supported values: "NotOlderThan", resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided]',
    },
  ],
  'another spelling of a path': [
    { request: 'GET //api/v1/secrets', status: 404, message: noPage },
    { request: 'GET /apis//apps/v1/deployments', status: 404, message: noPage },
    { request: 'GET /api/v1/secrets//', status: 200 },
    { request: 'GET /api/v1/bindings', status: 404 },
    { request: 'POST /api/v1/bindings', body: {}, status: 404 },
    { request: 'POST /api/v1/pods', body: {}, status: 405 },
    { request: 'GET /api/v1/proxy/nodes/x', status: 404 },
  ],
  'parameters of a content type': [
    {
      request: `POST ${core}/configmaps?${dry}`,
      headers: { 'content-type': 'application/json;x' },
      body: { metadata: { name: 'n' } },
      status: 415,
    },
    {
      request: `POST ${core}/configmaps?${dry}`,
      headers: { 'content-type': 'application/json; charset="utf-8"; x=y;' },
      body: { metadata: { name: 'n' } },
      status: 201,
    },
  ],
  'a body in YAML': [
    {
      request: `POST ${core}/configmaps`,
      headers: yaml,
      body: 'a: [\n',
      status: 400,
      message:
        'the object provided is unrecognized (must be of type ConfigMap): yaml: line 1: did not find expected node content (613a205b0a)',
    },
    {
      request: `POST ${core}/configmaps`,
      headers: yaml,
      body: '',
      status: 422,
      message: 'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required',
    },
    {
      request: `PATCH ${core}/configmaps/settings?fieldManager=a`,
      headers: apply,
      body: '{',
      status: 400,
      message: 'error decoding YAML: error converting YAML to JSON: yaml: line 1: did not find expected node content',
    },
  ],
  'options of a read': [
    {
      request: `GET ${core}/configmaps?continue=nope`,
      status: 400,
      message: String.raw`invalid continue token: continue key is not valid: invalid character '\u009e' looking for beginning of value`,
    },
    {
      request: `GET ${core}/configmaps?continue=eyJydiI6MS41fQ`,
      status: 400,
      message:
        'invalid continue token: continue key is not valid: json: cannot unmarshal number 1.5 into Go struct field continueToken.rv of type int64',
    },
    {
      request: `GET ${core}/configmaps?limit=9223372036854775808`,
      status: 400,
      message: 'strconv.ParseInt: parsing "9223372036854775808": value out of range',
    },
    { request: `GET ${core}/configmaps?limit=`, status: 400, message: 'strconv.ParseInt: parsing "": invalid syntax' },
    { request: `GET ${core}/configmaps?watch=1&continue=x`, status: 422 },
    {
      request: `GET /api/v1/watch/namespaces/team/configmaps/settings?fieldSelector=metadata.name=x`,
      status: 400,
      message: "fieldSelector metadata.name doesn't match requested name",
    },
    {
      request: `GET ${core}/configmaps/settings?export=true`,
      status: 400,
      message: 'the export parameter, deprecated since v1.14, is no longer supported',
    },
    {
      request: `GET ${core}/configmaps/settings?resourceVersion=x`,
      status: 500,
      message: 'resourceVersion: Invalid value: "x": strconv.ParseUint: parsing "x": invalid syntax',
    },
    {
      request: `GET ${core}/configmaps?resourceVersion=x`,
      status: 400,
      message:
        'invalid resource version: resourceVersion: Invalid value: "x": strconv.ParseUint: parsing "x": invalid syntax',
    },
    {
      request: `GET ${apps}/replicasets?fieldSelector=status.replicas=1`,
      status: 400,
      message: '"status.replicas" is not a known field selector: only "metadata.name", "metadata.namespace"',
    },
    {
      request: `GET ${core}/configmaps?fieldSelector=a"b=1`,
      status: 400,
      message: String.raw`"a\"b" is not a known field selector: only "metadata.name", "metadata.namespace"`,
    },
    { request: `GET ${core}/pods?fieldSelector=a=1`, status: 400, message: 'field label not supported: a' },
    { request: 'GET /api/v1/nodes?fieldSelector=metadata.namespace=1', status: 400 },
    { request: 'GET /api/v1/persistentvolumes?fieldSelector=metadata.namespace=1', status: 200 },
    {
      request: 'GET /apis/batch/v1/jobs?fieldSelector=a=1',
      status: 400,
      message: 'field label "a" not supported for Job',
    },
    {
      request: 'GET /apis/resource.k8s.io/v1/resourceslices?fieldSelector=metadata.namespace=1',
      status: 400,
      message: 'field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: metadata.namespace',
    },
    { request: `GET ${widgets}?fieldSelector=spec.x=1`, status: 400, message: 'field label not supported: spec.x' },
  ],
  'a path': [
    { request: `GET ${core}/configmaps/%2e%2e`, status: 400, message: `Name parameter invalid: "..": may not be '..'` },
    {
      request: `GET ${core}/configmaps/a%25b`,
      status: 400,
      message: `Name parameter invalid: "a%b": may not contain '%'`,
    },
    { request: `HEAD ${core}/configmaps`, status: 405, message: notAllowed },
    { request: `HEAD ${widgets}`, status: 200 },
    { request: 'POST /api/v1/watch/configmaps', status: 405, message: notAllowed },
    { request: 'GET /api/v1/watch/pods/x', status: 404, message: 'the server could not find the requested resource' },
    { request: `GET ${widgets}/one/status`, status: 404, message: 'widgets.example.dev "one" not found' },
    { request: 'GET /apis/example.dev/v1/none', status: 404, message: noPage },
    { request: 'GET /apis/example.dev/v1/widgets/one', status: 404, message: noPage },
    { request: 'POST /apis/example.dev/v1/widgets', body: {}, status: 404, message: noPage },
    {
      request: 'GET /apis/apps/v9/deployments',
      status: 404,
      message: 'the server could not find the requested resource',
    },
    {
      request: `OPTIONS ${widgets}`,
      status: 405,
      message: ' is not supported on resources of kind "widgets.example.dev"',
    },
  ],
  'an Accept header': [
    {
      request: `GET ${core}/configmaps/settings`,
      headers: { accept: 'application/*' },
      status: 406,
      message:
        '406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, application/vnd.kubernetes.protobuf',
      details: {},
    },
    {
      request: `GET ${core}/configmaps`,
      headers: { accept: 'text/html' },
      status: 406,
      message:
        '406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, application/vnd.kubernetes.protobuf, application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch',
    },
    { request: `GET ${core}/configmaps/settings`, headers: { accept: 'text/html, */*' }, status: 200 },
  ],
  impersonation: [
    {
      request: `GET ${core}/configmaps`,
      headers: { 'impersonate-group': 'g' },
      status: 400,
      message:
        'requested &user.DefaultInfo{Name:"", UID:"", Groups:[]string{"g"}, Extra:map[string][]string(nil)} without impersonating a user name',
    },
    { request: `GET ${core}/configmaps`, headers: { 'impersonate-user': '' }, status: 200 },
  ],
}

let server: Server

beforeAll(async () => {
  server = await prepareServer()
  await send(server, { request: 'POST /api/v1/namespaces', body: { metadata: { name: 'going' } }, status: 201 })
  await send(server, { request: 'DELETE /api/v1/namespaces/going', status: 200 })
})

for (const [cause, rows] of Object.entries(tables)) {
  describe(cause, () => {
    it.each(rows.map((row) => [row.request, row] as const))('%s', async (_, row) => {
      const { status, json, text } = await send(server, row)
      expect([status, row.message === undefined ? undefined : (json?.message ?? text)]).toEqual([
        row.status,
        row.message,
      ])
      if (row.details !== undefined) expect(json.details).toEqual(row.details)
    })
  })
}
