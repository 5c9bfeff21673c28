import type { TypeDescriptions } from './type-descriptions.ts'

/** Types of `apiregistration/v1`. */
export const descriptions: TypeDescriptions = {
  'apiregistration.v1.APIService': {
    '': 'A version of an API group and the server that has it. The name of the object is the version, a dot and the group.',
    spec: 'The group, the version and the server.',
    status: 'Whether the server can be reached.',
  },
  'apiregistration.v1.APIServiceCondition': {
    '': 'One aspect of the state of an API service.',
    type: 'Which aspect is judged. There is one: Available.',
    status: 'The judgment: True, False or Unknown.',
    lastTransitionTime: 'When the status last changed from one value to another.',
    reason: 'A CamelCase word for programs that says why the status is as it is.',
    message: 'A sentence for people with the details.',
  },
  'apiregistration.v1.APIServiceSpec': {
    '': 'The group, the version and the server of an API service.',
    service: 'The service that requests are passed to. Without it, this server answers them itself.',
    group: 'The API group.',
    version: 'The version.',
    insecureSkipTLSVerify:
      'Accepts any certificate of the server. Not for production; cannot be combined with caBundle.',
    caBundle: 'Certificates in PEM that vouch for the server. Without them, those of the system do.',
    groupPriorityMinimum:
      'The least priority of the group, 1 to 20000. The largest of all versions counts; groups with a larger one are listed and searched first.',
    versionPriority:
      'The priority of the version within the group, 1 to 1000. Among equal ones, versions are ordered by stability and number.',
  },
  'apiregistration.v1.APIServiceStatus': {
    '': 'What is known of an API service.',
    conditions: 'Judgments of the state, one for each type.',
  },
  'apiregistration.v1.ServiceReference': {
    '': 'A service that is an API server.',
    namespace: 'The namespace of the service.',
    name: 'The name of the service.',
    port: 'The port of the service. The default is 443.',
  },
}
