import { z } from 'zod'
import { knownMembers, lenient, lenientList } from '#ground/base/json/lenient-schema.ts'
import { forwarded } from '../../text/quoted-text.ts'
import { FileInfo, type Post } from './answers.ts'

const Text = lenient(z.string())

const Attachment = z.looseObject({
  author_name: Text,
  pretext: Text,
  title: Text,
  text: Text,
  fields: lenientList(
    z.looseObject({ title: Text, value: lenient(z.union([z.string(), z.number(), z.boolean()])) }),
  ),
  footer: Text,
  fallback: Text,
})

/** A linked message that the server embeds. People forward messages in this way. */
const Shared = z.looseObject({
  message: Text,
  props: lenient(z.looseObject({ attachments: z.unknown(), override_username: Text })),
  metadata: lenient(z.looseObject({ files: lenientList(FileInfo) })),
})

const Embed = z.looseObject({
  type: z.literal('permalink'),
  data: z.looseObject({ post: Shared }),
})

interface PassedOn {
  texts: readonly string[]
  files: readonly z.infer<typeof FileInfo>[]
}

export function findForwardedText({ props, metadata }: Pick<Post, 'props' | 'metadata'>): PassedOn {
  const shared = each(metadata?.embeds, Embed).map(({ data }) => data.post)
  const filesOf = (post: z.infer<typeof Shared>) => post.metadata?.files ?? []
  return {
    texts: [
      ...shared.flatMap((post) => {
        const lines = [post.message, ...each(post.props?.attachments, Attachment).map(wordsOf)].filter(
          Boolean,
        )
        const words = lines.join('\n') || (filesOf(post).length > 0 ? '(a file)' : '')
        return words === '' ? [] : [forwarded(words, post.props?.override_username ?? null)]
      }),
      ...each(props?.['attachments'], Attachment).flatMap((attachment) => {
        const words = wordsOf(attachment)
        return words === '' ? [] : [forwarded(words, attachment.author_name ?? null)]
      }),
    ],
    files: shared.flatMap(filesOf),
  }
}

const each = <S extends z.ZodType>(values: unknown, schema: S): z.infer<S>[] =>
  knownMembers(schema).safeParse(values).data ?? []

function wordsOf({ pretext, title, text, fields, footer, fallback }: z.infer<typeof Attachment>): string {
  const lines = [
    pretext,
    title,
    text,
    ...(fields ?? []).map((field) =>
      [field.title, field.value]
        .filter((part) => part !== undefined && part !== null && part !== '')
        .join(': '),
    ),
    footer,
  ].filter(Boolean)
  return lines.join('\n') || (fallback ?? '')
}
