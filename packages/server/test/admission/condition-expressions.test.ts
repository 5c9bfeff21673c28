import { afterEach, describe, expect, it } from 'vitest'
import { mutate, validate, webhook } from './support/webhook-configuration.ts'
import { createScenes } from './support/webhook-scene.ts'
import { allow, type Json } from './support/webhook-server.ts'

const { scene, close } = createScenes()
afterEach(close)

const when = (...expressions: readonly string[]): Json => ({
  matchConditions: expressions.map((expression, index) => ({ name: `c${index}`, expression })),
})

/** A message about one place of an expression. */
const at = (column: number, message: string, expression: string): string =>
  `compilation failed: ERROR: <input>:1:${column}: ${message}\n | ${expression}\n | ${'.'.repeat(column - 1)}^`

const digits = '[0,1,2,3,4,5,6,7,8,9]'
/** The message of a write that is refused. */
async function refusal(writing: Promise<unknown>): Promise<string> {
  try {
    await writing
  } catch (error) {
    return JSON.parse((error as Error).message).message
  }
  throw new Error('the write was accepted')
}

/** Iterates 10 to the power of `depth` times. */
const nested = (depth: number): string =>
  Array.from({ length: depth }).reduce<string>(
    (inner, _, level) => `${digits}.all(v${level}, ${inner})`,
    'object.data.k != "w"',
  )

describe('match conditions in the Common Expression Language', () => {
  it.each<[string, string]>([
    ['x', at(1, "undeclared reference to 'x' (in container '')", 'x')],
    ['params.a == 1', at(1, "undeclared reference to 'params' (in container '')", 'params.a == 1')],
    ['variables.a', at(1, "undeclared reference to 'variables' (in container '')", 'variables.a')],
    ['request.kind.foo', at(13, "undefined field 'foo'", 'request.kind.foo')],
    ['request.uid == "a"', at(8, "undefined field 'uid'", 'request.uid == "a"')],
    ['request.object.a == 1', at(8, "undefined field 'object'", 'request.object.a == 1')],
    ['namespaceObject.kind == "a"', at(16, "undefined field 'kind'", 'namespaceObject.kind == "a"')],
    [
      'namespaceObject.metadata.labels == 1',
      at(
        33,
        "found no matching overload for '_==_' applied to '(map(string, string), int)'",
        'namespaceObject.metadata.labels == 1',
      ),
    ],
    [
      'request.userInfo.extra.a == 1',
      at(26, "found no matching overload for '_==_' applied to '(list(string), int)'", 'request.userInfo.extra.a == 1'),
    ],
    [
      'true &&',
      at(
        8,
        "Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
        'true &&',
      ),
    ],
    ['"a".matches("(")', at(13, 'invalid matches argument', '"a".matches("(")')],
    ['duration("x") > duration("1s")', at(10, 'invalid duration argument', 'duration("x") > duration("1s")')],
    ['[1,"a"] == []', at(4, "expected type 'int' but found 'string'", '[1,"a"] == []')],
    ['object.`a-b` == 1', at(8, "unsupported syntax: '`'", 'object.`a-b` == 1')],
    ['object.foo', 'must evaluate to bool but got dyn'],
    ['1', 'must evaluate to bool but got int'],
    ['optional.of(true)', 'must evaluate to bool but got optional_type(bool)'],
    ['request.kind', 'must evaluate to bool but got kubernetes.GroupVersionKind'],
    ['type(request)', 'must evaluate to bool but got type(kubernetes.AdmissionRequest)'],
    ['namespaceObject.status.conditions', 'must evaluate to bool but got list(kubernetes.NamespaceCondition)'],
  ])('%s is refused', async (expression, message) => {
    const { server, hooks } = await scene({})
    const writing = validate(server, 'one', webhook('h', { clientConfig: hooks.client('/h'), ...when(expression) }))
    expect(await refusal(writing)).toBe(
      `ValidatingWebhookConfiguration.admissionregistration.k8s.io "one" is invalid: webhooks[0].matchConditions[0].expression: Invalid value: ${JSON.stringify(expression)}: ${message}`,
    )
  })

  it('about constants that fail is refused with an internal error', async () => {
    const { server, hooks } = await scene({})
    const failing = webhook('h', { clientConfig: hooks.client('/h'), ...when('int("x") == 1') })
    await expect(mutate(server, 'one', failing)).rejects.toThrow(
      "webhooks[0].matchConditions[0].expression: Internal error: program instantiation failed: type conversion error from 'string' to 'int'",
    )
  })

  it.each<[string, readonly string[]]>([
    ['the object', ['object.kind == "ConfigMap" && object.apiVersion == "v1" && object.data.k == "v"']],
    ['no old object', ['oldObject == null']],
    ['no namespace', ['namespaceObject == null']],
    [
      'the authorizer',
      [
        'authorizer.requestResource.check("create").allowed()',
        'authorizer.serviceAccount("a", "b").group("").resource("configmaps").check("create").allowed()',
      ],
    ],
    [
      'the request',
      [
        'request.kind.kind == "ConfigMap" && request.resource.resource == "configmaps" && request.resource.group == ""',
        'request.operation == "CREATE" && request.dryRun == false && request.options.kind == "CreateOptions"',
        'type(request.kind) == type(request.requestKind) && type(request) == type(object) || true',
      ],
    ],
    ['optional fields', ['object.?data.?missing.orValue("d") == "d"']],
    ['a failing part beside a true one', ['object.data.missing.size() > 0 || true']],
    ['space around it', ['  true\n']],
    [
      'the functions of Kubernetes',
      [
        'object.data.k.upperAscii() == "V" && quantity("1Gi").isGreaterThan(quantity("1M"))',
        'ip("10.0.0.1").family() == 4 && cidr("10.0.0.0/8").containsIP("10.1.2.3") && isURL("https://a.example/b")',
        '[1, 2, 3].sum() == 6 && "abc".find("b.") == "bc" && semver("1.2.3").major() == 1',
      ],
    ],
  ])('see %s', async (_, expressions) => {
    const { server, hooks, create } = await scene({ '/h': allow })
    await validate(server, 'one', webhook('h', { clientConfig: hooks.client('/h'), ...when(...expressions) }))
    expect((await create()).status).toBe(201)
    expect(hooks.questions).toHaveLength(1)
  })

  it.each<[string, readonly string[], string | undefined]>([
    ['a missing key', ['object.foo == 1'], "expression 'object.foo == 1' resulted in error: no such key: foo"],
    [
      'a field that a request leaves out',
      ['request.subResource == ""'],
      `expression 'request.subResource == ""' resulted in error: no such key: subResource`,
    ],
    [
      'the namespace',
      ['namespaceObject.metadata.name == "a"'],
      `expression 'namespaceObject.metadata.name == "a"' resulted in error: no such key: metadata`,
    ],
    [
      'several failures',
      ['1/0 == 1', 'object.foo == 1'],
      "[expression '1/0 == 1' resulted in error: division by zero, expression 'object.foo == 1' resulted in error: no such key: foo]",
    ],
    ['a failure beside a false condition', ['1/0 == 1', 'false'], undefined],
    [
      'what costs too much',
      [nested(6)],
      `expression '${nested(6)}' resulted in error: operation cancelled: actual cost limit exceeded`,
    ],
    [
      'what costs too much together',
      Array.from({ length: 5 }, () => nested(5)),
      'validation failed due to running out of cost budget, no further validation rules will be run',
    ],
  ])('that fail refuse the request, or leave the webhook out: %s', async (_, expressions, message) => {
    const { server, hooks, create } = await scene({ '/h': allow })
    const about = { clientConfig: hooks.client('/h'), ...when(...expressions) }
    await validate(server, 'one', webhook('a', { ...about, failurePolicy: 'Ignore' }))
    expect((await create('a')).status).toBe(201)
    await mutate(server, 'two', webhook('b', about))
    const { status, json } = await create('b')
    expect([status, json.message]).toEqual(
      message === undefined ? [201, undefined] : [403, `configmaps "b" is forbidden: ${message}`],
    )
    expect(hooks.questions).toHaveLength(0)
  })
})
