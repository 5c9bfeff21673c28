import { fromLabelSelector } from '@pinnace/meta'
import type { LabelSelector } from '@pinnace/types/meta-v1'

/** A selector as a query takes it: `a=b,c in (d,e)`; empty where it selects everything. */
// upstream: apimachinery/pkg/apis/meta/v1, LabelSelectorAsSelector and its String
export function formatLabelSelectorText(selector: LabelSelector): string {
  return fromLabelSelector(selector).toString()
}
