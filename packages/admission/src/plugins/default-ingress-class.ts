import { thenMaybe, type Mutable } from '@pinnace/meta'
import type { Ingress } from '@pinnace/types/networking-v1'
import type { BuiltInPlugin } from '../built-in-plugin.ts'
import { refusal } from '../refusal.ts'

/** Sets the default class of ingresses without a class. Refuses them if there are several defaults. */
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
          const defaults = found.filter(({ metadata }) => metadata.annotations?.[defaultAnnotation] === 'true')
          const [defaultClass] = defaults
          if (defaultClass === undefined) return
          if (defaults.length > 1) {
            const count = `${defaults.length} default IngressClasses were found, only 1 allowed`
            throw refusal(attributes, `Internal error occurred: ${count}`)
          }
          ingress.spec = { ...ingress.spec, ingressClassName: defaultClass.metadata.name ?? '' }
        })
      },
    }
  },
}
