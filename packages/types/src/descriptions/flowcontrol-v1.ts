import type { TypeDescriptions } from './type-descriptions.ts'

const condition = {
  type: 'Which aspect is judged.',
  status: 'The judgment: True, False or Unknown.',
  lastTransitionTime: 'When the status last changed from one value to another.',
  reason: 'A CamelCase word for programs that says why the status is as it is.',
  message: 'A sentence for people with the details.',
}

/** Types of `flowcontrol/v1`. */
export const descriptions: TypeDescriptions = {
  'flowcontrol.v1.ExemptPriorityLevelConfiguration': {
    '': 'How a level whose requests never wait counts in the division of seats.',
    nominalConcurrencyShares:
      'The share of the seats that are set aside for the level, in proportion to the other levels. The default is 0.',
    lendablePercent: 'The percentage of those seats, 0 to 100, that other levels may borrow. The default is 0.',
  },
  'flowcontrol.v1.FlowDistinguisherMethod': {
    '': 'How the requests of a flow schema are divided into flows, which get their turns fairly.',
    type: 'ByUser or ByNamespace.',
  },
  'flowcontrol.v1.FlowSchema': {
    '': 'Assigns requests to a priority level and to a flow within it.',
    spec: 'Which requests it takes and where they go.',
    status: 'What is known of the flow schema.',
  },
  'flowcontrol.v1.FlowSchemaCondition': {
    '': 'One aspect of the state of a flow schema.',
    ...condition,
  },
  'flowcontrol.v1.FlowSchemaSpec': {
    '': 'Which requests a flow schema takes.',
    priorityLevelConfiguration: 'The priority level of the requests. If it does not exist, the flow schema is ignored.',
    matchingPrecedence:
      'The order in which flow schemas are tried, from the smallest number: 1 to 10000. The default is 1000.',
    distinguisherMethod: 'How the requests are divided into flows. Without it they are one flow.',
    rules: 'The requests, of which one rule must match. Without rules it takes none.',
  },
  'flowcontrol.v1.FlowSchemaStatus': {
    '': 'What is known of a flow schema.',
    conditions: 'Judgments of the state. Dangling says whether the priority level is missing.',
  },
  'flowcontrol.v1.GroupSubject': {
    '': 'A group of users.',
    name: 'The name of the group; "*" is every group.',
  },
  'flowcontrol.v1.LimitResponse': {
    '': 'What happens to requests that find no seat.',
    type: 'Queue lets them wait, Reject answers with 429.',
    queuing: 'The queues. Only for the type Queue.',
  },
  'flowcontrol.v1.LimitedPriorityLevelConfiguration': {
    '': 'How many requests of a level are processed at a time, and what happens to the others.',
    nominalConcurrencyShares:
      'The share of the seats that the level gets, in proportion to the other levels. The default is 30.',
    limitResponse: 'What happens to requests that find no seat.',
    lendablePercent: 'The percentage of its seats, 0 to 100, that other levels may borrow. The default is 0.',
    borrowingLimitPercent:
      'How many seats the level may borrow, as a percentage of its own. Without it there is no limit.',
  },
  'flowcontrol.v1.NonResourcePolicyRule': {
    '': 'Requests for paths that are no resources.',
    verbs: 'HTTP methods in small letters. "*" is everything and must then stand alone.',
    nonResourceURLs: 'The paths; one can end with "/*", and "*" alone is every path.',
  },
  'flowcontrol.v1.PolicyRulesWithSubjects': {
    '': 'Requests by who makes them and what they ask for. A subject and one of the other rules must match.',
    subjects: 'Those who make the requests. At least one.',
    resourceRules: 'Requests for resources.',
    nonResourceRules: 'Requests for other paths.',
  },
  'flowcontrol.v1.PriorityLevelConfiguration': {
    '': 'A class of requests that has seats of its own, so that others cannot crowd it out.',
    spec: 'The seats and the queues.',
    status: 'What is known of the priority level.',
  },
  'flowcontrol.v1.PriorityLevelConfigurationCondition': {
    '': 'One aspect of the state of a priority level.',
    ...condition,
  },
  'flowcontrol.v1.PriorityLevelConfigurationReference': {
    '': 'Names a priority level.',
    name: 'The name of the priority level.',
  },
  'flowcontrol.v1.PriorityLevelConfigurationSpec': {
    '': 'Whether a level is limited, and how. The member that belongs to the type is set.',
    type: 'Limited, or Exempt for requests that never wait.',
    limited: 'The limits. Required for the type Limited, forbidden for Exempt.',
    exempt: 'The share in the seats. Forbidden for the type Limited.',
  },
  'flowcontrol.v1.PriorityLevelConfigurationStatus': {
    '': 'What is known of a priority level.',
    conditions: 'Judgments of the state, one for each type.',
  },
  'flowcontrol.v1.QueuingConfiguration': {
    '': 'The queues of a priority level.',
    queues: 'How many queues there are. More of them keep flows better apart; 1 treats all alike. The default is 64.',
    handSize:
      'How many queues each flow is dealt, of which a request takes the shortest. At most the number of queues; the default is 8.',
    queueLengthLimit: 'How many requests may wait in a queue. Further ones are rejected; the default is 50.',
  },
  'flowcontrol.v1.ResourcePolicyRule': {
    '': 'Requests for resources.',
    verbs: 'Operations, such as get and list. "*" is everything and must then stand alone.',
    apiGroups: 'The API groups. "*" is every group and must then stand alone.',
    resources: 'The resources, with subresources as in "pods/log". "*" is everything and must then stand alone.',
    clusterScope: 'Whether requests without a namespace match. The default is false; namespaces are then required.',
    namespaces: 'The namespaces. "*" is every namespace and must then stand alone.',
  },
  'flowcontrol.v1.ServiceAccountSubject': {
    '': 'A service account.',
    namespace: 'The namespace of the account.',
    name: 'The name of the account; "*" is every account of the namespace.',
  },
  'flowcontrol.v1.Subject': {
    '': 'One who makes requests. The member that belongs to the kind is set.',
    kind: 'User, Group or ServiceAccount.',
    user: 'A user by name.',
    group: 'A group of users by name.',
    serviceAccount: 'A service account by namespace and name.',
  },
  'flowcontrol.v1.UserSubject': {
    '': 'A user.',
    name: 'The name of the user; "*" is every user.',
  },
}
