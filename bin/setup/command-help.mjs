import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './tree.mjs'

/**
 * A new checkout prints `--version`, help, and the error for no command before it installs anything.
 * @param {string[]} args Arguments of `hub`.
 * @returns {{ text: string, exitCode: 0 | 2 } | null} With 2, the text is an error. Null for other commands.
 */
export function answerWithoutSetup(args) {
  const [first, last] = [args[0], args.at(-1)]
  if (args.length === 1 && (first === '--version' || first === '-V'))
    return { text: `${readJson('package.json').version}\n`, exitCode: 0 }
  const help = readJson('bin', 'setup', 'command-help.json')
  if (args.length === 0) return { text: help[''], exitCode: 2 }
  const names =
    first === 'help' ? args.slice(1) : last === '--help' || last === '-h' ? args.slice(0, -1) : null
  const text = names && help[names.join(' ')]
  return text ? { text, exitCode: 0 } : null
}

/**
 * @param {string[]} args Arguments of `hub`.
 * @returns {{ text: string, exitCode: 2 } | null} Null if the command exists.
 */
export function unknownCommand([first = '', second]) {
  const name = first === 'help' ? second : first
  if (name === undefined || name.startsWith('-')) return null
  const isKnown = name in readJson('bin', 'setup', 'command-help.json')
  return isKnown
    ? null
    : { text: `hub: unknown command '${name}'\n(hub --help shows all commands)\n`, exitCode: 2 }
}

const readJson = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8'))
