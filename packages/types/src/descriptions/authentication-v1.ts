import type { TypeDescriptions } from './type-descriptions.ts'

/** Types of `authentication/v1`. */
export const descriptions: TypeDescriptions = {
  'authentication.v1.BoundObjectReference': {
    '': 'An object whose existence a token depends on.',
    kind: 'Pod, Secret or Node.',
    apiVersion: 'The group and version of the kind.',
    name: 'The name of the object.',
    uid: 'The uid of the object. If given, it must be that of the present one.',
  },
  'authentication.v1.SelfSubjectReview': {
    '': 'Answers who the request comes from, as the server sees it after authentication and impersonation.',
    status: 'The answer.',
  },
  'authentication.v1.SelfSubjectReviewStatus': {
    '': 'Who a request comes from.',
    userInfo: 'The user.',
  },
  'authentication.v1.TokenRequest': {
    '': 'Asks for a token of a service account. Created at the subresource token of the account.',
    spec: 'What the token should be good for.',
    status: 'The token. It is filled in by the server.',
  },
  'authentication.v1.TokenRequestSpec': {
    '': 'What a token should be good for.',
    audiences: 'Whom the token is for: those who receive it must find themselves here. Empty means the API server.',
    expirationSeconds:
      'Seconds for which the token should be valid, at least 600. The default is 3600; the server may choose otherwise.',
    boundObjectRef: 'An object with which the token becomes invalid: it is refused once the object is deleted.',
  },
  'authentication.v1.TokenRequestStatus': {
    '': 'A token that was requested.',
    token: 'The token, to be sent behind "Bearer" in a header.',
    expirationTimestamp: 'When the token becomes invalid.',
  },
  'authentication.v1.TokenReview': {
    '': 'Asks whether a token is valid and whose it is. Answers may be cached for a while.',
    spec: 'The question.',
    status: 'The answer. It is filled in by the server.',
  },
  'authentication.v1.TokenReviewSpec': {
    '': 'The token that is asked about.',
    token: 'The token, as it stands behind "Bearer" in a header.',
    audiences: 'Whom the token should be for. One of them is enough; without any, it should be for the API server.',
  },
  'authentication.v1.TokenReviewStatus': {
    '': 'What is known of a token.',
    authenticated: 'Whether the token is valid and belongs to a known user.',
    user: 'Whose token it is.',
    audiences:
      'Those of the audiences asked for that the token is for. A server that leaves them out does not know audiences: its answer then counts for the API server only.',
    error: 'Why the token could not be checked.',
  },
  'authentication.v1.UserInfo': {
    '': 'A user as requests are attributed to one.',
    username: 'The name, which is unique among all that are active.',
    uid: 'An identifier that outlives the name: another user of the same name later has another one.',
    groups: 'The groups that the user is in.',
    extra: 'Further data that the authenticator knows, by key.',
  },
}
