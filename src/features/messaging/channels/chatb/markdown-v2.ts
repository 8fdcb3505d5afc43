import type { Markup } from '../../text/markup.ts'

/** The provider's MarkdownV2. Source: Bot API, "MarkdownV2 style". */
export const MARKDOWN_V2: Markup = {
  text: (plain) => plain.replaceAll(/[_*[\]()~`>#+\-=|{}.!\\]/g, String.raw`\$&`),
  bold: (written) => `*${written}*`,
  italic: (written) => `_${written}_`,
  strike: (written) => `~${written}~`,
  code: (plain) => `\`${inCode(plain)}\``,
  codeBlock: (plain, language) =>
    `\`\`\`${/^[\w+#-]+$/.test(language) ? language : ''}\n${inCode(plain)}\n\`\`\``,
  link: (written, address) => `[${written}](${address.replaceAll(/[)\\]/g, String.raw`\$&`)})`,
  quote: (written) => written.replaceAll(/^/gm, '>'),
  marksWithinWords: true,
}

const inCode = (plain: string): string => plain.replaceAll(/[`\\]/g, String.raw`\$&`)
