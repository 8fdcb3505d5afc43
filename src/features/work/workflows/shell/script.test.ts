import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ExpressionScope } from '#features/work/runs/expression/evaluate.ts'
import { parseScript, valueVariables } from './script.ts'

const scopeWith = (x: string): ExpressionScope => ({
  inputs: { x },
  steps: {},
  run: { id: 'r', trigger: 'manual', workflow: 'w' },
  events: [],
  hasFailed: false,
})

interface Case {
  source: string
  x: string
}

function runAll(cases: readonly Case[]): string[] {
  const base = mkdtempSync(join(tmpdir(), 'hub-script-'))
  try {
    for (const n of cases.keys()) mkdirSync(join(base, `${n}`, 'folder'), { recursive: true })
    writeFileSync(join(base, 'all'), `${cases.map(startOf).join('')}exit 0\n`)
    execFileSync('/bin/sh', ['all'], { env: { PATH: process.env['PATH'] }, cwd: base, timeout: 30_000 })
    return cases.map(({ source, x }, n) => {
      assert.deepEqual(readdirSync(join(base, `${n}`, 'folder')), [], `${source} ran ${x} as a command`)
      return readFileSync(join(base, `${n}`, 'printed'), 'utf8')
    })
  } finally {
    rmSync(base, { recursive: true })
  }
}

/** Starts the script without `-e`, so that a failed command does not stop the script. */
function startOf({ source, x }: Case, n: number): string {
  const script = parseScript(source)
  assert.ok(script.ok, script.ok ? '' : script.refusal.message)
  const values = Object.entries(valueVariables(script.value, scopeWith(x)))
  const variables = values.map(([name, value]) => `export ${name}=${quoted(value)}; `).join('')
  const start = `exec /bin/sh -c ${quoted(script.value.text)}`
  return `(cd ${n}/folder; ${variables}${start}) </dev/null >${n}/printed 2>/dev/null\n`
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

const PLACES: readonly string[] = [
  "printf '[%s]' ${{ inputs.x }}",
  'printf "[%s]" "${{ inputs.x }}"',
  "printf '%s' '['${{ inputs.x }}']'",
  "printf '%s' '[${{ inputs.x }}]'",
  'printf "%s" "[$(printf %s "${{ inputs.x }}")]"',
  'printf "%s" "[$(printf %s ${{ inputs.x }})]"',
  "# don't mind (this\nprintf '[%s]' ${{ inputs.x }}",
  'v=${{ inputs.x }}; printf \'[%s]\' "$v"',
  "(printf '[%s]' ${{ inputs.x }})",
  'printf "it\'s" >/dev/null; printf "[%s]" ${{ inputs.x }}',
  "printf \\\"x >/dev/null; printf '[%s]' ${{ inputs.x }}",
  "cat >/dev/null <<EOF\nit's\nEOF\nprintf '[%s]' ${{ inputs.x }}",
  "echo $((1 + (2))) >/dev/null; printf '[%s]' ${{ inputs.x }}",
  "case a in a) printf '[%s]' ${{ inputs.x }} ;; esac",
]

const NASTY = [
  '$(touch pwned)',
  '`touch pwned`',
  '; touch pwned',
  '" ; touch pwned "',
  "' ; touch pwned '",
  '* ~ $HOME',
  '\\',
  'a  b',
  '-n',
  '\n#',
  '${PATH}',
  'a[$(touch pwned)]',
  '&& touch pwned',
  '\nEOF\ntouch pwned\n',
]

test('a value in a script stays one word, with any content and at any place [workflow.no-injection]', () => {
  const cases = PLACES.flatMap((source) => NASTY.map((x) => ({ source, x })))
  for (const [n, printed] of runAll(cases).entries()) {
    const { source, x } = cases[n]!
    const isInCommand = /\$\(/.test(source) && source.includes('"[$(')
    assert.equal(printed, `[${isInCommand ? x.replace(/\n+$/, '') : x}]`, `${source} with ${x}`)
  }
})

test('a value in a here-document is put in as it is [workflow.no-injection]', () => {
  const cases = NASTY.map((x) => ({ source: 'cat <<-END\n\tsay "${{ inputs.x }}"\n\tEND\n', x }))
  assert.deepEqual(
    runAll(cases),
    NASTY.map((x) => `say "${x}"\n`),
  )
})

test('a script of random pieces never runs a value [workflow.no-injection]', () => {
  const piece = fc.constantFrom(
    "'",
    '"',
    '`',
    '$(',
    ')',
    '(',
    '#',
    '\\',
    '\n',
    ' ',
    'x',
    '<<E',
    'E',
    ';',
    '${{ inputs.x }}',
    '$((',
    '))',
  )
  const cases = fc.sample(
    fc.record({
      source: fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join('')),
      x: fc.constantFrom(...NASTY),
    }),
    300,
  )
  runAll(cases.filter(({ source }) => parseScript(source).ok))
})

test('a value is refused where a shell would read it as code or not at all [workflow.no-injection]', () => {
  for (const source of ['echo $((${{ inputs.x }} + 1))', "cat <<'E'\n${{ inputs.x }}\nE"])
    assert.ok(!parseScript(source).ok, source)
})
