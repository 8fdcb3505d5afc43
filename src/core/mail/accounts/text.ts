import type { Language } from '#ground/turn/language/language.ts'
import type { AccountMailWords } from './words/shape.ts'
import { wordsIn } from './words/words.ts'

export interface MailText {
  subject: string
  text: string
  html: string
}

/**
 * The words contain addresses and dates, but no names, because people choose their names: a name could add a line, a
 * link or an instruction to the mail.
 */
export function mailText(
  language: Language,
  { subject, before, act, after }: AccountMailWords,
  link: string | null,
): MailText {
  const { orOpen } = wordsIn(language)
  const linked = link === null ? [] : [`${act}:\n${link}`]
  return {
    subject,
    text: `${[...before, ...linked, ...after].join('\n\n')}\n`,
    html: page(language, [
      ...before.map(paragraph),
      ...(link === null ? [] : [button(link, act), address(orOpen, link)]),
      ...after.map(note),
    ]),
  }
}

const page = (language: Language, parts: readonly string[]): string => {
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  return [
    '<!doctype html>',
    `<html lang="${language}" dir="${direction}">`,
    '<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>',
    `<body dir="${direction}" style="margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">`,
    '<div style="max-width:36em;margin:0 auto">',
    ...parts,
    '</div></body></html>',
  ].join('\n')
}

const paragraph = (text: string): string => `<p style="margin:0 0 16px">${escaped(text)}</p>`

const note = (text: string): string =>
  `<p style="margin:0 0 8px;font-size:14px;opacity:.75">${escaped(text)}</p>`

const button = (link: string, act: string): string =>
  `<p style="margin:24px 0"><a href="${escaped(link)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#3257d6;color:#ffffff;text-decoration:none;font-weight:600">${escaped(act)}</a></p>`

const address = (orOpen: string, link: string): string =>
  `<p style="margin:0 0 24px;font-size:14px;opacity:.75">${escaped(orOpen)}<br><a dir="ltr" href="${escaped(link)}" style="color:inherit;word-break:break-all">${escaped(link)}</a></p>`

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign]!)
