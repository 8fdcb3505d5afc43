import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import type { DocumentText } from '../format.ts'
import { readHtml } from './html.ts'

const MAX_NESTED = 5
const MAX_ATTACHED_LENGTH = 256 * 1024

export async function readEml(content: Buffer): Promise<DocumentText> {
  return { title: null, text: await messageText(content, 0) }
}

async function messageText(content: Uint8Array, depth: number): Promise<string> {
  const email = await PostalMime.parse(content, {
    attachmentEncoding: 'arraybuffer',
    rfc822Attachments: true,
    forceRfc822Attachments: true,
  })
  const parts = [headerLines(email).join('\n'), await bodyOf(email)]
  for (const attachment of email.attachments) parts.push(await attachmentText(attachment, depth))
  return parts.filter((part) => part !== '').join('\n\n')
}

function headerLines(email: Email): string[] {
  const raw = (key: string) => email.headers.find((header) => header.key === key)?.value
  return [
    ['From', addresses(email.from ? [email.from] : [])],
    ['To', addresses(email.to)],
    ['Cc', addresses(email.cc)],
    ['Bcc', addresses(email.bcc)],
    ['Reply-To', addresses(email.replyTo)],
    ['Date', raw('date')],
    ['Subject', email.subject],
  ]
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}: ${value!.replace(/\s+/g, ' ').trim()}`)
}

const addresses = (list: readonly Address[] | undefined): string =>
  (list ?? [])
    .map((entry) =>
      entry.group
        ? `${entry.name}: ${addresses(entry.group)}`
        : entry.name && entry.name !== entry.address
          ? `${entry.name} <${entry.address}>`
          : (entry.address ?? ''),
    )
    .join(', ')

async function bodyOf({ text, html }: Email): Promise<string> {
  if (text?.trim()) return text.replaceAll('\r\n', '\n').trim()
  if (!html) return '(no text)'
  return (await readHtml(Buffer.from(html.replace(ATTACHED_PICTURE, '')))).text
}

const ATTACHED_PICTURE = /<img\b[^>]*\bsrc=["']?cid:[^>]*>/gi

async function attachmentText(attachment: Attachment, depth: number): Promise<string> {
  const { filename, mimeType, content } = attachment
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
  const heading = `--- attachment ${filename ?? '(without a name)'} (${mimeType}, ${bytes.byteLength} bytes) ---`
  if (mimeType === 'message/rfc822' && depth < MAX_NESTED)
    return `${heading}\n${await messageText(bytes, depth + 1)}`
  if (!/^text\/(?!html|rtf)/.test(mimeType)) return heading
  const text = decoded(bytes).replaceAll('\r\n', '\n').trim()
  const rest = text.length > MAX_ATTACHED_LENGTH ? '\n… the rest of this attachment is left out.' : ''
  return `${heading}\n${text.slice(0, MAX_ATTACHED_LENGTH)}${rest}`
}

const decoded = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
