import { PLAIN, type Markup } from '../../text/markup.ts'
import { writer } from '../../text/writer.ts'

/** Longer messages are displayed truncated; the provider recommends at most this length. */
const MAX_MESSAGE_LENGTH = 4000

const escaped = (plain: string): string =>
  plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * The provider's own markup. It can only escape these three signs: the rest may show an unintended emphasis,
 * but can never mention anybody or hide a link's target.
 */
export const MRKDWN: Markup = {
  text: escaped,
  bold: (written) => `*${written}*`,
  italic: (written) => `_${written}_`,
  strike: (written) => `~${written}~`,
  code: (plain) => (plain.includes('`') ? escaped(plain) : `\`${escaped(plain)}\``),
  // A zero-width space: a fence within would end the block.
  codeBlock: (plain) => `\`\`\`\n${escaped(plain).replaceAll('```', '`\u200B``')}\n\`\`\``,
  link: (written, address) =>
    /^(?:https?|mailto):/i.test(address) && !/\s/.test(address)
      ? `<${escaped(address.replaceAll(/[<>|]/g, encodeURIComponent))}|${written}>`
      : PLAIN.link(written, escaped(address)),
  quote: (written) => written.replaceAll(/^/gm, '> '),
  marksWithinWords: false,
}

export const writeTeamchat = writer(MRKDWN, MAX_MESSAGE_LENGTH)
