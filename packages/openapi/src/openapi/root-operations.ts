import type { Vocabulary } from '@pinnace/meta'
import { builtInMedia } from './operation-media.ts'
import { operationWord } from './operation-ids.ts'
import { bareOperation, type Operation, type PathOperations } from './operation.ts'
import { kindNames } from './type-names.ts'

/** The operation of a path above the versions, and where its version-3 document is, below `/openapi/v3/`. */
export interface RootOperation {
  readonly document: string
  readonly operations: PathOperations
}

/** The paths above the versions: the list of groups, built-in groups, the version of the server, its token keys. */
export function rootOperations(
  builtInGroups: readonly string[],
  servesIssuer: boolean,
  vocabulary: Vocabulary,
): readonly RootOperation[] {
  const names = kindNames(vocabulary)
  const { produces } = builtInMedia(vocabulary)
  const at = (
    document: string,
    tag: string,
    operation: Partial<Operation> & Pick<Operation, 'id' | 'description'>,
  ): RootOperation => ({
    document,
    operations: {
      path: `/${document}/`,
      tag,
      parameters: [],
      operations: [{ ...bareOperation, method: 'get', consumes: produces, produces, ...operation }],
    },
  })
  const versions = { description: 'get available API versions' }
  const issuer = [
    at('.well-known/openid-configuration', 'WellKnown', {
      id: 'getServiceAccountIssuerOpenIDConfiguration',
      description: "get service account issuer OpenID configuration, also known as the 'OIDC discovery doc'",
      consumes: undefined,
      produces: ['application/json'],
    }),
    at('openid/v1/jwks', 'openid', {
      id: 'getServiceAccountIssuerOpenIDKeyset',
      description: 'get service account issuer OpenID JSON Web Key Set (contains public token verification keys)',
      consumes: undefined,
      produces: ['application/jwk-set+json'],
    }),
  ]
  return [
    at('api', 'core', { ...versions, id: 'getCoreAPIVersions', answer: names.meta('APIVersions') }),
    at('apis', 'apis', { ...versions, id: 'getAPIVersions', answer: names.meta('APIGroupList') }),
    ...builtInGroups.map((group) =>
      at(`apis/${group}`, operationWord(group, vocabulary, false), {
        id: `get${operationWord(group, vocabulary, true)}APIGroup`,
        description: 'get information of a group',
        answer: names.meta('APIGroup'),
      }),
    ),
    ...(servesIssuer ? issuer : []),
    at('version', 'version', {
      id: 'getCodeVersion',
      description: 'get the version information for this server',
      consumes: ['application/json'],
      produces: ['application/json'],
      answer: names.versionInfo,
    }),
  ]
}
