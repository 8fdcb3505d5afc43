import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'

/**
 * Lets another Node parse a module, without running it, and returns the position of the error. Our own gives
 * no position for errors that the type stripper accepts, such as a name declared twice.
 */
export async function findSyntaxError(file: string): Promise<{ line: number; column: number } | null> {
  const source = file.endsWith('.ts') ? await node(STRIP, await readFile(file)) : await readFile(file, 'utf8')
  const complaint = await node(PARSE, source)
  const [, line] = /^\[stdin\]:(\d+)$/m.exec(complaint) ?? []
  const caret = complaint.split('\n').find((one) => /^\s*\^+\s*$/.test(one))
  return line && caret ? { line: Number(line), column: caret.indexOf('^') + 1 } : null
}

const PARSE = ['--input-type=module', '--check', '-']

/** Types become spaces, so places stay the same. */
const STRIP = [
  '--no-warnings',
  '--eval',
  `process.stdout.write(require('node:module').stripTypeScriptTypes(require('node:fs').readFileSync(0, 'utf8')))`,
]

/** Run Node on `input` and give all it prints. The Hub's code is not run, so it needs no environment. */
async function node(options: readonly string[], input: string | Uint8Array): Promise<string> {
  const child = spawn(process.execPath, options, { env: {}, timeout: 10_000 })
  child.stdin.on('error', () => {}) // it may end before it has read everything
  child.stdin.end(input)
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return out + errors
}
