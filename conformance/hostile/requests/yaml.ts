import type { HostileRequest } from './hostile-request.ts'

const post = (name: string, body: string): HostileRequest => ({
  name,
  method: 'POST',
  path: '/api/v1/namespaces/default/configmaps?dryRun=All',
  headers: [['content-type', 'application/yaml']],
  body,
})
const head = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n'
const bomb = (levels: number): string => {
  const lines = ['a0: &a0 [x,x,x,x,x,x,x,x,x,x]']
  for (let level = 1; level < levels; level++)
    lines.push(`a${level}: &a${level} [${Array.from({ length: 10 }, () => `*a${level - 1}`).join()}]`)
  return lines.join('\n')
}

export const yaml: readonly HostileRequest[] = [
  post('empty', ''),
  post('a comment only', '# a\n'),
  post('a scalar', 'a'),
  post('a list', '- a\n'),
  post('a tab as indentation', 'metadata:\n\tname: a\n'),
  post('aliases that multiply nine times', bomb(9)),
  post('aliases that multiply three times', `${head}data:\n  a: b\n${bomb(3)}\n`),
  post('an alias of itself', `${head}x: &x [*x]\n`),
  post('an unknown alias', `${head}x: *x\n`),
  post('a merge key', `${head}data: &d {a: b}\nx: {<<: *d}\n`),
  post('nested 400 deep', `${head}x: ${'['.repeat(400)}${']'.repeat(400)}\n`),
  post('nested 20,000 deep', `${head}x: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`),
  post('the tag !!python/object', `${head}x: !!python/object/apply:os.system ["id"]\n`),
  post('the tag !!js/function', `${head}x: !!js/function "function(){}"\n`),
  post('an unknown tag', `${head}data:\n  a: !x b\n`),
  post('!!binary', `${head}data:\n  a: !!binary aGVsbG8=\n`),
  post('several documents', `${head}---\n${head}`),
  post('1,000 documents', Array.from({ length: 1000 }, () => '---\na: b\n').join('')),
  post('a directive', `%YAML 9.9\n---\n${head}`),
  post('duplicate keys', `${head}data:\n  a: b\n  a: c\n`),
  post('a boolean of YAML 1.1 as a value', `${head}data:\n  a: yes\n`),
  post('an octal number as a value', `${head}data:\n  a: 0644\n`),
  post('a date as a value', `${head}data:\n  a: 2026-01-01\n`),
  post('null as a value', `${head}data:\n  a: ~\n`),
  post('.inf as a value', `${head}x: .inf\n`),
  post('a number as a key', `${head}data:\n  1: a\n`),
  post('a list as a key', `${head}data:\n  ? [a]\n  : b\n`),
  post('__proto__ as a key', `${head}data:\n  __proto__: a\n`),
  post('an unfinished quote', `${head}data:\n  a: "b\n`),
  post('a block scalar of a megabyte', `${head}data:\n  a: |\n    ${'x'.repeat(1_000_000)}\n`),
]
