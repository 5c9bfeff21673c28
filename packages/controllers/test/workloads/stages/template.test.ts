import { describe, expect, it } from 'vitest'
import { parseTemplate } from '../../../src/workloads/stages/template/parse-template.ts'
import { runTemplate } from '../../../src/workloads/stages/template/run-template.ts'
import { templateFunctions } from '../../../src/workloads/stages/template/template-functions.ts'

const pod = {
  metadata: { name: 'web', labels: { b: '2', a: '1' } },
  spec: { containers: [{ name: 'main', image: 'i:1' }, { name: 'side' }], replicas: 2, empty: [] },
}

function render(text: string, value: unknown = pod): string {
  const isKnown = (name: string): boolean => Object.hasOwn(templateFunctions, name)
  return runTemplate(parseTemplate(text, isKnown), value, templateFunctions)
}

describe('a template', () => {
  it.each<[template: string, printed: string]>([
    ['plain', 'plain'],
    ['{{ .metadata.name }}', 'web'],
    ['a {{- .metadata.name -}} b', 'awebb'],
    ['a {{/* not shown }} */}} b', 'a  b'],
    ['{{ "}}" }}', '}}'],
    ['{{ `a"b` }}', 'a"b'],
    ['{{ .metadata.missing }}', '<no value>'],
    ['{{ .metadata.labels }}', 'map[a:1 b:2]'],
    ['{{ nil | default "x" }}', 'x'],
    ['{{ true }} {{ 1 }} {{ -2.5 }}', 'true 1 -2.5'],
    ['{{ if .spec.empty }}yes{{ else }}no{{ end }}', 'no'],
    ['{{ if .spec.empty }}a{{ else if .metadata.name }}b{{ else }}c{{ end }}', 'b'],
    ['{{ if eq .metadata.name "other" "web" }}b{{ end }}', 'b'],
    ['{{ if and .metadata.name (not .spec.empty) }}b{{ end }}', 'b'],
    ['{{ or .spec.empty .metadata.missing "x" }}', 'x'],
    ['{{ with .metadata.name }}{{ . }}{{ else }}none{{ end }}', 'web'],
    ['{{ with .metadata.missing }}{{ . }}{{ else }}none{{ end }}', 'none'],
    ['{{ with .metadata.missing }}a{{ else with .metadata.name }}{{ . }}{{ end }}', 'web'],
    ['{{ range .spec.containers }}{{ .name }} {{ end }}', 'main side '],
    ['{{ range $i, $c := .spec.containers }}{{ $i }}={{ $c.name }};{{ end }}', '0=main;1=side;'],
    ['{{ range $k, $v := .metadata.labels }}{{ $k }}={{ $v }};{{ end }}', 'a=1;b=2;'],
    ['{{ range .spec.empty }}a{{ else }}none{{ end }}', 'none'],
    ['{{ range .spec.missing }}a{{ end }}', ''],
    ['{{ range .spec.containers }}{{ .name }}{{ break }}{{ end }}', 'main'],
    ['{{ range .spec.containers }}{{ if .image }}{{ continue }}{{ end }}{{ .name }}{{ end }}', 'side'],
    ['{{ $found := 0 }}{{ range .spec.containers }}{{ $found = add1 $found }}{{ end }}{{ $found }}', '2'],
    ['{{ range .spec.containers }}{{ $.metadata.name }} {{ end }}', 'web web '],
    ['{{ (index .spec.containers 1).name }}', 'side'],
    ['{{ index .metadata.labels "a" }}', '1'],
    ['{{ len .spec.containers }}', '2'],
    ['{{ printf "%s has %d %q %v%%" .metadata.name .spec.replicas "x" true }}', 'web has 2 "x" true%'],
    ['{{ .metadata.name | upper | printf "%s-%s" "a" }}', 'a-WEB'],
    [
      '{{ define "one" }}<{{ .name }}>{{ end }}{{ range .spec.containers }}{{ template "one" . }}{{ end }}',
      '<main><side>',
    ],
    ['{{ define "d" }}{{ .a }}{{ end }}{{ template "d" dict "a" 1 }}', '1'],
    ['{{ block "b" .metadata }}{{ .name }}{{ end }}', 'web'],
    ['{{ $a := or .metadata.annotations dict }}{{ index $a "k" | default "none" }}', 'none'],
    [
      '{{ sub 5 2 }} {{ mul 2 3 }} {{ div 7 2 }} {{ mod 7 2 }} {{ max 1 3 }} {{ min 1 3 }} {{ add 1 2 3 }}',
      '3 6 3 1 3 1 6',
    ],
    [
      '{{ join "," (list "a" "b") }} {{ has "a" (list "a") }} {{ first (list 1 2) }} {{ last (list 1 2) }}',
      'a,b true 1 2',
    ],
    [
      '{{ replace "e" "i" .metadata.name }} {{ contains "e" .metadata.name }} {{ hasPrefix "w" "web" }}',
      'wib true true',
    ],
    ['{{ nindent 2 "a" }} {{ toJson .metadata.labels }} {{ ternary "a" "b" true }}', '\n  a {"b":"2","a":"1"} a'],
    [
      '{{ lt 1 2 }} {{ ge 1 2 }} {{ gt "b" "a" }} {{ ne 1 2 }} {{ eq .metadata.missing "a" }}',
      'true false true true false',
    ],
  ])('%s', (template, printed) => {
    expect(render(template)).toBe(printed)
  })

  it.each([
    ['{{ regexMatch "a" "b" }}', 'the function "regexMatch" is not supported'],
    ['{{ if .a }}', '{{if}} has no {{end}}'],
    ['{{ end }}', 'unexpected {{end}}'],
    ['{{ .a', 'unclosed action'],
    ['{{/* a', 'unclosed comment'],
    ['{{ (.a }}', 'unclosed parenthesis'],
    ['{{ .a .b }}', '".a" is not a function and takes no arguments'],
    ["{{ 'a' }}", `"'a'" is not supported`],
    ['{{ template x }}', '"x" does not begin with the name of a template'],
    [`${'{{ if true }}'.repeat(60)}${'{{ end }}'.repeat(60)}`, 'the template is nested too deep'],
  ])('%s is refused', (template, message) => {
    expect(() => render(template)).toThrow(message)
  })

  it.each([
    ['{{ .metadata.missing.field }}', 'no value has no field "field"'],
    ['{{ index .spec.containers 9 }}', 'item 9 is out of range'],
    ['{{ eq 1 "1" }}', 'number 1 and string "1" cannot be compared'],
    ['{{ printf "%x" 1 }}', '"%x" of printf is not supported'],
    ['{{ range .metadata.name }}{{ end }}', 'range needs a list or a map, not string "web"'],
    ['{{ $missing }}', 'undefined variable "$missing"'],
    ['{{ template "none" }}', 'template "none" is not defined'],
    ['{{ div 1 0 }}', 'integer divide by zero'],
    ['{{ define "a" }}{{ template "a" }}{{ end }}{{ template "a" }}', 'templates call each other too deep'],
    ['{{ range until 10000 }}{{ range until 10000 }}{{ end }}{{ end }}', 'the template takes more than 100000 steps'],
    [
      '{{ $a := "aaaaaaaaaa" }}{{ range until 9 }}{{ $a = replace "a" "aaaaaaaaaa" $a }}{{ end }}',
      'a text has more than 1048576 characters',
    ],
  ])('%s fails', (template, message) => {
    expect(() => render(template)).toThrow(message)
  })

  it('does not read what an object inherits', () => {
    expect(render('{{ .constructor }} {{ hasKey . "toString" }}', {})).toBe('<no value> false')
  })
})
