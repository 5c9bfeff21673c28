/** An example: the text of the editor, and the commands to run. */
export interface Example {
  readonly name: string
  readonly title: string
  readonly text: string
  readonly commands: readonly string[]
}

/** The examples, in the order of the page. */
export const examples: readonly Example[] = [
  {
    name: 'apply-conflict',
    title: 'Apply: two managers of one field',
    text: `# file: team.yaml
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, labels: { team: shop } }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: 'nginx:1.27' }] }
# file: autoscaler.yaml
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec: { replicas: 5 }
`,
    commands: [
      'apply -f team.yaml --field-manager=team',
      'apply -f autoscaler.yaml --field-manager=autoscaler',
      'apply -f autoscaler.yaml --field-manager=autoscaler --force-conflicts',
      'get deployments -o wide',
      'apply -f team.yaml --field-manager=team',
    ],
  },
  {
    name: 'admission',
    title: 'Admission: a quota and a limit range',
    text: `# file: limits.yaml
apiVersion: v1
kind: LimitRange
metadata: { name: limits }
spec:
  limits: [{ type: Container, default: { memory: 128Mi }, max: { memory: 256Mi } }]
# file: pod.yaml
apiVersion: v1
kind: Pod
metadata: { name: web }
spec: { containers: [{ name: web, image: 'nginx:1.27' }] }
# file: large.yaml
apiVersion: v1
kind: Pod
metadata: { name: large }
spec:
  containers: [{ name: web, image: 'nginx:1.27', resources: { limits: { memory: 1Gi } } }]
`,
    commands: ['create -f limits.yaml', 'create -f pod.yaml', 'get pod web -o yaml', 'create -f large.yaml'],
  },
  {
    name: 'crd',
    title: 'Custom resources: a kind of your own',
    text: `# file: crd.yaml
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: sites.web.example.dev }
spec:
  group: web.example.dev
  scope: Namespaced
  names: { kind: Site, plural: sites, singular: site, shortNames: [st] }
  versions:
    - name: v1
      served: true
      storage: true
      additionalPrinterColumns:
        - { name: Title, type: string, jsonPath: .spec.title }
        - { name: Pages, type: integer, jsonPath: .spec.pages }
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              required: [title]
              properties:
                title: { type: string, minLength: 1 }
                pages: { type: integer, default: 1, maximum: 100 }
              x-kubernetes-validations:
                - rule: self.pages < 50 || self.title != 'Blog'
                  message: a blog has fewer than 50 pages
# file: blog.yaml
apiVersion: web.example.dev/v1
kind: Site
metadata: { name: blog }
spec: { title: Blog }
# file: long.yaml
apiVersion: web.example.dev/v1
kind: Site
metadata: { name: long }
spec: { title: Blog, pages: 70 }
`,
    commands: ['apply -f crd.yaml', 'apply -f blog.yaml', 'get sites', 'get st blog -o yaml', 'apply -f long.yaml'],
  },
  {
    name: 'cel',
    title: 'CEL: a policy that denies',
    text: `# file: policy.yaml
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: replicas }
spec:
  matchConstraints:
    resourceRules:
      - { apiGroups: [apps], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [deployments] }
  validations:
    - expression: object.spec.replicas <= 3
      messageExpression: "'at most 3 replicas, not ' + string(object.spec.replicas)"
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: replicas }
spec: { policyName: replicas, validationActions: [Deny] }
# file: web.yaml
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 7
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: 'nginx:1.27' }] }
`,
    commands: ['apply -f policy.yaml', 'create -f web.yaml', 'get validatingadmissionpolicies'],
  },
  {
    name: 'csr',
    title: 'Certificates: request, approve, sign',
    text: `# The key is made in this page, and a controller in this page signs.
`,
    commands: [
      'csr jane --user=jane --group=devs',
      'get csr',
      'certificate approve jane',
      'get csr',
      'get csr jane -o yaml',
    ],
  },
  {
    name: 'rbac',
    title: 'RBAC: who may do what',
    text: `# file: reader.yaml
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: readers, namespace: default }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view }
subjects: [{ kind: User, name: jane, apiGroup: rbac.authorization.k8s.io }]
`,
    commands: [
      'get configmaps --as=jane',
      'apply -f reader.yaml',
      'get configmaps --as=jane',
      'auth can-i list configmaps --as=jane',
      'auth can-i create configmaps --as=jane',
    ],
  },
]
