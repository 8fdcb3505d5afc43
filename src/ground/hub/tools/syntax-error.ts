import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'

/**
 * Another Node process parses the file, because our own process gets no position for some errors, such as duplicate
 * names.
 */
export async function findSyntaxError(file: string): Promise<{ line: number; column: number } | null> {
  const source = file.endsWith('.ts') ? await node(STRIP, await readFile(file)) : await readFile(file, 'utf8')
  const complaint = await node(PARSE, source)
  const [, line] = /^\[stdin\]:(\d+)$/m.exec(complaint) ?? []
  const caret = complaint.split('\n').find((text) => /^\s*\^+\s*$/.test(text))
  return line && caret ? { line: Number(line), column: caret.indexOf('^') + 1 } : null
}

const PARSE = ['--input-type=module', '--check', '-']

/** Types become spaces, so that positions do not change. */
const STRIP = [
  '--no-warnings',
  '--eval',
  `process.stdout.write(require('node:module').stripTypeScriptTypes(require('node:fs').readFileSync(0, 'utf8')))`,
]

async function node(options: readonly string[], input: string | Uint8Array): Promise<string> {
  const child = spawn(process.execPath, options, { env: {}, timeout: 10_000 })
  child.stdin.on('error', () => {}) // Node may exit before it has read all input
  child.stdin.end(input)
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return out + errors
}
