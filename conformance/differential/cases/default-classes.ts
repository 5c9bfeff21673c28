import type { Case, Step } from './case.ts'

/** Several default classes. Nothing else may be asked at the same time: they are the defaults of all namespaces. */
export function defaultClasses(namespace: string, prefix: string): Case {
  const root = '/apis/storage.k8s.io/v1/storageclasses'
  const ingressRoot = '/apis/networking.k8s.io/v1/ingressclasses'
  const names = ['b', 'a', 'c', 'd'].map((name) => `${prefix}-default-${name}`)
  const [b = '', a = '', c = '', d = ''] = names
  const later = { afterMs: 1100 }
  const storageClass = (name: string, mark = 'storageclass.kubernetes.io/is-default-class', more = {}): Step => ({
    method: 'POST',
    path: root,
    body: { metadata: { name, annotations: { [mark]: 'true' } }, provisioner: 'a.b/c' },
    ...more,
  })
  const ingressClass = (name: string, more = {}): Step => ({
    method: 'POST',
    path: ingressRoot,
    body: {
      metadata: { name, annotations: { 'ingressclass.kubernetes.io/is-default-class': 'true' } },
      spec: { controller: 'a.b/c' },
    },
    ...more,
  })
  const claim: Step = {
    method: 'POST',
    path: `/api/v1/namespaces/${namespace}/persistentvolumeclaims?dryRun=All`,
    body: {
      metadata: { name: 'c' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    },
    ...later,
  }
  const ingress: Step = {
    method: 'POST',
    path: `/apis/networking.k8s.io/v1/namespaces/${namespace}/ingresses?dryRun=All`,
    body: { metadata: { name: 'i' }, spec: { defaultBackend: { service: { name: 's', port: { number: 1 } } } } },
  }
  return {
    name: 'default classes',
    kind: 'persistentvolumeclaims',
    steps: [
      storageClass(b),
      ingressClass(b),
      claim,
      ingress,
      storageClass(a),
      ingressClass(a),
      claim,
      ingress,
      storageClass(c, undefined, later),
      ingressClass(c),
      claim,
      ingress,
      storageClass(d, 'storageclass.beta.kubernetes.io/is-default-class', later),
      claim,
      ...names.flatMap((name): Step[] => [
        { method: 'DELETE', path: `${root}/${name}`, silent: true },
        { method: 'DELETE', path: `${ingressRoot}/${name}`, silent: true },
      ]),
    ],
  }
}
