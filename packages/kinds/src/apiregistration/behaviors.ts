import { apiService } from './api-service.ts'
import { behaviorOf, type KindBehaviors } from '../kind-behavior.ts'

/** The behavior of the kinds of apiregistration. */
export function behaviors(): KindBehaviors {
  return {
    'apiregistration.v1.APIService': behaviorOf(apiService),
  }
}
