import { PLAIN, type Markup } from '../../text/markup.ts'
import { writer } from '../../text/writer.ts'

/** The provider recommends this maximum and truncates longer messages on display. */
const MAX_MESSAGE_LENGTH = 4000

const escaped = (plain: string): string =>
  plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export const MRKDWN: Markup = {
  text: escaped,
  bold: (written) => `*${written}*`,
  italic: (written) => `_${written}_`,
  strike: (written) => `~${written}~`,
  code: (plain) => (plain.includes('`') ? escaped(plain) : `\`${escaped(plain)}\``),
  // The zero-width space breaks up a fence within the text, which would otherwise end the block.
  codeBlock: (plain) => `\`\`\`\n${escaped(plain).replaceAll('```', '`\u200B``')}\n\`\`\``,
  link: (written, address) =>
    /^(?:https?|mailto):/i.test(address) && !/\s/.test(address)
      ? `<${escaped(address.replaceAll(/[<>|]/g, encodeURIComponent))}|${written}>`
      : PLAIN.link(written, escaped(address)),
  quote: (written) => written.replaceAll(/^/gm, '> '),
  marksWithinWords: false,
}

export const writeTeamchat = writer(MRKDWN, MAX_MESSAGE_LENGTH)
