import { thenMaybe, type Mutable } from '@pinnace/meta'
import type { Ingress } from '@pinnace/types/networking-v1'
import type { BuiltInPlugin } from '../built-in-plugin.ts'
import { newestDefault } from './newest-default.ts'

/** Sets the default class of ingresses without a class: the newest of several. */
// upstream: plugin/pkg/admission/network/defaultingressclass
export const defaultIngressClass: BuiltInPlugin = {
  name: 'DefaultIngressClass',
  isDefault: true,
  create({ vocabulary: { labelDomain, group }, objects }) {
    const networking = group('networking')
    const classes = { group: networking, resource: 'ingressclasses' }
    const defaultAnnotation = `ingressclass.${labelDomain}/is-default-class`
    const classAnnotation = `${labelDomain}/ingress.class`
    return {
      name: 'DefaultIngressClass',
      handles: (operation) => operation === 'CREATE',
      resources: [{ group: networking, resource: 'ingresses' }],
      admit(attributes) {
        const { subresource, object } = attributes
        if (subresource !== '' || object === undefined) return
        const ingress = object as Mutable<Ingress>
        if (ingress.spec?.ingressClassName !== undefined) return
        if (ingress.metadata.annotations !== undefined && Object.hasOwn(ingress.metadata.annotations, classAnnotation))
          return
        return thenMaybe(objects.list(classes, ''), (found) => {
          const name = newestDefault(found, (annotations) => annotations[defaultAnnotation] === 'true')
          if (name !== undefined) ingress.spec = { ...ingress.spec, ingressClassName: name }
        })
      },
    }
  },
}
