import type { GroupVersionKind } from '@pinnace/meta'
import { internalType } from '@pinnace/versioning'

/** The message about a body that is JSON and not an object; `word` is the JSON word of what it is. */
// upstream: apimachinery/pkg/runtime/serializer/json/meta.go, SimpleMetaFactory.Interpret
export function unreadableType(word: string): string {
  return `${noType}json: cannot unmarshal ${word} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`
}

/** The beginning of messages about a body whose apiVersion and kind cannot be read. */
export const noType = "couldn't get version/kind; json parse error: "

/** The message about a kind that no group version has. */
// upstream: apimachinery/pkg/runtime/error.go, notRegisteredErr; the scheme is named after the place where it is created.
export function notRegistered(kind: string, groupVersion: string): string {
  return `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(groupVersion)} in scheme "pkg/runtime/scheme.go:111"`
}

/** The message about a body of another kind than `wanted`; both are built in. */
// upstream: apimachinery/pkg/runtime/converter.go – the names are those of Go types: the package and the kind.
export function unknownConversion(sent: GroupVersionKind, wanted: GroupVersionKind): string {
  return `converting (${sent.version}.${sent.kind}) to (${internalType(wanted)}): unknown conversion`
}
