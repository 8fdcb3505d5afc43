import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Scope } from '#features/work/runs/expression/evaluate.ts'
import { parseScript, valueVariables } from './script.ts'

const scopeWith = (x: string): Scope => ({
  inputs: { x },
  steps: {},
  run: { id: 'r', trigger: 'manual', workflow: 'w' },
  events: [],
  hasFailed: false,
})

const run = (t: { folder: string }, source: string, x: string): string => {
  const script = parseScript(source)
  assert.ok(script.ok, script.ok ? '' : script.refusal.message)
  const env = { PATH: process.env['PATH'], ...valueVariables(script.value, scopeWith(x)) }
  return execFileSync('/bin/sh', ['-e', '-c', script.value.text], { env, cwd: t.folder, encoding: 'utf8' })
}

const inFolder = (body: (t: { folder: string }) => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'hub-script-'))
  try {
    body({ folder })
    assert.deepEqual(readdirSync(folder), [], 'a value was run as a command')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Every place a value may stand in, each printing `[` value `]`. */
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

test('a value in a script stays one word, whatever it holds and wherever it stands [workflow.no-injection]', () => {
  for (const place of PLACES)
    for (const x of NASTY)
      inFolder((t) =>
        assert.equal(
          run(t, place, x),
          `[${/\$\(/.test(place) && place.includes('"[$(') ? x.replace(/\n+$/, '') : x}]`,
          `${place} with ${x}`,
        ),
      )
})

test('a value in a here-document is put in as it is [workflow.no-injection]', () => {
  for (const x of NASTY)
    inFolder((t) => assert.equal(run(t, 'cat <<-END\n\tsay "${{ inputs.x }}"\n\tEND\n', x), `say "${x}"\n`))
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
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), fc.constantFrom(...NASTY), (pieces, x) => {
      const script = parseScript(pieces.join(''))
      if (!script.ok) return
      inFolder((t) => {
        try {
          execFileSync('/bin/sh', ['-c', script.value.text], {
            env: { PATH: process.env['PATH'], ...valueVariables(script.value, scopeWith(x)) },
            cwd: t.folder,
            stdio: 'ignore',
            timeout: 2000,
          })
        } catch {
          // most of these are no scripts
        }
      })
    }),
    { numRuns: 300 },
  )
})

test('a value is refused where a shell would read it as code or not at all [workflow.no-injection]', () => {
  for (const source of ['echo $((${{ inputs.x }} + 1))', "cat <<'E'\n${{ inputs.x }}\nE"])
    assert.ok(!parseScript(source).ok, source)
})
