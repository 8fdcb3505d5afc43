import type { Markup } from '../../text/markup.ts'
import { writer } from '../../text/writer.ts'

/** Maximum characters of a post. Servers whose database dates from before 2017 and was never migrated accept 4,000. */
export const MAX_POST_LENGTH = 16_383

/**
 * Mattermost displays Markdown. Images become links, so that a text cannot make a reader's client request an address.
 */
export const MARKUP: Markup = {
  text: (plain) => escaped(withoutWideMentions(plain)),
  bold: (written) => `**${written}**`,
  italic: (written) => `_${written}_`,
  strike: (written) => `~~${written}~~`,
  code(plain) {
    const fence = fenceAround(plain, 1)
    const pad = plain.startsWith('`') || plain.endsWith('`') ? ' ' : ''
    return fence + pad + plain + pad + fence
  },
  codeBlock(plain, language) {
    const fence = fenceAround(plain, 3)
    return `${fence}${/^[\w+#.-]*$/.test(language) ? language : ''}\n${plain}\n${fence}`
  },
  link: (written, address) => `[${written}](${address.replaceAll(/[\s()<>\\[\]`*_~]/g, percentEncoded)})`,
  quote: (written) => written.replaceAll(/^/gm, '> '),
  marksWithinWords: false,
}

export const writeMattermost = writer(MARKUP, MAX_POST_LENGTH)

/** Addresses are not escaped, because a backslash would become part of the target. */
const escaped = (plain: string): string =>
  plain
    .replaceAll(/&(?=#?\w+;)/g, '&amp;')
    .split(ADDRESS)
    .map((part, index) => (index % 2 === 1 ? part : escapedText(part)))
    .join('')
    .replace(/!$/, String.raw`\!`) // `!` before a link would display an image

const ADDRESS = /(https?:\/\/[\w\-./?=&%+#:,;@$]+)/

const escapedText = (plain: string): string =>
  plain
    .replaceAll(/[\\`*_~[\]|]/g, String.raw`\$&`)
    // At the start of a line, these characters begin a heading, a quote or a list, and four spaces begin code.
    .replace(/^(\s*)([#>+-]|\d+(?=[.)]))/, (_, space: string, sign: string) =>
      /\d/.test(sign) ? `${space}${sign}\\` : `${space}\\${sign}`,
    )
    .replace(/^ {2,}/, (spaces) => '\u00a0'.repeat(spaces.length))

/** Disables mentions that notify all members of a channel. No text may make an agent send such mentions. */
const withoutWideMentions = (plain: string): string =>
  plain.replaceAll(/@(?=(?:all|channel|here)(?![a-z0-9])|$)/gi, '@\u2060')

const fenceAround = (plain: string, shortest: number): string => {
  const runs = plain.match(/`+/g) ?? []
  return '`'.repeat(Math.max(shortest, ...runs.map((run) => run.length + 1)))
}

const percentEncoded = (sign: string): string =>
  `%${sign.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`
