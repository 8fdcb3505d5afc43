import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './tree.mjs'

/**
 * The answer to `hub --version`, or to `--help` of a known command. It needs no dependencies, so that a fresh checkout
 * answers before it installs anything.
 *
 * @param {string[]} args Arguments of `hub`.
 * @returns {string | null} Null for any other command line.
 */
export function answerWithoutSetup(args) {
  const names = args.slice(0, -1)
  const option = args.at(-1)
  if (option === '--version' || option === '-V')
    return names.length === 0 ? `${readJson('package.json').version}\n` : null
  if (option !== '--help' && option !== '-h') return null
  return readJson('bin', 'setup', 'command-help.json')[names.join(' ')] ?? null
}

const readJson = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8'))
