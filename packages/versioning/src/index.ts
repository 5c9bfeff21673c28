export { parseAccept, type AcceptClause } from './accept.ts'
export { parseContentType } from './content-type.ts'
export { formatYaml } from './format-yaml.ts'
export {
  createNegotiator,
  findChoice,
  mediaTypes,
  negotiateAccept,
  negotiateStream,
  resourceOffers,
  wantsPretty,
  type MediaChoice,
  type MediaFormat,
  type MediaOffers,
  type MediaTransform,
  type Negotiator,
} from './negotiate.ts'
export { parseYaml, type ParsedYaml } from './yaml.ts'
