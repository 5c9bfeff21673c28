export type {
  ActionContext,
  ActionSubresource,
  AllocationContext,
  Column,
  ConnectSubresource,
  ResourceDefinition,
  ScaleSubresource,
  Scope,
  Strategy,
  StrategyContext,
  Subresource,
  ViewSubresource,
} from './definition.ts'
