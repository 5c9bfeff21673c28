import {
  authorizerType,
  boolType,
  compileExpression,
  createAuthorizer,
  createKubernetesEnvironment,
  createResourceCheck,
  dynType,
  resourceCheckType,
  structType,
  type CelAuthorizer,
  type Program,
  type Environment,
} from '@pinnace/cel'
import type { Vocabulary } from '@pinnace/meta'
import type { ExpressionAccess, ExpressionEngine } from './expression-engine.ts'
import { requestTypes } from './request-types.ts'

/** The engine of match conditions: expressions in the Common Expression Language that are true or false. */
// upstream: apiserver/pkg/admission/plugin/cel/compile.go, CompileCELExpression
export function createConditionEngine({ product }: Vocabulary): ExpressionEngine {
  // One for each release that servers of this process emulate; undefined for the newest.
  const environments = new Map<string | undefined, Environment>()
  const environmentOf = (release: string | undefined): Environment => {
    const known = environments.get(release) ?? createConditionEnvironment(product, release)
    environments.set(release, known)
    return known
  }
  return {
    compile(expression, { release } = {}) {
      const program = compileCondition(environmentOf(release), expression)
      return {
        evaluate: (variables, limits, access) =>
          program.evaluateAsync(
            (name) => (Object.hasOwn(variables, name) ? variables[name] : accessVariable(name, access)),
            limits,
          ),
      }
    },
  }
}

function createConditionEnvironment(product: string, release: string | undefined): Environment {
  return createKubernetesEnvironment({
    ...(release === undefined ? {} : { version: release }),
    variables: {
      object: dynType,
      oldObject: dynType,
      request: structType(`${product}.AdmissionRequest`),
      namespaceObject: structType(`${product}.Namespace`),
      authorizer: authorizerType,
      'authorizer.requestResource': resourceCheckType,
    },
    structs: requestTypes(product),
  })
}

function compileCondition(environment: Environment, expression: string): Program {
  const { program, problem } = compileExpression(environment, expression, boolType)
  if (program !== undefined) return program
  throw problem.isInternal ? new Error(problem.message) : new TypeError(problem.message)
}

/** Authorizers by what they are made of; the expressions of one request share one, and its decisions. */
const authorizers = new WeakMap<ExpressionAccess, CelAuthorizer>()

/** The value of `authorizer` or `authorizer.requestResource`. */
function accessVariable(name: string, access: ExpressionAccess): unknown {
  const { user, authorize, resource } = access
  let authorizer = authorizers.get(access)
  if (authorizer === undefined) {
    authorizer = createAuthorizer({ user, decide: authorize })
    authorizers.set(access, authorizer)
  }
  return name === 'authorizer' ? authorizer : createResourceCheck(authorizer, resource)
}
