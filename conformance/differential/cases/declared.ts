import type { Area, Case, Step } from './case.ts'
import { withValue, type DeclaredKind } from './declared/declared-kind.ts'
import { devices } from './declared/devices.ts'
import { groups } from './declared/groups.ts'
import { others } from './declared/others.ts'
import { deleteNamespaces, makeNamespaces } from './namespaces.ts'

const versions = 'resource.k8s.io/v1alpha3=true,scheduling.k8s.io/v1alpha2=true'
const gates = 'GenericWorkload=true,TopologyAwareWorkloadScheduling=true,WorkloadAwarePreemption=true'

/** The rules that kube-apiserver 1.36 declares beside its types, each with values that it refuses or allows. */
export const declaredRules: Area = {
  name: 'declared',
  title: 'declarative rules of types, also of those that are off by default',
  servers: {
    both: [`--runtime-config=${versions}`],
    original: [`--feature-gates=${gates},GangScheduling=true,DRADeviceTaintRules=true,DRAResourcePoolStatus=true`],
    pinnace: [`--feature-gates=${gates}`],
  },
  stages({ prefix }) {
    const namespace = `${prefix}-declared`
    const cases = [...devices, ...groups, ...others].map((kind, index) => caseOf(kind, `${prefix}-${index}`, namespace))
    return Promise.resolve([makeNamespaces([namespace]), cases, deleteNamespaces([namespace])])
  },
}

function caseOf({ path, object, cases, status = [] }: DeclaredKind, name: string, namespace: string): Case {
  const collection = path.replace('{namespace}', namespace)
  const own = JSON.parse(JSON.stringify(object).replace('{name}', name)) as object
  const steps = cases.map((violation): Step => ({
    method: 'POST',
    path: `${collection}?dryRun=All`,
    body: withValue(own, violation),
  }))
  const created: Step = { method: 'POST', path: collection, body: own }
  const resourceVersion = `{{${cases.length}.metadata.resourceVersion}}`
  const live = { ...own, metadata: { name, resourceVersion } }
  const refused = status.map((violation): Step => ({
    method: 'PUT',
    path: `${collection}/${name}/status?dryRun=All`,
    body: withValue(live, violation),
  }))
  const deleted: Step = { method: 'DELETE', path: `${collection}/${name}` }
  const stored =
    status.length === 0 ? [{ ...created, path: `${collection}?dryRun=All` }] : [created, ...refused, deleted]
  return {
    name: collection.replace(namespace, '*'),
    kind: collection.split('/').at(-1) ?? '',
    steps: [...steps, ...stored],
  }
}
