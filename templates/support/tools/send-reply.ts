import { mkdir, readFile, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { defineTool, z, type ToolContext } from 'hub-service'

const DRAFTS = 'files/drafts'

export const sendReply = defineTool({
  name: 'send_reply',
  description:
    'Send the draft of a reply to the customer who wrote the e-mail. The person confirms the reply, and may change its text.',
  input: z.object({
    draft: z
      .string()
      .regex(/^files\/drafts\/[\w-][\w.-]*\.md$/)
      .describe('Path of the draft, such as files/drafts/b7bc2f4a.md'),
    to: z.email().describe('Recipient, exactly as in the draft'),
    text: z.string().min(1).max(20_000).describe('The reply, without the header of the draft'),
  }),
  restricted: { capability: 'send_replies', label: 'Send replies to customers', group: 'Support' },
  confirm: 'editable',
  needs: { env: ['SUPPORT_ADDRESS', 'POSTMARK_TOKEN'], optionalEnv: ['POSTMARK_URL'] },
  timeout: 30,
  title: ({ to }, state) => (state === 'done' ? `Sent a reply to ${to}` : `Reply to ${to}`),
  async run({ draft, to, text }, ctx) {
    const path = join(ctx.hubFolder, draft)
    const header = headerOf(await readFile(path, 'utf8'))
    // The recipient is the sender of the e-mail, whatever the conversation says.
    if (header('To') !== to) throw new Error(`The draft is for ${header('To')}, not for ${to}.`)
    const answered = header('In-Reply-To')
    const references = ['In-Reply-To', 'References'].map((Name) => ({ Name, Value: answered }))
    await send(ctx, {
      From: ctx.env['SUPPORT_ADDRESS'],
      To: to,
      Subject: header('Subject') || 'Your question',
      TextBody: text,
      ...(answered && { Headers: references }),
    })
    const sent = join(ctx.hubFolder, DRAFTS, 'sent')
    await mkdir(sent, { recursive: true })
    await rename(path, join(sent, basename(draft)))
    return `Sent to ${to}.`
  },
})

const headerOf = (draft: string) => {
  const lines = draft.split(/\r?\n\r?\n/, 1)[0].split(/\r?\n/)
  return (name: string): string =>
    lines
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim() ?? ''
}

async function send({ env, signal }: ToolContext, mail: object): Promise<void> {
  const response = await fetch(`${env['POSTMARK_URL'] || 'https://api.postmarkapp.com'}/email`, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'x-postmark-server-token': env['POSTMARK_TOKEN'],
    },
    body: JSON.stringify(mail),
    redirect: 'error',
    signal,
  })
  if (response.ok) return
  const { Message: reason = '' } = (await response.json().catch(() => ({}))) as { Message?: string }
  throw new Error(`Postmark refused the mail (${response.status}). ${reason}`)
}
