import { celEnv, parse, plan } from '@bufbuild/cel'
import { Environment } from '@marcbachmann/cel-js'
import { evaluate as evaluateTree, parse as parseTree } from 'cel-js'
import {
  createEnvironment,
  declareStruct,
  intType,
  listType,
  mapType,
  stringType,
  structType,
} from '../packages/cel/dist/index.js'

export const title =
  'CEL expressions over a parsed object (bare is the same expression in the library that the row names)'

const object = {
  spec: { replicas: 3, names: Array.from({ length: 100 }, (_, index) => `name-${index}`) },
  metadata: { name: 'web', labels: { app: 'web' } },
}
const variables = { object }

const environment = createEnvironment({
  structs: [
    declareStruct('Object', { spec: structType('Spec'), metadata: structType('Metadata') }),
    declareStruct('Spec', { replicas: intType, names: listType(stringType) }),
    declareStruct('Metadata', { name: stringType, labels: mapType(stringType, stringType) }),
  ],
  variables: { object: structType('Object') },
})

const expressions = [
  { expression: 'object.spec.replicas <= 5', operations: 100_000 },
  { expression: "object.metadata.name.startsWith('w') && object.spec.replicas > 1", operations: 100_000 },
  { expression: "has(object.metadata.labels) && 'app' in object.metadata.labels", operations: 100_000 },
  { expression: "object.spec.names.all(name, name.startsWith('name-'))", operations: 2000 },
  { expression: "object.metadata.name.matches('^[a-z]+$')", operations: 100_000 },
]

const others = {
  '@bufbuild/cel': (expression) => plan(celEnv({}), parse(expression)),
  '@marcbachmann/cel-js': (expression) => new Environment().registerVariable('object', 'dyn').parse(expression),
  // It has no methods.
  'cel-js': (expression) => {
    if (/\.\w+\(/.test(expression)) return undefined
    const { cst } = parseTree(expression)
    return (values) => evaluateTree(cst, values)
  },
}

export async function run(kit) {
  for (const { expression, operations } of expressions) {
    const program = environment.compile(expression)
    for (const [library, compile] of Object.entries(others)) {
      const other = compile(expression)
      if (other === undefined) continue
      if (program.evaluate(variables).value !== true || other(variables) !== true) throw new Error(expression)
      await kit.compare({
        name: `${expression}, ${library}`,
        operations,
        ours: () => {
          for (let index = 0; index < operations; index++) program.evaluate(variables)
        },
        bare: () => {
          for (let index = 0; index < operations; index++) other(variables)
        },
      })
    }
  }
}
