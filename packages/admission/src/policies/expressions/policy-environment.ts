import {
  authorizerType,
  createEnvironment,
  durationLiterals,
  dynType,
  homogeneousLiterals,
  jsonPatch,
  kubernetesCosts,
  kubernetesLibraries,
  regexLiterals,
  resourceCheckType,
  structType,
  timestampLiterals,
  type CelType,
  type Environment,
  type EnvironmentOptions,
} from '@pinnace/cel'
import type { Vocabulary } from '@pinnace/meta'
import { requestTypes } from '../../expressions/request-types.ts'
import { findMutationType } from './mutation-types.ts'

/** The newest release. Stored expressions may use its functions. */
export const newestRelease = '1.36'

/** What expressions see in addition to the objects, the request and the namespace. */
export interface PolicyNames {
  readonly hasParams: boolean
  readonly hasAuthorizer: boolean
  /** Whether they can make objects and JSON patches. */
  readonly hasPatchTypes: boolean
}

/** The environments of expressions of policies, made once for each set of names. */
export interface PolicyEnvironments {
  get(names: PolicyNames): Environment
}

/** Creates the environments of a vocabulary, with the functions of a release. */
// upstream: apiserver/pkg/admission/plugin/cel/compile.go, mustBuildEnvs
export function createPolicyEnvironments(
  { product }: Pick<Vocabulary, 'product'>,
  release: string = newestRelease,
): PolicyEnvironments {
  const known = new Map<string, Environment>()
  return {
    get(names) {
      const key = `${names.hasParams} ${names.hasAuthorizer} ${names.hasPatchTypes}`
      let environment = known.get(key)
      if (environment === undefined) known.set(key, (environment = createPolicyEnvironment(product, release, names)))
      return environment
    },
  }
}

/** Types of the objects that expressions see, where these are known. */
export interface TypedNames {
  readonly object: CelType
  /** Undefined for policies without parameters. */
  readonly params: CelType | undefined
  readonly findStruct: NonNullable<EnvironmentOptions['findStruct']>
}

/** The environment of the expressions of a policy, were it for objects of one kind. */
// upstream: apiserver/pkg/admission/plugin/policy/validating/typechecking.go, buildEnvSet
export function createTypedEnvironment({ product }: Pick<Vocabulary, 'product'>, names: TypedNames): Environment {
  const { object, params, findStruct } = names
  const hasParams = params !== undefined
  return createEnvironment({
    ...environmentOptions(product, newestRelease),
    variables: {
      ...policyVariables(product, { hasParams, hasAuthorizer: true, hasPatchTypes: false }),
      object,
      oldObject: object,
      ...(hasParams ? { params } : {}),
    },
    findStruct,
  })
}

function createPolicyEnvironment(product: string, release: string, names: PolicyNames): Environment {
  const options = environmentOptions(product, release)
  return createEnvironment({
    ...options,
    variables: policyVariables(product, names),
    ...(names.hasPatchTypes ? { libraries: [...options.libraries, jsonPatch()], findStruct: findMutationType } : {}),
  })
}

function environmentOptions(
  product: string,
  release: string,
): EnvironmentOptions & Required<Pick<EnvironmentOptions, 'libraries'>> {
  return {
    structs: requestTypes(product),
    libraries: kubernetesLibraries(release),
    costs: kubernetesCosts,
    validators: [durationLiterals, timestampLiterals, regexLiterals, homogeneousLiterals({ exceptWithin: ['format'] })],
    strictPresence: false,
    presenceTestsCost: false,
    strictConstants: true,
    quotedNames: false,
  }
}

function policyVariables(product: string, { hasParams, hasAuthorizer }: PolicyNames): Record<string, CelType> {
  return {
    object: dynType,
    oldObject: dynType,
    request: structType(`${product}.AdmissionRequest`),
    namespaceObject: structType(`${product}.Namespace`),
    ...(hasParams ? { params: dynType } : {}),
    ...(hasAuthorizer ? { authorizer: authorizerType, 'authorizer.requestResource': resourceCheckType } : {}),
  }
}
