export {
  createEnvironment,
  type CompileOptions,
  type Environment,
  type EnvironmentOptions,
} from './environment/environment.ts'
export { CelError, type Evaluation, type Program } from './evaluate/program.ts'
export type { EvaluationLimits, Variables } from './evaluate/frame.ts'
export {
  nodeCosts,
  sizeForCost,
  standardCosts,
  type ArgumentCost,
  type CallCost,
  type CallCosts,
  type ResultCost,
} from './evaluate/costs.ts'
export { estimateCost, type EstimateOptions } from './estimate/estimate-cost.ts'
export type {
  CallEstimate,
  CallEstimates,
  EstimateCall,
  EstimatedCall,
  EstimatedNode,
} from './estimate/call-estimate.ts'
export type { CostRange } from './estimate/range.ts'
export { CelCompileError, formatIssue, type Issue } from './issues.ts'
export type { Location } from './source.ts'
export {
  operators,
  type Ast,
  type CallExpr,
  type ComprehensionExpr,
  type ConstantExpr,
  type Expr,
  type FieldExpr,
  type IdentExpr,
  type ListExpr,
  type Literal,
  type MapEntryExpr,
  type MapExpr,
  type SelectExpr,
  type StructExpr,
  type UnspecifiedExpr,
} from './ast.ts'
export type { CheckedAst, Reference } from './check/checked-ast.ts'
export {
  durationLiterals,
  homogeneousLiterals,
  regexLiterals,
  timestampLiterals,
  type HomogeneousLiteralsOptions,
} from './check/literal-validators.ts'
export type { ReportNode, Validator } from './check/validator.ts'
export { childrenOf } from './children.ts'
export {
  declareFunction,
  memberOverload,
  overload,
  type CallContext,
  type FunctionDeclaration,
  type Overload,
  type OverloadCall,
} from './library/function.ts'
export type { Library } from './library/library.ts'
export { compilePattern, type CompiledPattern, type Pattern } from './library/pattern.ts'
export { blocks } from './library/extensions/blocks.ts'
export { encoders } from './library/extensions/encoders.ts'
export { math, type MathOptions } from './library/extensions/math/math.ts'
export { bindings } from './library/extensions/bindings.ts'
export { lists, type ListsOptions } from './library/extensions/lists.ts'
export { optionals, type OptionalsOptions } from './library/extensions/optionals.ts'
export { sets } from './library/extensions/sets.ts'
export { strings, type StringsOptions } from './library/extensions/strings.ts'
export { twoVariableComprehensions } from './library/extensions/two-variable-comprehensions.ts'
export type { AccessCheck, AccessDecision, DecideAccess } from './library/kubernetes/authz/access-check.ts'
export {
  authorizerType,
  CelAuthorizer,
  CelDecision,
  CelResourceCheck,
  createAuthorizer,
  createResourceCheck,
  resourceCheckType,
  type CelAuthorizerOptions,
  type CheckedResource,
} from './library/kubernetes/authz/authorizer-values.ts'
export { authz, authzSelectors } from './library/kubernetes/authz/authz.ts'
export { CelCidr, cidr, cidrType } from './library/kubernetes/cidr.ts'
export { kubernetesCosts } from './library/kubernetes/costs.ts'
export { kubernetesEstimates } from './library/kubernetes/estimates.ts'
export { CelFormat, format } from './library/kubernetes/format.ts'
export { CelIp, ip, ipType, type IpOptions } from './library/kubernetes/ip.ts'
export type { IpAddress } from './library/kubernetes/ip-address.ts'
export { jsonPatch } from './library/kubernetes/json-patch.ts'
export {
  compileExpression,
  createKubernetesEnvironment,
  type Compilation,
  type ExpressionProblem,
  type KubernetesEnvironmentOptions,
} from './library/kubernetes/kubernetes-environment.ts'
export { compatibilityVersion, kubernetesLibraries } from './library/kubernetes/kubernetes-libraries.ts'
export { listFunctions } from './library/kubernetes/list-functions.ts'
export type { NamedFormat } from './library/kubernetes/named-formats.ts'
export type { UrlParts } from './library/kubernetes/parse-url.ts'
export { CelQuantity, quantity, quantityType, toCelQuantity } from './library/kubernetes/quantity.ts'
export { readUrl } from './library/kubernetes/read-url.ts'
export { regex } from './library/kubernetes/regex.ts'
export { CelSemver, semver, semverType, toCelSemver } from './library/kubernetes/semver.ts'
export type { SemverVersion } from './library/kubernetes/semver-version.ts'
export { CelUrl, urls, urlType } from './library/kubernetes/urls.ts'
export { MacroError, type ComprehensionParts, type Macro, type MacroContext } from './macros/macro.ts'
export { present } from './values/present.ts'
export { isEqual } from './values/equality.ts'
export { fail, suspend } from './values/failure.ts'
export { formatValue } from './values/format.ts'
export { mapKeyOf } from './values/map-key.ts'
export { CelDouble, CelUint } from './values/numbers.ts'
export { toPlainValue, type PlainValue } from './values/plain-value.ts'
export { declareStruct, StructValue, type StructDeclaration, type StructField } from './values/struct.ts'
export { CelDuration, CelTimestamp } from './values/time.ts'
export { typeOf } from './values/type-of.ts'
export {
  anyType,
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  formatType,
  intType,
  keyedListType,
  listType,
  mapType,
  nullableType,
  nullType,
  opaqueType,
  optionalType,
  setType,
  stringType,
  structType,
  timestampType,
  typeOfType,
  typeParam,
  typeType,
  uintType,
  type ValuesOf,
} from './values/type.ts'
export {
  ArrayList,
  CelList,
  CelMap,
  CelObject,
  CelOpaque,
  CelOptional,
  CelUnknown,
  elementsOf,
  EntryMap,
  mapOf,
  type CelValue,
  type MapEntry,
  type MapKey,
  CelType,
  type TypeKind,
} from './values/value.ts'
