import type { TypeDescriptions } from './type-descriptions.ts'

const resourceAttributes =
  'The request to ask about, if it is for a resource. Exactly one of this and nonResourceAttributes is set.'
const nonResourceAttributes = 'The request to ask about, if it is for another path.'
const reviewStatus = 'The answer. It is filled in by the server.'

/** Types of `authorization/v1`. */
export const descriptions: TypeDescriptions = {
  'authorization.v1.FieldSelectorAttributes': {
    '': 'The field selector of the request, which an authorizer may take into account. Only one of its members is set.',
    rawSelector: 'The selector as it stands in the query. What cannot be parsed counts as no selector.',
    requirements:
      'The selector in parsed form: all requirements hold. Those that are not understood may be ignored, which makes the request broader.',
  },
  'authorization.v1.LabelSelectorAttributes': {
    '': 'The label selector of the request, which an authorizer may take into account. Only one of its members is set.',
    rawSelector: 'The selector as it stands in the query. What cannot be parsed counts as no selector.',
    requirements:
      'The selector in parsed form: all requirements hold. Those that are not understood may be ignored, which makes the request broader.',
  },
  'authorization.v1.LocalSubjectAccessReview': {
    '': 'Asks whether a user may do something in this namespace. Permission to ask can be granted for one namespace.',
    spec: 'The user and the request. Its namespace must be that of the review.',
    status: reviewStatus,
  },
  'authorization.v1.NonResourceAttributes': {
    '': 'A request for a path that is no resource.',
    path: 'The path of the URL.',
    verb: 'The HTTP method in small letters.',
  },
  'authorization.v1.NonResourceRule': {
    '': 'What a user may do with paths that are no resources.',
    verbs: 'HTTP methods in small letters. "*" is everything.',
    nonResourceURLs: 'The paths; "*" stands for any, also as the last part.',
  },
  'authorization.v1.ResourceAttributes': {
    '': 'A request for a resource.',
    namespace: 'The namespace. Empty for resources of the whole cluster, or for all namespaces.',
    verb: 'The operation, such as get, list or create. "*" is everything.',
    group: 'The API group; "*" is every group.',
    version: 'The version; "*" is every version.',
    resource: 'The resource; "*" is every resource.',
    subresource: 'The subresource; empty for the resource itself.',
    name: 'The object. Empty means all of them, or one that has no name yet.',
    fieldSelector: 'The field selector that narrows the request down. It can only help to allow it.',
    labelSelector: 'The label selector that narrows the request down. It can only help to allow it.',
  },
  'authorization.v1.ResourceRule': {
    '': 'What a user may do with resources. The order of rules means nothing.',
    verbs: 'Operations, such as get and list. "*" is everything.',
    apiGroups: 'The API groups of the resources; "*" is every group.',
    resources: 'The resources, with subresources as in "pods/log". "*" is everything.',
    resourceNames: 'The objects that the rule is restricted to. Empty means all.',
  },
  'authorization.v1.SelfSubjectAccessReview': {
    '': 'Asks whether the user who asks may do something. Everyone who is authenticated may ask.',
    spec: 'The request to ask about.',
    status: reviewStatus,
  },
  'authorization.v1.SelfSubjectAccessReviewSpec': {
    '': 'The request to ask about.',
    resourceAttributes,
    nonResourceAttributes,
  },
  'authorization.v1.SelfSubjectRulesReview': {
    '': 'Asks for everything that the user who asks may do in a namespace. Good for showing or hiding actions; for decisions use an access review.',
    spec: 'The namespace to ask about.',
    status: 'The rules. They are filled in by the server.',
  },
  'authorization.v1.SelfSubjectRulesReviewSpec': {
    '': 'What to ask about.',
    namespace: 'The namespace whose rules are wanted. Required.',
  },
  'authorization.v1.SubjectAccessReview': {
    '': 'Asks whether a user may do something.',
    spec: 'The user and the request.',
    status: reviewStatus,
  },
  'authorization.v1.SubjectAccessReviewSpec': {
    '': 'A user and a request. A user or a group is needed.',
    resourceAttributes,
    nonResourceAttributes,
    user: 'The name of the user.',
    groups: 'The groups that the user is in. Nothing is added to them.',
    extra: 'Further data about the user, by key, as the authenticator would give it.',
    uid: 'The uid of the user.',
  },
  'authorization.v1.SubjectAccessReviewStatus': {
    '': 'Whether a request is allowed.',
    allowed: 'Whether it is allowed.',
    denied: 'Whether it is explicitly denied, so that no other authorizer is to be asked. Never together with allowed.',
    reason: 'Why it is allowed or not.',
    evaluationError: 'What went wrong on the way to the answer. The answer can be right all the same.',
  },
  'authorization.v1.SubjectRulesReviewStatus': {
    '': 'What a user may do in a namespace, as far as it is known.',
    resourceRules: 'What may be done with resources. In no order, possibly with repetitions.',
    nonResourceRules: 'What may be done with other paths. In no order, possibly with repetitions.',
    incomplete: 'Whether there may be more, since an authorizer cannot list its rules.',
    evaluationError: 'What went wrong on the way to the answer. The rules that were found still count.',
  },
}
