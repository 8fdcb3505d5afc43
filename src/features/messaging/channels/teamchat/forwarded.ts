import { forwarded } from '../../text/quoted-text.ts'
import { TeamchatAttachments, type TeamchatAttachment, type TeamchatFile } from './read-schema.ts'
import { readTeamchatText } from './read-text.ts'
import { textOfBlocks } from './rich-text.ts'

export const findForwardedMessage = (attachments: readonly TeamchatAttachment[], depth = 0): string[] =>
  attachments.flatMap((attachment) => {
    if (!hasSource(attachment)) return []
    const own = wordsOf(attachment) || (ownFilesOf(attachment).length > 0 ? '(a file)' : '')
    const inner = depth < MAX_DEPTH ? findForwardedMessage(sharedIn(attachment), depth + 1) : []
    const text = [own, ...inner].filter(Boolean).join('\n\n')
    return text === '' ? [] : [forwarded(text, authorOf(attachment))]
  })

export const findForwardedFiles = (
  attachments: readonly TeamchatAttachment[],
  depth = 0,
): readonly TeamchatFile[] =>
  attachments.flatMap((attachment) => [
    ...ownFilesOf(attachment),
    ...(depth < MAX_DEPTH ? findForwardedFiles(sharedIn(attachment), depth + 1) : []),
  ])

const MAX_DEPTH = 3

const sharedIn = ({ attachments }: TeamchatAttachment): readonly TeamchatAttachment[] =>
  TeamchatAttachments.parse(attachments) ?? []

const ownFilesOf = ({ files, message_blocks: blocks }: TeamchatAttachment): readonly TeamchatFile[] =>
  [files, ...(blocks ?? []).map(({ message }) => message?.files)].flatMap((some) => some ?? [])

const hasSource = (attachment: TeamchatAttachment): boolean =>
  [
    attachment.is_share,
    attachment.is_msg_unfurl,
    attachment.is_app_unfurl,
    attachment.message_blocks,
    attachment.blocks,
    attachment.author_name,
    attachment.title,
    attachment.from_url,
    attachment.files,
  ].some(Boolean)

const authorOf = ({ author_name, author_subname, service_name }: TeamchatAttachment): string | null =>
  author_name || author_subname || service_name || null

const NO_PREVIEW = '[no preview available]'

function wordsOf(attachment: TeamchatAttachment): string {
  const { message_blocks, blocks, pretext, title, text, fields, footer, fallback } = attachment
  const inBlocks = [
    ...(message_blocks ?? []).map((one) => textOfBlocks(one.message?.blocks)),
    textOfBlocks(blocks),
  ].filter(Boolean)
  const isFallback = (one: string) => one.trim() === NO_PREVIEW
  const plain = [
    pretext,
    title,
    isFallback(text ?? '') ? '' : text,
    ...(fields ?? []).map((field) =>
      [field.title, field.value]
        .filter((part) => part !== undefined && part !== null && part !== '')
        .join(': '),
    ),
    footer,
  ].filter((one): one is string => Boolean(one))
  const isWhole = attachment.is_share || attachment.is_msg_unfurl
  const lines = inBlocks.length > 0 ? (isWhole ? inBlocks : [pretext, title, ...inBlocks]) : plain
  const words = lines.filter(Boolean).join('\n')
  const instead = isFallback(fallback ?? '') ? '' : (fallback ?? '')
  return readTeamchatText(words || instead, null)
}
