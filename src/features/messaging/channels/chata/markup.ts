import type { Markup } from '../../text/markup.ts'

/** Characters a text message may have. */
export const MAX_TEXT_LENGTH = 4096

/** A sign within the marked text ends the mark too early, and there is no escape: the mark is dropped. */
const marked = (sign: string) => (written: string) =>
  written.includes(sign) ? written : `${sign}${written}${sign}`

/** Source: the provider's help page "How to format your messages". */
export const MARKUP: Markup = {
  text: (plain) => plain,
  bold: marked('*'),
  italic: marked('_'),
  strike: marked('~'),
  code: marked('`'),
  codeBlock: (plain) => `\`\`\`\n${plain.replaceAll('```', '``\u200b`')}\n\`\`\``,
  link: (written, address) => `${written} (${address})`,
  quote: (written) => written.replaceAll(/^/gm, '> '),
  marksWithinWords: false,
}
