import type { Markup } from '../../text/markup.ts'

export const MAX_TEXT_LENGTH = 4096
export const MAX_BUTTONS_TEXT_LENGTH = 1024

/** A delimiter within the text would end the markup early and cannot be escaped, so such text gets no markup. */
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
