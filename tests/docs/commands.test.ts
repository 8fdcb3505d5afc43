import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Command } from 'commander'
import { program } from '#cli/main.ts'
import { pages, pageText } from './blocks.ts'

test('every hub command that a page names exists, with its options [docs.commands]', () => {
  const wrong = pages().flatMap((page) =>
    namedCommands(pageText(page)).flatMap((named) => {
      const complaint = complaintAbout(named)
      return complaint === null ? [] : [`${page}: \`${named}\`: ${complaint}`]
    }),
  )
  assert.deepEqual(wrong, [])
})

const namedCommands = (text: string): string[] =>
  [...text.replaceAll(/^ *```.*?^ *```/gms, '').matchAll(/`(hub [a-z][^`]*)`/g)]
    .map(([, command]) => command!.replaceAll('\\|', '|').replaceAll(/\s+/g, ' '))
    .flatMap(eachChoice)

const eachChoice = (command: string): string[] => {
  const [choices] = / [a-z-]+(?:\|[a-z-]+)+/.exec(command) ?? []
  return choices
    ? choices
        .trim()
        .split('|')
        .map((choice) => command.replace(choices, ` ${choice}`))
    : [command]
}

const complaintAbout = (named: string): string | null => {
  const words = named.replaceAll(/[[\]]/g, ' ').trim().split(/\s+/).slice(1)
  let command: Command = program()
  for (const word of words) {
    const next = command.commands.find((one) => one.name() === word)
    if (!next) break
    command = next
  }
  if (command.commands.length > 0 && command.name() === 'hub') return 'there is no such command'
  const unknown = words.find((word) => word.startsWith('--') && !hasOption(command, word))
  return unknown ? `has no ${unknown}` : null
}

const hasOption = (command: Command, word: string): boolean =>
  word === '--help' || command.options.some(({ long }) => long === word.replace(/=.*/, ''))
