import { shortened } from '#ground/base/cut-text.ts'
import { CHANNEL_LABELS, isChannel } from '#ground/hub/channels.ts'
import { numberIn } from '#ground/turn/language/formats.ts'
import type { Language } from '#ground/turn/language/language.ts'
import type { AttentionItem } from '../schema.ts'
import { linkOf, noticesPageOf } from './links.ts'
import type { NoticedItem } from './plan.ts'
import { wordsIn } from './words/words.ts'
import type { TitleFacts } from './words/shape.ts'

export interface NoticeContext {
  language: Language
  publicUrl: string
  /** Display name of a Hub. */
  nameOf(hub: string): string
}

export interface NoticeText {
  subject: string
  text: string
}

export interface NoticeLine {
  title: string
  url: string
}

const MAX_LINES = 20

/** Contains titles, counts and links only: no details of an item, which may quote files or people. */
export function noticeText(noticed: readonly NoticedItem[], context: NoticeContext): NoticeText {
  const words = wordsIn(context.language)
  const lines = noticed.slice(0, MAX_LINES).map((one) => lineOf(one, context))
  const rest = noticed.length - lines.length
  const paragraphs = [
    ...lines.map(({ title, url }) => `${title}\n${url}`),
    ...(rest > 0 ? [words.more(rest)] : []),
    words.footer(noticesPageOf(context.publicUrl)),
  ]
  return {
    subject: lines.length === 1 ? lines[0]!.title : words.several(noticed.length),
    text: paragraphs.join('\n\n'),
  }
}

export function lineOf({ cause, item }: NoticedItem, context: NoticeContext): NoticeLine {
  const words = wordsIn(context.language)
  const title = words.title[item.kind](factsOf(item, context))
  return {
    title: cause === 'new' ? title : words[cause](title),
    url: linkOf(context.publicUrl, item),
  }
}

export function testText({ language, publicUrl }: NoticeContext): NoticeText {
  const { test, footer } = wordsIn(language)
  return { subject: test.subject, text: `${test.text}\n\n${footer(noticesPageOf(publicUrl))}` }
}

const factsOf = (item: AttentionItem, { language, nameOf }: NoticeContext): TitleFacts => ({
  hub: item.hub === null ? '' : nameIn(nameOf(item.hub)),
  subject: nameIn(subjectOf(item)),
  count: item.count,
  level: item.level,
  budget: item.budget && {
    scope: item.budget.scope,
    period: item.budget.period,
    isExhausted: item.budget.state === 'exhausted',
    share: numberIn(language, shareOf(item.budget), { style: 'percent' }),
  },
})

const MAX_NAME_LENGTH = 120

/** People choose names, so a name must not add lines to a notice. */
const nameIn = (text: string): string =>
  shortened(text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim(), MAX_NAME_LENGTH)

function subjectOf({ kind, subject }: AttentionItem): string {
  if (subject === null) return ''
  if (kind === 'run_failed' || kind === 'run_retrying') return subject.replace(/^md:/, '')
  return (kind === 'answers_failed' || kind === 'channel_silent') && isChannel(subject)
    ? CHANNEL_LABELS[subject]
    : subject
}

/** A budget is in dollars or in tokens; the fields of the other unit are null. */
const shareOf = ({
  used_usd,
  limit_usd,
  used_tokens,
  limit_tokens,
}: NonNullable<AttentionItem['budget']>): number =>
  limit_usd === null ? (used_tokens ?? 0) / (limit_tokens ?? 1) : (used_usd ?? 0) / limit_usd
