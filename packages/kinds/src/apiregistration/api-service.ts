import { formatTime, type Mutable } from '@pinnace/meta'
import { nameIsPathSegment } from '@pinnace/resources'
import type { APIService } from '@pinnace/types/apiregistration-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { apiServiceColumns } from '../columns/cluster.ts'
import { keepStatus, statusOnlySubresource } from '../status-subresource.ts'
import { localAvailability, setAvailability } from './conditions.ts'
import { validateApiService, validateApiServiceStatus } from './validate-api-service.ts'

/** Registrations of servers: who answers for a version of a group, and where that stands among the others. */
// upstream: aggregator/pkg/registry/apiservice/strategy.go
export const apiService: KindBehavior<APIService> = {
  strategy: {
    defaults({ spec }: Mutable<APIService>) {
      if (spec?.service !== undefined) spec.service.port ??= 443
    },
    prepareForCreate(next, { clock }) {
      next.status = {}
      if (next.spec?.service === undefined) setAvailability(next, localAvailability, formatTime(clock.now()))
    },
    prepareForUpdate: keepStatus,
    validate: (next, errors, { vocabulary }) => validateApiService(next, vocabulary, errors),
    validateUpdate: (next, _live, errors, { vocabulary }) => validateApiService(next, vocabulary, errors),
  },
  validateName: nameIsPathSegment,
  columns: apiServiceColumns,
  subresources: {
    status: {
      ...statusOnlySubresource,
      strategy: {
        ...statusOnlySubresource.strategy,
        validateUpdate: (next, _live, errors) => validateApiServiceStatus(next, errors),
      },
    },
  },
}
