/**
 * Types as data: from a type's name (`core.v1.PodSpec`) to its lines. Nothing is parsed until the type is asked for, so
 * importing a table costs its strings.
 *
 * A line is a field, its words separated by one space; blank lines and space around a line mean nothing:
 *
 * ```text
 * NAME NUMBER TYPE [FLAG …]
 * + NUMBER TYPE
 * @atomic
 * ```
 *
 * - NAME: as in JSON. NUMBER: the protobuf field number, or `-` where there is none.
 * - TYPE: `string boolean int32 int64 double byte` · `bytes` (base64) · `time micro-time duration quantity` (text forms)
 *   · `int-or-string` · `raw-object` (any object, as it is) · `any` (any JSON value) · `[]T` · `map:T` (string keys) · the
 *   name of a type. Types may contain themselves.
 * - `+`: the fields of TYPE stand here as if they were written here (an embedded struct). With a NUMBER they live in a
 *   nested protobuf message of that number; with `-` they have no numbers of their own. A field written out wins over
 *   an embedded one of the same name.
 * - `@atomic`, the first line: the whole struct has one owner.
 *
 * Flags, in any order:
 *
 * ```text
 * required             documented as required
 * omitempty            the zero value is left out when written (structs, times and quantities never are: as in Go)
 * omitzero             as omitempty, and for structs and times too (`creationTimestamp 8 time omitempty omitzero`)
 * pointer              absent differs from the zero value
 * default=JSON         the default, as JSON
 * enum=A|B|C           values the API defines, of the string or of the items of a list of strings; `enum=|A` has the empty one
 * list=atomic          how a list is merged and owned: atomic, set, or map:KEY[,KEY …]
 * mapType=atomic       how a map is
 * structType=granular  overrides, for this field, how the struct named by TYPE is
 * strategy=merge       patch strategy: merge, replace, retainKeys, or merge,retainKeys
 * merge=KEY            patch merge key; means strategy=merge where no strategy is written
 * ```
 *
 * In the values of `default` and `enum` a space is written `%20`, a percent sign `%25`, and (enum) a bar `%7C`.
 */
export type TypeTable = Readonly<Record<string, string>>
