import type { TypeDescriptions } from './type-descriptions.ts'

const failurePolicy =
  'What happens if the expressions cannot be evaluated or the parameters are missing: Fail (the default) refuses the request, Ignore goes on.'
const paramKind =
  'The kind of the objects that parameterize the policy, available to expressions as params. Without it there are no parameters.'
const matchConstraints = 'The requests that the policy is for. Required.'
const policyMatchConditions =
  'Expressions that all must be true for the policy to be evaluated. If one is false, the policy is skipped; at most 64.'
const variables = 'Named expressions that others can use, as in variables.name. A variable can use those before it.'
const webhook = {
  name: 'The name of the webhook, which contains a domain: "check.example.com". It is unique in the configuration.',
  clientConfig: 'How to reach the webhook.',
  rules: 'The requests that the webhook is called for. One rule that matches is enough.',
  failurePolicy:
    'What happens if the webhook cannot be reached or answers nonsense: Fail (the default) refuses the request, Ignore goes on.',
  matchPolicy:
    'Equivalent (the default) also calls it for the same resource in other versions, with the object converted; Exact only for the versions that are listed.',
  namespaceSelector:
    'Restricts the webhook to objects in namespaces with such labels, or to such namespaces. Resources of the whole cluster always match; the default matches everything.',
  objectSelector:
    'Restricts the webhook to objects with such labels, before or after the change. Users who can set the labels of the object can avoid it; the default matches everything.',
  sideEffects:
    'Whether calls change anything elsewhere: None, or NoneOnDryRun. Other webhooks cannot be called in a dry run.',
  timeoutSeconds: 'Seconds after which the call counts as failed: 1 to 30. The default is 10.',
  admissionReviewVersions:
    'The versions of AdmissionReview that the webhook understands, the preferred one first. One must be known to the server.',
}
const webhookMatchConditions = {
  matchConditions:
    'Expressions that all must be true for the webhook to be called. An error in one is treated as failurePolicy says; at most 64.',
}
const reinvocationPolicy =
  'Never (the default) evaluates once; IfNeeded once more if something later changed the object.'

/** Types of `admissionregistration/v1`. */
export const descriptions: TypeDescriptions = {
  'admissionregistration.v1.ApplyConfiguration': {
    '': 'Changes an object as server-side apply would.',
    expression:
      'A CEL expression whose value is an Object with the fields to set. Lists that are replaced as a whole cannot be changed so.',
  },
  'admissionregistration.v1.AuditAnnotation': {
    '': 'An annotation of the audit event that a policy adds.',
    key: 'The key, which is appended to the name of the policy and a slash. It is unique in the policy.',
    valueExpression: 'A CEL expression whose value is the text, or null for no annotation. Texts are cut at 10 KB.',
  },
  'admissionregistration.v1.ExpressionWarning': {
    '': 'Something that type checking found in an expression.',
    fieldRef: 'The path of the expression, such as "spec.validations[0].expression".',
    warning: 'What was found, with the type that the expression was checked against.',
  },
  'admissionregistration.v1.JSONPatch': {
    '': 'Changes an object with operations of a JSON patch.',
    expression: 'A CEL expression whose value is a list of JSONPatch operations.',
  },
  'admissionregistration.v1.MatchCondition': {
    '': 'A condition on the request that is checked before anything is called.',
    name: 'The name of the condition, unique among those of its owner. It appears in errors and logs.',
    expression:
      'A CEL expression that is true or false. It can use object, oldObject, request, authorizer and, in policies, params.',
  },
  'admissionregistration.v1.MatchResources': {
    '': 'The requests that a policy is for.',
    namespaceSelector:
      'Restricts them to objects in namespaces with such labels, or to such namespaces. Resources of the whole cluster always match; the default matches everything.',
    objectSelector:
      'Restricts them to objects with such labels, before or after the change. Users who can set the labels of the object can avoid it; the default matches everything.',
    resourceRules: 'The operations and resources, of which one rule must match.',
    excludeResourceRules: 'Operations and resources that do not match although a rule names them.',
    matchPolicy:
      'Equivalent (the default) also matches the same resource in other versions, with the object converted; Exact only the versions that are listed.',
  },
  'admissionregistration.v1.MutatingAdmissionPolicy': {
    '': 'Changes objects on their way into the cluster, with CEL expressions. It has no effect without a binding.',
    spec: 'What is changed, and how.',
  },
  'admissionregistration.v1.MutatingAdmissionPolicyBinding': {
    '': 'Puts a mutating policy into effect, with parameters and for a part of its requests. Each binding with each of its parameters applies the policy once.',
    spec: 'The policy, its parameters and its requests.',
  },
  'admissionregistration.v1.MutatingAdmissionPolicyBindingSpec': {
    '': 'How a mutating policy is put into effect.',
    policyName: 'The policy. A binding without one that exists has no effect.',
    paramRef: 'The objects that parameterize the policy, of the kind in its paramKind.',
    matchResources: 'Restricts the policy further. Everything that the policy matches by default.',
  },
  'admissionregistration.v1.MutatingAdmissionPolicySpec': {
    '': 'What a mutating policy does.',
    paramKind,
    matchConstraints,
    variables,
    mutations: 'The changes, made one after the other: each sees the result of those before. At least one.',
    failurePolicy,
    matchConditions: policyMatchConditions,
    reinvocationPolicy,
  },
  'admissionregistration.v1.MutatingWebhook': {
    '': 'A server that is asked to change objects, or to refuse requests, before anything is stored.',
    ...webhook,
    ...webhookMatchConditions,
    reinvocationPolicy:
      'Never (the default) calls the webhook once; IfNeeded once more if something later changed the object.',
  },
  'admissionregistration.v1.MutatingWebhookConfiguration': {
    '': 'Webhooks that can change objects. They are called one after the other, sorted by the name of their configuration.',
    webhooks: 'The webhooks, called in this order.',
  },
  'admissionregistration.v1.Mutation': {
    '': 'One change that a policy makes. The member that patchType names is set.',
    patchType: 'ApplyConfiguration or JSONPatch.',
    applyConfiguration: 'A change like that of server-side apply.',
    jsonPatch: 'A change by operations of a JSON patch.',
  },
  'admissionregistration.v1.NamedRuleWithOperations': {
    '': 'Operations on resources, restricted to some objects.',
    resourceNames: 'The names of the objects. Empty means all.',
  },
  'admissionregistration.v1.ParamKind': {
    '': 'The kind of the objects that parameterize a policy.',
    apiVersion: 'Group and version of the kind.',
    kind: 'The kind.',
  },
  'admissionregistration.v1.ParamRef': {
    '': 'The objects that parameterize a policy: one by name, or several by label.',
    name: 'The name of the one object. Cannot be combined with selector.',
    namespace:
      'Where the objects are. Without it, in the namespace of the object that is checked; forbidden for kinds of the whole cluster.',
    selector: 'The labels of the objects, for each of which the policy is evaluated. Cannot be combined with name.',
    parameterNotFoundAction:
      'What happens if there is no such object: Allow skips the binding, Deny does as failurePolicy says. Required.',
  },
  'admissionregistration.v1.Rule': {
    '': 'Resources, as a product of groups, versions and names.',
    apiGroups: 'The API groups. "*" is every group and must then stand alone.',
    apiVersions: 'The versions. "*" is every version and must then stand alone.',
    resources:
      'The resources, with subresources as in "pods/log". "*" is all without subresources, "*/*" all with them, "pods/*" all subresources of pods.',
    scope:
      'Cluster for resources of the whole cluster, Namespaced for those in namespaces, "*" (the default) for both.',
  },
  'admissionregistration.v1.RuleWithOperations': {
    '': 'Operations on resources.',
    operations: 'CREATE, UPDATE, DELETE and CONNECT, or "*" for all of them, which must then stand alone.',
  },
  'admissionregistration.v1.ServiceReference': {
    '': 'A service that is a webhook.',
    namespace: 'The namespace of the service.',
    name: 'The name of the service.',
    path: 'The path to call. Without it, the root.',
    port: 'The port of the service. The default is 443.',
  },
  'admissionregistration.v1.TypeChecking': {
    '': 'What type checking of a policy found.',
    expressionWarnings: 'Findings, one for each expression and type.',
  },
  'admissionregistration.v1.ValidatingAdmissionPolicy': {
    '': 'Accepts or refuses requests by CEL expressions. It has no effect without a binding.',
    spec: 'What is checked.',
    status: 'What is known of the policy, such as the findings of type checking.',
  },
  'admissionregistration.v1.ValidatingAdmissionPolicyBinding': {
    '': 'Puts a validating policy into effect, with parameters and for a part of its requests. A request must pass each binding with each of its parameters.',
    spec: 'The policy, its parameters, its requests and what happens if they fail.',
  },
  'admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec': {
    '': 'How a validating policy is put into effect.',
    policyName: 'The policy. A binding without one that exists has no effect.',
    paramRef: 'The objects that parameterize the policy, of the kind in its paramKind.',
    matchResources: 'Restricts the policy further. Everything that the policy matches by default.',
    validationActions:
      'What happens if a validation fails: Deny refuses the request, Warn answers with a warning, Audit notes it in the audit event. Deny and Warn exclude each other.',
  },
  'admissionregistration.v1.ValidatingAdmissionPolicySpec': {
    '': 'What a validating policy checks. It has validations, audit annotations or both.',
    paramKind,
    matchConstraints,
    validations: 'What must be true of the request.',
    failurePolicy,
    auditAnnotations: 'Annotations of the audit event. At most 20.',
    matchConditions: policyMatchConditions,
    variables,
  },
  'admissionregistration.v1.ValidatingAdmissionPolicyStatus': {
    '': 'What is known of a validating policy.',
    observedGeneration: 'The generation that the controller last acted on.',
    typeChecking: 'The findings of type checking. They are there once it has been done.',
    conditions: 'Judgments of the state.',
  },
  'admissionregistration.v1.ValidatingWebhook': {
    '': 'A server that is asked to accept or refuse requests before anything is stored.',
    ...webhook,
    ...webhookMatchConditions,
  },
  'admissionregistration.v1.ValidatingWebhookConfiguration': {
    '': 'Webhooks that can refuse requests. They are called at the same time, after all changes.',
    webhooks: 'The webhooks.',
  },
  'admissionregistration.v1.Validation': {
    '': 'Something that must be true of a request.',
    expression:
      'A CEL expression that is true if the request is acceptable. It can use object, oldObject, request, params, namespaceObject, variables and authorizer.',
    message: 'What to tell the client if it is false, on one line. Without it, the expression is quoted.',
    reason:
      'The reason of the error: Unauthorized, Forbidden, Invalid (the default) or RequestEntityTooLarge. The first that fails decides.',
    messageExpression:
      'A CEL expression whose value is the message. It has precedence over message, unless it fails or is empty.',
  },
  'admissionregistration.v1.Variable': {
    '': 'A named expression, evaluated at most once and only if it is used.',
    name: 'The name, an identifier of CEL that is unique in the policy.',
    expression: 'The CEL expression. It can use what validations can, and the variables before it.',
  },
  'admissionregistration.v1.WebhookClientConfig': {
    '': 'How to reach a webhook: by url or by service.',
    url: 'The URL, which begins with https and has no user, query or fragment.',
    service: 'A service in the cluster.',
    caBundle: 'Certificates in PEM that vouch for the webhook. Without them, those of the system do.',
  },
}
