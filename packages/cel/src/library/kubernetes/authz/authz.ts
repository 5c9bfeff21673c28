import { isDns1123Label, isDns1123Subdomain, type UserInfo } from '@pinnace/meta'
import { fail } from '../../../values/failure.ts'
import { boolType, stringType } from '../../../values/type.ts'
import { declareFunction, memberOverload, type FunctionDeclaration } from '../../function.ts'
import type { Library } from '../../library.ts'
import {
  authorizerType,
  CelResourceCheck,
  decisionType,
  GroupCheck,
  groupCheckType,
  PathCheck,
  pathCheckType,
  resourceCheckType,
  type CheckedResource,
} from './authorizer-values.ts'

/** `authorizer.group(…).resource(…).check(verb)`, `authorizer.path(…).check(verb)`, and what a decision says. */
// upstream: apiserver/pkg/cel/library/authz.go
export function authz(): Library {
  return { name: 'kubernetes.authz', functions: [...checks, ...decisions] }
}

/** `fieldSelector` and `labelSelector` of checks of resources. */
export function authzSelectors(): Library {
  return {
    name: 'kubernetes.authzSelectors',
    functions: [
      narrow('fieldSelector', 'authorizer_fieldselector', (fieldSelector) => ({ fieldSelector })),
      narrow('labelSelector', 'authorizer_labelselector', (labelSelector) => ({ labelSelector })),
    ],
  }
}

const checks: readonly FunctionDeclaration[] = [
  declareFunction(
    'path',
    memberOverload('authorizer_path', [authorizerType, stringType], pathCheckType, (authorizer, path) =>
      isBlank(path) ? fail('path must not be empty') : new PathCheck(authorizer, path),
    ),
  ),
  declareFunction(
    'group',
    memberOverload(
      'authorizer_group',
      [authorizerType, stringType],
      groupCheckType,
      (authorizer, group) => new GroupCheck(authorizer, group),
    ),
  ),
  declareFunction(
    'serviceAccount',
    memberOverload(
      'authorizer_serviceaccount',
      [authorizerType, stringType, stringType],
      authorizerType,
      (authorizer, namespace, name) => {
        if (isDns1123Subdomain(name).length > 0) fail('Invalid service account name')
        if (isDns1123Label(namespace).length > 0) fail('Invalid service account namespace')
        return authorizer.as(serviceAccountUser(namespace, name))
      },
    ),
  ),
  declareFunction(
    'resource',
    memberOverload(
      'groupcheck_resource',
      [groupCheckType, stringType],
      resourceCheckType,
      ({ authorizer, group }, resource) =>
        isBlank(resource) ? fail('resource must not be empty') : new CelResourceCheck(authorizer, { group, resource }),
    ),
  ),
  narrow('subresource', 'resourcecheck_subresource', (subresource) => ({ subresource })),
  narrow('namespace', 'resourcecheck_namespace', (namespace) => ({ namespace })),
  narrow('name', 'resourcecheck_name', (name) => ({ name })),
  declareFunction(
    'check',
    memberOverload('pathcheck_check', [pathCheckType, stringType], decisionType, (path, verb) => path.check(verb)),
    memberOverload('resourcecheck_check', [resourceCheckType, stringType], decisionType, (resource, verb) =>
      resource.check(verb),
    ),
  ),
]

const decisions: readonly FunctionDeclaration[] = [
  declareFunction(
    'errored',
    memberOverload('decision_errored', [decisionType], boolType, ({ decision }) => decision.error !== undefined),
  ),
  declareFunction(
    'error',
    memberOverload('decision_error', [decisionType], stringType, ({ decision }) => errorText(decision.error)),
  ),
  declareFunction(
    'allowed',
    memberOverload('decision_allowed', [decisionType], boolType, ({ decision }) => decision.effect === 'allow'),
  ),
  declareFunction(
    'reason',
    memberOverload('decision_reason', [decisionType], stringType, ({ decision }) => decision.reason),
  ),
]

/** A function that sets a part of what a check of a resource is about. */
function narrow(name: string, id: string, part: (text: string) => Partial<CheckedResource>): FunctionDeclaration {
  return declareFunction(
    name,
    memberOverload(id, [resourceCheckType, stringType], resourceCheckType, (check, text) => check.with(part(text))),
  )
}

function isBlank(text: string): boolean {
  return /^\p{White_Space}*$/u.test(text)
}

// upstream: apiserver/pkg/authentication/serviceaccount, ServiceAccountInfo.UserInfo
function serviceAccountUser(namespace: string, name: string): UserInfo {
  return {
    username: `system:serviceaccount:${namespace}:${name}`,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`],
    extra: {},
  }
}

/** The text of an error; several in brackets without duplicates. */
// upstream: apimachinery/pkg/util/errors, Aggregate
function errorText(error: unknown): string {
  if (error === undefined) return ''
  if (!(error instanceof AggregateError)) return error instanceof Error ? error.message : String(error)
  const texts = [...new Set(error.errors.map(errorText))]
  return texts.length === 1 ? texts.join('') : `[${texts.join(', ')}]`
}
